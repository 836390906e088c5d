package friend_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/session"
	"hearten/test/bench"
)

// The types that drive the buttons.
const (
	notSearchable = iota
	cannotAdd
	canAdd
	alreadyRequested
	canDecide
)

// inList is who is in one of a member's lists.
func inList(who *bench.Caller, list string) []any {
	return who.Post("/app/friends/"+list+"/page", bench.Body{"pagination": bench.Body{"size": 100}}).OK().List("data.items", "userId")
}

func found(who *bench.Caller, key string) *bench.Reply {
	return who.Post("/app/friends/search-users/page", bench.Body{"searchKey": key, "pagination": bench.Body{"size": 100}}).OK()
}

// typeOf is how someone is found; 0 when they are not.
func typeOf(viewer, target *bench.Caller, key string) int {
	for _, item := range found(viewer, key).Value("data.items").([]any) {
		if item := item.(map[string]any); item["userId"] == target.ID {
			return int(item["friendActionType"].(float64))
		}
	}
	return notSearchable
}

func named(m *bench.Caller, nickname string) *bench.Caller {
	m.Put("/app/users/personal", bench.Body{"nickname": nickname}).OK()
	return m
}

func TestFriendRequestAndAccept(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := named(w.Member(), "陳大文"), named(w.Member(), "李小美")
		if got := bench.AskFriend(a, b); got != alreadyRequested {
			t.Fatalf("asking gives %d", got)
		}
		if got := bench.AskFriend(a, b); got != alreadyRequested {
			t.Fatalf("asking again gives %d", got)
		}
		if got := inList(b, "request-users"); !slices.Equal(got, []any{a.ID}) {
			t.Fatalf("requests of b: %v", got)
		}
		if got := inList(a, "request-users"); len(got) != 0 {
			t.Fatalf("a's own request is listed as one to decide: %v", got)
		}
		if n := b.Get("/app/friends/request-users/badges").OK().Int("data.badge"); n != 1 {
			t.Fatalf("badge %d", n)
		}
		if i := b.Get("/app/friends/info").OK(); i.Int("data.requestBadge") != 1 || i.Value("data.hasBlocked") != false {
			t.Fatalf("info %s", i.Text)
		}
		if a, b := typeOf(a, b, "李小"), typeOf(b, a, "大文"); a != alreadyRequested || b != canDecide {
			t.Fatalf("found as %d and %d", a, b)
		}
		a.Post(bench.FriendPath(b, "/accept"), nil).Fails(404, "NOT_FOUND") // only the one who was asked
		a.Post(bench.FriendPath(b, "/reject"), nil).Fails(404, "NOT_FOUND")
		b.Post(bench.FriendPath(a, "/accept"), nil).OK()
		b.Post(bench.FriendPath(a, "/accept"), nil).Fails(404, "NOT_FOUND")
		for _, pair := range [][2]*bench.Caller{{a, b}, {b, a}} {
			if got := inList(pair[0], "users"); !slices.Equal(got, []any{pair[1].ID}) {
				t.Fatalf("friends: %v", got)
			}
			if got := bench.AskFriend(pair[0], pair[1]); got != cannotAdd {
				t.Fatalf("asking a friend gives %d", got)
			}
		}
		if n := b.Get("/app/friends/request-users/badges").OK().Int("data.badge"); n != 0 {
			t.Fatalf("badge %d", n)
		}
		if n := bench.CountRows(w, "mission_events", "event = 'friend_made'"); n != 2 {
			t.Fatalf("%d events, want one for each", n)
		}
		a.Delete(bench.FriendPath(b, "")).OK()
		a.Delete(bench.FriendPath(b, "")).Fails(404, "NOT_FOUND")
		if len(inList(a, "users"))+len(inList(b, "users")) != 0 {
			t.Fatal("still friends")
		}
		bench.AskFriend(b, a)
		if got := bench.AskFriend(a, b); got != cannotAdd { // asking back accepts
			t.Fatalf("asking back gives %d", got)
		}
		if got := inList(a, "users"); !slices.Equal(got, []any{b.ID}) {
			t.Fatalf("friends: %v", got)
		}
		if n := bench.CountRows(w, "mission_events", "event = 'friend_made'"); n != 2 {
			t.Fatalf("%d events: a pair counts once in a life", n)
		}
	})
}

