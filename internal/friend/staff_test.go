package friend_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// relations is a member's list as staff see it.
func relations(staff *bench.Caller, userID string, statuses ...int) *bench.Reply {
	return staff.Post("/web/friends/users/page", bench.Body{"userId": userID, "friendStatuses": statuses, "pagination": bench.Body{"size": 100}}).OK()
}

// peopleOf are members of a centre with sessions.
func peopleOf(w *bench.World, centre access.Centre, n int) []*bench.Caller {
	w.T.Helper()
	people := make([]*bench.Caller, n)
	ids := bench.UsersWithDevices(w, centre, n)
	w.Wallets(260, ids...)
	for i, id := range ids {
		people[i] = member(w, id)
	}
	return people
}

func TestStaffAddAcceptRejectRemove(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		people := peopleOf(w, access.CentreA, 6)
		a, b, c, d := people[0], people[1], people[2], people[3]
		add := func(user *bench.Caller, targets ...string) *bench.Reply {
			return staff.Post("/web/friends/users", bench.Body{"userId": user.ID, "targetUserIds": targets})
		}
		add(a, b.ID, c.ID, b.ID).OK()
		add(a, b.ID).OK() // again changes nothing
		if got := inList(a, "users"); len(got) != 2 {
			t.Fatalf("friends %v", got)
		}
		list := relations(staff, a.ID)
		first := list.Value("data.0.items.0").(map[string]any)
		if list.Int("data.0.pagination.totalItems") != 2 || first["friendStatus"] != 1.0 || first["friendId"] == nil ||
			first["friendRequestId"] != nil || first["friendAt"] != "2026-11-15T02:00:00.000Z" || first["serviceNumber"] != nil {
			t.Fatalf("list %s", list.Text)
		}

		// A request of d's, decided by staff for a.
		bench.AskFriend(d, a)
		request := relations(staff, a.ID, 0).String("data.0.items.0.friendRequestId")
		if r := relations(staff, a.ID, 0); r.Value("data.0.items.0.friendId") != nil || r.Value("data.0.items.0.friendAt") != nil ||
			r.String("data.0.items.0.requestedBy") != d.ID {
			t.Fatalf("request %s", r.Text)
		}
		staff.Post("/web/friends/users/accept", bench.Body{"friendRequestIds": []string{request, "nothing"}}).Fails(404, "NOT_FOUND")
		if len(inList(a, "request-users")) != 1 {
			t.Fatal("half of a batch was done")
		}
		staff.Post("/web/friends/users", bench.Body{"friendRequestId": request}).OK() // reject, by either name, a text or a list
		if bench.AskFriend(d, a) != cannotAdd {
			t.Fatal("rejected by staff, and asks again")
		}
		add(a, d.ID).OK() // staff may, whatever the cool-down
		staff.Post("/web/friends/users/reject", bench.Body{"friendRequestIds": request}).Fails(404, "NOT_FOUND")
		friendship := relations(staff, d.ID, 1).String("data.0.items.0.friendId")
		remove := bench.Body{"friendIds": []string{friendship}}
		staff.Do("DELETE", "/web/friends/users", remove).OK()
		staff.Do("DELETE", "/web/friends/users", remove).Fails(404, "NOT_FOUND")
		if bench.AskFriend(d, a) != alreadyRequested { // being friends ended the cool-down
			t.Fatal("d may not ask")
		}
		for _, ids := range []any{relations(staff, d.ID, 0).String("data.0.items.0.friendRequestId")} {
			staff.Post("/web/friends/users/accept", bench.Body{"friendRequestId": ids}).OK()
		}
		if got := inList(d, "users"); !slices.Equal(got, []any{a.ID}) {
			t.Fatalf("accepted: %v", got)
		}
		pending := people[4]
		bench.AskFriend(pending, a)
		staff.Do("DELETE", "/web/friends/users", bench.Body{"friendIds": []string{relations(staff, pending.ID).String("data.0.items.0.friendRequestId")}}).
			Fails(404, "NOT_FOUND") // a request is no friendship
		add(a, pending.ID).OK()
		if got := relations(staff, pending.ID, 1).Int("data.0.pagination.totalItems"); got != 1 {
			t.Fatal("adding settles a request")
		}

		for says, wrong := range map[string]bench.Body{
			"userId + targetUserIds / friendRequestIds": {},
			"targetUserIds":                    {"userId": a.ID},
			"friendRequestIds":                 {"userId": a.ID, "targetUserIds": []string{b.ID}, "friendRequestIds": []string{request}},
			"targetUserIds: must be 1 to 100":  {"userId": a.ID, "targetUserIds": []string{}},
			"oneself":                          {"userId": a.ID, "targetUserIds": []string{b.ID, a.ID}},
			"cannot be given":                  {"userId": a.ID, "friendRequestIds": []string{request}},
			"friendRequestIds: has the wrong":  {"friendRequestIds": 7},
			"friendRequestIds: must be 1 to 1": {"friendRequestIds": []string{}},
		} {
			staff.English().Post("/web/friends/users", wrong).Fails(400, "VALIDATION", says)
		}
		staff.English().Post("/web/friends/users/accept", bench.Body{}).Fails(400, "VALIDATION", "friendRequestIds: must be 1 to 100")
		add(a, "nobody").Fails(404, "NOT_FOUND")
		freeze(w, people[5].ID)
		add(a, people[5].ID).Fails(404, "NOT_FOUND")
		people[1].Post(bench.FriendPath(people[2], "/block"), nil).OK()
		add(people[1], people[2].ID).Fails(409, "CONFLICT")
		add(people[2], people[3].ID, people[1].ID).Fails(409, "CONFLICT")
		if n := relations(staff, people[2].ID).Int("data.0.pagination.totalItems"); n != 1 {
			t.Fatalf("a refused batch: %d", n)
		}
	})
}