func TestFriendRejectionCoolsDown(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := w.Member(), w.Member()
		bench.AskFriend(a, b)
		if got := b.Post(bench.FriendPath(a, "/reject"), nil).OK().Int("data.friendActionType"); got != canAdd {
			t.Fatalf("after rejecting: %d", got)
		}
		b.Post(bench.FriendPath(a, "/reject"), nil).Fails(404, "NOT_FOUND")
		w.Clock.Advance(7*24*time.Hour - time.Microsecond)
		if got := bench.AskFriend(a, b); got != cannotAdd {
			t.Fatalf("within a week: %d", got)
		}
		if n := bench.CountRows(w, "friend_pairs", "1 = 1"); n != 0 {
			t.Fatalf("%d rows of a refused request", n)
		}
		if got := bench.AskFriend(b, a); got != alreadyRequested { // who turned down may ask
			t.Fatalf("the other way: %d", got)
		}
		b.Delete(bench.FriendPath(a, "")).OK()
		w.Clock.Advance(time.Microsecond)
		if got := bench.AskFriend(a, b); got != alreadyRequested {
			t.Fatalf("after a week: %d", got)
		}
		a.Delete(bench.FriendPath(b, "")).OK() // taken back, no cool-down
		b.Delete(bench.FriendPath(a, "")).Fails(404, "NOT_FOUND")
		if got := bench.AskFriend(a, b); got != alreadyRequested {
			t.Fatalf("after taking it back: %d", got)
		}
		b.Delete(bench.FriendPath(a, "")).Fails(404, "NOT_FOUND") // who was asked rejects, and does not delete
	})
}

func TestFriendBlocks(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := named(w.Member(), "阿強"), named(w.Member(), "阿美")
		bench.Befriend(a, b)
		a.Post(bench.FriendPath(b, "/block"), nil).OK()
		a.Post(bench.FriendPath(b, "/block"), nil).OK()
		if len(inList(a, "users"))+len(inList(b, "users")) != 0 {
			t.Fatal("friends and blocked")
		}
		blocked := a.Post("/app/friends/blocked-users/page", bench.Body{}).OK()
		if got := blocked.List("data.items", "userId"); !slices.Equal(got, []any{b.ID}) || blocked.String("data.items.0.friendBlockId") == "" {
			t.Fatalf("blocked: %s", blocked.Text)
		}
		if got := inList(b, "blocked-users"); len(got) != 0 {
			t.Fatalf("b is told: %v", got)
		}
		if a.Get("/app/friends/info").OK().Value("data.hasBlocked") != true || b.Get("/app/friends/info").OK().Value("data.hasBlocked") != false {
			t.Fatal("who has blocked someone")
		}
		if got := typeOf(b, a, "阿強"); got != notSearchable {
			t.Fatalf("b finds who blocked them, as %d", got)
		}
		if got := typeOf(a, b, "阿美"); got != cannotAdd {
			t.Fatalf("a finds b as %d", got)
		}
		if bench.AskFriend(a, b) != cannotAdd || bench.AskFriend(b, a) != cannotAdd {
			t.Fatal("a request across a block")
		}
		b.Delete(bench.FriendPath(a, "/block")).Fails(404, "NOT_FOUND")
		b.Post(bench.FriendPath(a, "/block"), nil).OK() // both may
		a.Delete(bench.FriendPath(b, "/block")).OK()
		if bench.AskFriend(a, b) != cannotAdd {
			t.Fatal("b's block still holds")
		}
		b.Delete(bench.FriendPath(a, "/block")).OK()
		if len(inList(a, "users"))+len(inList(b, "request-users")) != 0 {
			t.Fatal("unblocking restores nothing")
		}
		if bench.AskFriend(a, b) != alreadyRequested {
			t.Fatal("after unblocking they may ask")
		}
		b.Post(bench.FriendPath(a, "/block"), nil).OK()
		if n := bench.CountRows(w, "friend_pairs", "1 = 1"); n != 0 {
			t.Fatal("a request survives a block")
		}
	})
}

// Whoever is blocked cannot tell: the reply is that of someone who takes no
// requests, byte for byte, and so is the work behind it.
func TestBlockedRequesterCannotTell(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		asker, blocker, reserved := w.Member(), w.Member(), w.Member()
		bench.AskFriend(asker, w.Member()) // both have been here before
		blocker.Post(bench.FriendPath(asker, "/block"), nil).OK()
		reserved.Post("/app/friends/default-permissions", bench.Body{"requestable": false}).OK()
		var replies [2]*bench.Reply
		var ran [2][]string
		for i, target := range []*bench.Caller{blocker, reserved} {
			ran[i] = w.Statements(func() { replies[i] = asker.Post(bench.FriendPath(target, "/request"), nil).OK() })
		}
		if replies[0].Text != replies[1].Text || replies[0].Int("data.friendActionType") != cannotAdd {
			t.Fatalf("%s and %s", replies[0].Text, replies[1].Text)
		}
		for name := range replies[1].Header {
			if name != "X-Request-Id" && name != "Date" && !slices.Equal(replies[0].Header[name], replies[1].Header[name]) {
				t.Errorf("%s: %v and %v", name, replies[0].Header[name], replies[1].Header[name])
			}
		}
		if !slices.Equal(ran[0], ran[1]) || len(ran[0]) == 0 {
			t.Fatalf("blocked:\n%s\nnot requestable:\n%s", strings.Join(ran[0], "\n"), strings.Join(ran[1], "\n"))
		}
		// What else asks about the person fails no differently either.
		for _, rest := range []string{"/accept", "/reject"} {
			asker.Post(bench.FriendPath(blocker, rest), nil).Fails(404, "NOT_FOUND")
		}
		hidden := asker.Get(bench.FriendPath(blocker, "")).OK().String("data.userId")
		if hidden != blocker.ID {
			t.Fatal("a detail never fails for what may not be seen")
		}
	})
}