func freeze(w *bench.World, id string) {
	w.T.Helper()
	w.SetStatus(bench.Frozen, id)
}

func TestStaffBlocks(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, people := w.Staff(access.Chief, access.CentreA), peopleOf(w, access.CentreA, 3)
		a, b, c := people[0], people[1], people[2]
		bench.Befriend(a, b)
		staff.Post("/web/friends/users/block", bench.Body{"userId": a.ID, "targetUserIds": []string{b.ID, "nobody"}}).Fails(404, "NOT_FOUND")
		staff.Post("/web/friends/users/block", bench.Body{"userId": a.ID, "targetUserIds": []string{a.ID}}).Fails(400, "VALIDATION")
		staff.Post("/web/friends/users/block", bench.Body{"userId": a.ID, "targetUserIds": []string{}}).Fails(400, "VALIDATION")
		if len(inList(a, "users")) != 1 {
			t.Fatal("a refused block ended a friendship")
		}
		for range 2 {
			staff.Post("/web/friends/users/block", bench.Body{"userId": a.ID, "targetUserIds": []string{b.ID, c.ID}}).OK()
		}
		if len(inList(a, "users")) != 0 || len(inList(a, "blocked-users")) != 2 {
			t.Fatal("not blocked")
		}
		list := staff.Post("/web/friends/blocked-users/page", bench.Body{"userId": a.ID, "searchKey": b.ID}).OK()
		block := list.String("data.0.items.0.friendBlockId")
		if list.Int("data.0.pagination.totalItems") != 1 || list.String("data.0.items.0.userId") != b.ID || list.String("data.0.items.0.friendId") != block {
			t.Fatalf("list %s", list.Text)
		}
		staff.Do("DELETE", "/web/friends/users/block", bench.Body{"friendBlockIds": []string{block, "nothing"}}).Fails(404, "NOT_FOUND")
		staff.Do("DELETE", "/web/friends/users/block", bench.Body{"friendBlockIds": []string{block}}).OK()
		staff.Do("DELETE", "/web/friends/users/block", bench.Body{"friendBlockIds": []string{block}}).Fails(404, "NOT_FOUND")
		if got := inList(a, "blocked-users"); !slices.Equal(got, []any{c.ID}) {
			t.Fatalf("still blocked: %v", got)
		}
		// Whom staff can add: not the member, not friends, nobody across a block.
		bench.Befriend(a, b)
		w.SetContacts(b.ID, "", "91112222")
		find := func(user, key string) []any {
			return staff.Post("/web/friends/search-org-users/page", bench.Body{"userId": user, "searchKey": key}).OK().List("data.0.items", "userId")
		}
		if got := find(a.ID, ""); len(got) != 0 {
			t.Errorf("for a: %v", got)
		}
		if got := find(b.ID, ""); !slices.Equal(got, []any{c.ID}) {
			t.Errorf("for b: %v", got)
		}
		if got := find("", "9111222"); !slices.Equal(got, []any{b.ID}) {
			t.Errorf("by phone: %v", got)
		}
	})
}