func TestFriendWithOneself(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a := w.Member().English()
		for _, call := range []struct{ method, rest string }{
			{"GET", ""}, {"DELETE", ""}, {"POST", "/request"}, {"POST", "/accept"}, {"POST", "/reject"}, {"POST", "/block"},
			{"DELETE", "/block"}, {"GET", "/permissions"}, {"GET", "/physique/check"},
		} {
			a.Do(call.method, bench.FriendPath(a, call.rest), nil).Fails(400, "VALIDATION", "oneself")
		}
		a.Post(bench.FriendPath(a, "/permissions"), bench.Body{"stepView": true}).Fails(400, "VALIDATION", "oneself")
		a.Put(bench.FriendPath(a, "/permissions"), bench.Body{}).Fails(400, "VALIDATION", "oneself")
		if found := found(a, "").List("data.items", "userId"); slices.Contains(found, any(a.ID)) {
			t.Fatal("found oneself")
		}
	})
}

// Who is frozen, leaving or gone is not there for anyone, and back when they
// are.
func TestFriendsWhoAreAway(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, friend, asker, blocked := w.Member(), named(w.Member(), "離開的人甲"), named(w.Member(), "離開的人乙"), named(w.Member(), "離開的人丙")
		bench.Befriend(a, friend)
		bench.AskFriend(asker, a)
		a.Post(bench.FriendPath(blocked, "/block"), nil).OK()
		others := []*bench.Caller{friend, asker, blocked}
		setStatus := func(status int) {
			for _, m := range others {
				w.SetStatus(status, m.ID)
			}
		}
		look := func() string {
			info := a.Get("/app/friends/info").OK()
			return fmt.Sprint(len(inList(a, "users")), len(inList(a, "request-users")), len(inList(a, "blocked-users")),
				len(found(a, "離開的人").Value("data.items").([]any)), info.Int("data.requestBadge"), info.Value("data.hasBlocked"),
				a.Get("/app/friends/request-users/badges").OK().Int("data.badge"))
		}
		const there, away = "1 1 1 3 1 true 1", "0 0 0 0 0 false 0"
		if got := look(); got != there {
			t.Fatalf("at first %s", got)
		}
		for _, status := range []int{0, 2, 3} {
			setStatus(status)
			if got := look(); got != away {
				t.Errorf("with status %d: %s", status, got)
			}
			for _, m := range others {
				for _, call := range []struct{ method, rest string }{
					{"GET", ""}, {"DELETE", ""}, {"POST", "/request"}, {"POST", "/accept"}, {"POST", "/reject"}, {"POST", "/block"},
					{"DELETE", "/block"}, {"GET", "/permissions"}, {"GET", "/physique/check"},
				} {
					a.Do(call.method, bench.FriendPath(m, call.rest), nil).Fails(404, "NOT_FOUND")
				}
				a.Post(bench.FriendPath(m, "/permissions"), bench.Body{}).Fails(404, "NOT_FOUND")
			}
		}
		setStatus(1)
		if got := look(); got != there {
			t.Fatalf("back again: %s", got)
		}
		a.Post("/app/friends/users/nobody/request", nil).Fails(404, "NOT_FOUND")
	})
}

// A push tells of a request and of its acceptance, and not of what was undone
// before it could be sent.
func TestFriendPushes(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := named(w.Member(), "小明"), named(w.Member(), "小紅")
		device(w, a, "device-a")
		device(w, b, "device-b")
		told := func(to string) (said []string) {
			w.RunJobs()
			for _, letter := range w.Inbox(to) {
				said = append(said, fmt.Sprint(letter.Subject, "|", letter.Body, "|", letter.Data["navigation"]))
			}
			return said
		}
		bench.AskFriend(a, b)
		bench.AskFriend(a, b)
		if got := told("device-b"); len(got) != 1 || !strings.Contains(got[0], "小明") || !strings.HasSuffix(got[0], "|7") {
			t.Fatalf("b is told %q", got)
		}
		b.Post(bench.FriendPath(a, "/accept"), nil).OK()
		if got := told("device-a"); len(got) != 1 || !strings.Contains(got[0], "小紅") || !strings.HasSuffix(got[0], "|7") {
			t.Fatalf("a is told %q", got)
		}
		b.Delete(bench.FriendPath(a, "")).OK()
		bench.AskFriend(a, b)
		b.Post(bench.FriendPath(a, "/block"), nil).OK() // before the push is on its way
		bench.AskFriend(a, b)
		if got := told("device-b"); len(got) != 1 {
			t.Fatalf("told across a block: %q", got)
		}
		if got := told("device-a"); len(got) != 1 {
			t.Fatalf("a is told of what nobody is told: %q", got)
		}
	})
}