func TestStaffPermissionsAndDetail(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Supervisor, access.CentreA)
		people := peopleOf(w, access.CentreA, 2)
		a, b := people[0], people[1]
		bench.Befriend(a, b)
		far := peopleOf(w, access.CentreB, 1)[0]
		bench.Befriend(far, a)
		for _, id := range []string{b.ID, far.ID} {
			w.SetContacts(id, id+"@x.hk", "9"+fmt.Sprintf("%07d", len(id)+int(id[7])))
			w.SetPlanMember(id, "S1")
			w.SetSignature(id, "hi")
			w.SetGender(id, 1)
		}
		idOf := func(other string) string {
			for _, item := range relations(staff, a.ID).Value("data.0.items").([]any) {
				if item := item.(map[string]any); item["userId"] == other {
					return item["friendId"].(string)
				}
			}
			t.Fatalf("%s is no friend", other)
			return ""
		}
		detail := func(other string) *bench.Reply {
			return staff.Get("/web/friends/users/" + a.ID + "?friend=" + idOf(other))
		}
		views := func(other string) string {
			r := detail(other).OK()
			return fmt.Sprint(r.Value("data.permission.stepView"), r.Value("data.permission.mapView"),
				r.Value("data.permission.mascotView"), r.Value("data.permission.avatarView"))
		}
		if got := views(b.ID); got != "true false true true" {
			t.Errorf("a newcomer grants %s", got)
		}
		staff.Post("/web/friends/permissions", bench.Body{"userId": a.ID, "actorId": b.ID, "stepView": false, "mapView": true, "avatarView": nil}).OK()
		if got := views(b.ID); got != "false true true true" {
			t.Errorf("granted %s", got)
		}
		if got := views(far.ID); got != "true false true true" {
			t.Errorf("another friend: %s", got)
		}
		mine := a.Get(bench.FriendPath(b, "/permissions")).OK()
		if mine.Value("data.stepView") != false || mine.Value("data.mapView") != true {
			t.Errorf("the member sees %s", mine.Text)
		}
		staff.Post("/web/friends/permissions", bench.Body{"userId": a.ID, "actorId": a.ID}).Fails(400, "VALIDATION")
		staff.Post("/web/friends/permissions", bench.Body{"userId": a.ID, "actorId": "nobody"}).Fails(404, "NOT_FOUND")
		staff.Post("/web/friends/permissions", bench.Body{"userId": a.ID}).Fails(400, "VALIDATION", "actorId")

		account := detail(b.ID).OK()
		if account.String("data.account.id") != b.ID || account.String("data.account.email") != b.ID+"@x.hk" || account.Int("data.account.level") != 3 ||
			account.String("data.account.serviceNumber") != "S1" || account.Int("data.friendStatus") != 1 || account.Value("data.friendRequestId") != nil {
			t.Errorf("account %s", account.Text)
		}
		// Of another centre's member the names are shown, and nothing to reach
		// them by.
		distant := detail(far.ID).OK()
		if distant.String("data.account.username") != far.ID || distant.String("data.account.email") != "" || distant.String("data.account.phone") != "" ||
			distant.String("data.account.serviceNumber") != "" || distant.Value("data.account.gender") != nil || distant.String("data.account.signature") != "" {
			t.Errorf("another centre's: %s", distant.Text)
		}
		if listed := relations(staff, a.ID).Text; strings.Contains(listed, far.ID+"@x.hk") || !strings.Contains(listed, b.ID+"@x.hk") {
			t.Errorf("list %s", listed)
		}
		search := func(key string) int {
			return staff.Post("/web/friends/users/page", bench.Body{"userId": a.ID, "searchKey": key}).OK().Int("data.0.pagination.totalItems")
		}
		if search(far.ID+"@x") != 0 || search(b.ID+"@x") != 1 || search(far.ID) != 1 || search("%") != 0 {
			t.Error("people beyond reach are found by their names alone")
		}
		for _, query := range []string{"", "?friend=x&friend-request=y"} {
			staff.Get("/web/friends/users/"+a.ID+query).Fails(400, "VALIDATION", "friend")
		}
		staff.Get("/web/friends/users/"+a.ID+"?friend-request="+idOf(b.ID)).Fails(404, "NOT_FOUND") // it is a friendship
		staff.Get("/web/friends/users/"+b.ID+"?friend="+idOf(far.ID)).Fails(404, "NOT_FOUND")       // not b's

		// Settings, by staff and by the member.
		settings := func(r *bench.Reply) string {
			return fmt.Sprint(r.Value("data.searchable"), r.Value("data.requestable"), r.Value("data.stepViewEnum"), r.Value("data.mapViewEnum"),
				r.Value("data.mascotViewEnum"), r.Value("data.avatarViewEnum"))
		}
		path := "/web/friends/users/" + a.ID + "/default-permissions"
		if got := settings(staff.Get(path).OK()); got != "true true 1 0 1 2" {
			t.Errorf("a newcomer's settings: %s", got)
		}
		staff.Post(path, bench.Body{"searchable": false, "mapViewEnum": 2, "stepViewEnum": nil}).OK()
		a.Put("/app/friends/default-permissions", bench.Body{"requestable": false, "avatarViewEnum": 0}).OK()
		if got := settings(a.Get("/app/friends/default-permissions").OK()); got != "false false 1 2 1 0" {
			t.Errorf("settings: %s", got)
		}
		a.Post("/app/friends/default-permissions", bench.Body{"stepViewEnum": 3}).Fails(400, "VALIDATION", "stepViewEnum")
		staff.Post(path, bench.Body{"stepViewEnum": -1}).Fails(400, "VALIDATION", "stepViewEnum")
	})
}