func device(w *bench.World, m *bench.Caller, token string) {
	w.T.Helper()
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return w.App.Delivery.RegisterDevice(ctx, tx, m.ID, "session of "+token, token)
	}))
}

// The limits hold at their edge, and when requests come at the same moment.
func TestFriendLimits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		crowd := bench.UsersWithDevices(w, access.CentreA, 620)
		a := member(w, crowd[0])
		request := func(id string) int {
			return a.Post("/app/friends/users/"+id+"/request", nil).OK().Int("data.friendActionType")
		}
		var done sync.WaitGroup
		var mu sync.Mutex
		made := 0
		for _, id := range crowd[1:46] {
			done.Go(func() {
				if request(id) == alreadyRequested {
					mu.Lock()
					made++
					mu.Unlock()
				}
			})
		}
		done.Wait()
		if n := bench.CountRows(w, "friend_pairs", "status = 0"); made != 30 || n != 30 {
			t.Fatalf("%d requests of a day were made, %d are stored", made, n)
		}
		if got := typeOf(a, &bench.Caller{ID: crowd[100]}, crowd[100]); got != cannotAdd {
			t.Fatalf("found as %d by who has asked enough", got)
		}
		// The day ends at midnight in Hong Kong; 100 may wait.
		for day := 1; day <= 3; day++ {
			w.Clock.Set(bench.Start.Add(time.Duration(14+24*(day-1))*time.Hour - time.Microsecond))
			if got := request(crowd[400]); got != cannotAdd {
				t.Fatalf("a microsecond before midnight: %d", got)
			}
			w.Clock.Advance(time.Microsecond)
			for _, id := range crowd[50*day : 50*day+30] {
				want := alreadyRequested
				if bench.CountRows(w, "friend_pairs", "status = 0") >= 100 {
					want = cannotAdd
				}
				if got := request(id); got != want {
					t.Fatalf("day %d: %d, want %d", day, got, want)
				}
			}
			if day < 3 {
				continue
			}
			if n := bench.CountRows(w, "friend_pairs", "status = 0"); n != 100 {
				t.Fatalf("%d wait", n)
			}
			if got := request(crowd[100]); got != alreadyRequested { // one of them, again
				t.Fatalf("asking again at the limit: %d", got)
			}
		}
		// 500 friends, on either side.
		b := member(w, crowd[600])
		seedFriends(w, b.ID, crowd[100:599])
		w.Clock.Advance(24 * time.Hour)
		c, d, e := member(w, crowd[601]), member(w, crowd[602]), member(w, crowd[603])
		bench.AskFriend(c, b)
		bench.AskFriend(d, b)
		bench.AskFriend(b, e)
		b.Post(bench.FriendPath(c, "/accept"), nil).OK() // the 500th
		b.Post(bench.FriendPath(d, "/accept"), nil).Fails(409, "NOT_ELIGIBLE")
		e.Post(bench.FriendPath(b, "/accept"), nil).Fails(409, "NOT_ELIGIBLE")
		if got := bench.AskFriend(b, d); got != cannotAdd {
			t.Fatalf("asking back with a full list: %d", got)
		}
		f := member(w, crowd[604])
		if bench.AskFriend(f, b) != cannotAdd || bench.AskFriend(b, f) != cannotAdd || typeOf(f, b, crowd[600]) != cannotAdd {
			t.Fatal("a full list takes nobody")
		}
	})
}

// member is a session of someone who was made without signing up.
func member(w *bench.World, id string) *bench.Caller {
	w.T.Helper()
	ctx := context.Background()
	var token string
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) (err error) {
		token, err = w.App.Sessions.Open(ctx, tx, session.App, id, access.ScopeFull)
		return err
	}))
	c := *w.Anonymous()
	c.Token, c.ID = token, id
	return &c
}

// seedFriends makes friends of a member and others.
func seedFriends(w *bench.World, userID string, others []string) {
	w.T.Helper()
	w.FriendPairs(bench.Friends, userID, others...)
}