// What staff do and look at is in the log, with whom it concerns.
func TestStaffFriendsAreAudited(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, people := w.Staff(access.Chief, access.CentreA), peopleOf(w, access.CentreA, 3)
		a, b := people[0], people[1]
		staff.Post("/web/friends/users", bench.Body{"userId": a.ID, "targetUserIds": []string{b.ID}}).OK()
		friendship := relations(staff, a.ID).String("data.0.items.0.friendId")
		staff.Get("/web/friends/users/" + a.ID + "?friend=" + friendship).OK()
		staff.Post("/web/friends/permissions", bench.Body{"userId": a.ID, "actorId": b.ID, "stepView": false}).OK()
		staff.Do("DELETE", "/web/friends/users", bench.Body{"friendIds": []string{friendship}}).OK()
		bench.AskFriend(b, a)
		staff.Post("/web/friends/users/accept", bench.Body{"friendRequestIds": []string{relations(staff, a.ID).String("data.0.items.0.friendRequestId")}}).OK()
		staff.Post("/web/friends/users/block", bench.Body{"userId": a.ID, "targetUserIds": []string{b.ID}}).OK()
		block := staff.Post("/web/friends/blocked-users/page", bench.Body{"userId": a.ID}).OK().String("data.0.items.0.friendBlockId")
		staff.Do("DELETE", "/web/friends/users/block", bench.Body{"friendBlockIds": []string{block}}).OK()
		bench.AskFriend(people[2], a)
		staff.Post("/web/friends/users/reject", bench.Body{"friendRequestIds": []string{relations(staff, a.ID).String("data.0.items.0.friendRequestId")}}).OK()
		staff.Post("/web/friends/users/"+a.ID+"/default-permissions", bench.Body{"searchable": false}).OK()
		for action, want := range map[string]int{
			"post-web-friends-users": 1, "post-web-friends-users-page": 3, "get-web-friends-users-user_id": 1, "post-web-friends-permissions": 1,
			"delete-web-friends-users": 1, "post-web-friends-users-accept": 1, "post-web-friends-users-block": 1,
			"post-web-friends-blocked-users-page": 1, "delete-web-friends-users-block": 1, "post-web-friends-users-reject": 1,
			"post-web-friends-users-user_id-default-permissions": 1,
		} {
			if n := bench.CountRows(w, "audit_log", fmt.Sprintf("action = '%s' AND user_id = '%s'", action, a.ID)); n != want {
				t.Errorf("%s: %d rows about the member, want %d", action, n, want)
			}
		}
		if n := bench.CountRows(w, "audit_log", fmt.Sprintf("action = 'delete-web-friends-users' AND user_id = '%s'", b.ID)); n != 1 {
			t.Error("a friendship that staff end concerns both")
		}
	})
}

// Both are told when staff bring them together, and the one who asked when
// staff accept.
func TestStaffFriendPushes(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, people := w.Staff(access.Chief, access.CentreA), peopleOf(w, access.CentreA, 3)
		told := func() string {
			w.RunJobs()
			var counts []int
			for _, p := range people {
				counts = append(counts, len(w.Inbox("device of "+p.ID)))
			}
			return fmt.Sprint(counts)
		}
		staff.Post("/web/friends/users", bench.Body{"userId": people[0].ID, "targetUserIds": []string{people[1].ID}}).OK()
		if got := told(); got != "[1 1 0]" {
			t.Errorf("brought together: %s", got)
		}
		bench.AskFriend(people[2], people[0])
		staff.Post("/web/friends/users/accept", bench.Body{"friendRequestIds": relations(staff, people[0].ID, 0).String("data.0.items.0.friendRequestId")}).OK()
		w.Clock.Advance(time.Minute)
		if got := told(); got != "[1 1 1]" { // the request was settled before it could be told
			t.Errorf("accepted: %s", got)
		}
	})
}
