package friend_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// What a viewer sees, by the owner's default, what the owner set for them, and
// what lies between the two: strangers, the viewer asked, the owner asked,
// friends, the owner blocked the viewer. Typed from the programme's rules.
var viewMatrix = []struct {
	audience int
	flag     any
	want     string
}{
	{0, nil, "....."}, {0, true, "....."}, {0, false, "....."},
	{1, nil, "...y."}, {1, true, "yyyy."}, {1, false, "....."},
	{2, nil, "yyyy."}, {2, true, "yyyy."}, {2, false, "....."},
}

// At each step the four views stand at different rows of the matrix, so that
// one taken for another is noticed; after nine steps each has been everywhere.
func TestFriendViewMatrix(t *testing.T) {
	views := []string{"step", "map", "mascot", "avatar"}
	relate := []func(owner, viewer *bench.Caller){
		func(_, _ *bench.Caller) {},
		func(owner, viewer *bench.Caller) { bench.AskFriend(viewer, owner) },
		func(owner, viewer *bench.Caller) { bench.AskFriend(owner, viewer) },
		bench.Befriend,
		func(owner, viewer *bench.Caller) { owner.Post(bench.FriendPath(viewer, "/block"), nil).OK() },
	}
	bench.Each(t, func(t *testing.T, w *bench.World) {
		people := peopleOf(w, access.CentreA, 2*len(relate))
		w.SetAvatars(1, idsOf(people)...)
		for relation, set := range relate {
			owner, viewer := people[2*relation], people[2*relation+1]
			set(owner, viewer)
			for step := range viewMatrix {
				w.ForgetFriendPermissions()
				defaults, flags, want := bench.Body{}, bench.Body{}, bench.Body{}
				for i, view := range views {
					row := viewMatrix[(step+2*i)%len(viewMatrix)]
					defaults[view+"ViewEnum"], flags[view+"View"], want[view] = row.audience, row.flag, row.want[relation] == 'y'
				}
				owner.Post("/app/friends/default-permissions", defaults).OK()
				owner.Post(bench.FriendPath(viewer, "/permissions"), flags).OK()
				want["lessons"], want["level"] = relation == 3, relation == 3 // for friends
				if got := seenBy(viewer, owner); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("relation %d, defaults %v, flags %v: seen %v, want %v", relation, defaults, flags, got, want)
				}
			}
		}
	})
}

// seenBy is what a detail shows.
func seenBy(viewer, owner *bench.Caller) bench.Body {
	detail := viewer.Get(bench.FriendPath(owner, "")).OK()
	seen := bench.Body{"avatar": strings.Contains(detail.String("data.profile.avatarUrl"), "/user/"+owner.ID+"/profile/1?")}
	ids := detail.List("data.statistics", "id")
	for i, name := range []string{"step", "map", "mascot", "lessons", "level"} {
		seen[name] = slices.Contains(ids, any(float64(i+1)))
	}
	if seen["avatar"] == detail.Value("data.profile.isDefaultAvatar") {
		seen["avatar"] = "isDefaultAvatar says otherwise"
	}
	return seen
}

func idsOf(people []*bench.Caller) []string {
	ids := make([]string, len(people))
	for i, p := range people {
		ids[i] = p.ID
	}
	return ids
}

// A picture that may not be seen is the default one in every list too.
func TestFriendPicturesInLists(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		people := peopleOf(w, access.CentreA, 4)
		me, friend, asker, blocked := people[0], people[1], people[2], people[3]
		w.SetAvatars(3, idsOf(people)...)
		bench.Befriend(friend, me)
		bench.AskFriend(asker, me)
		me.Post(bench.FriendPath(blocked, "/block"), nil).OK()
		pictures := func(list, key string) []any {
			return me.Post("/app/friends/"+list+"/page", bench.Body{"searchKey": key}).OK().List("data.items", "avatarUrl")
		}
		for _, shown := range []bool{true, false} {
			for list, who := range map[string]*bench.Caller{"users": friend, "request-users": asker, "blocked-users": blocked, "search-users": friend} {
				if !shown {
					who.Post("/app/friends/default-permissions", bench.Body{"avatarViewEnum": 0}).OK()
				}
				got := pictures(list, who.ID)
				if len(got) != 1 {
					t.Fatalf("%s: %v", list, got)
				}
				own := strings.Contains(got[0].(string), "/files/centre_a/user/"+who.ID+"/profile/1?expires=")
				if own != shown || !shown && !strings.HasSuffix(got[0].(string), "/files/shared/default/user/profile/3") {
					t.Errorf("%s, shown %v: %v", list, shown, got)
				}
			}
		}
	})
}

func TestFriendSearch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		people := peopleOf(w, access.CentreA, 8)
		me := people[0]
		for i, nickname := range map[int]string{
			1: "Ångström 100%", 2: "a_b", 3: "axb", 4: "frozen axb", 5: "leaving axb", 6: "removed axb", 7: `back\slash axb`,
		} {
			w.SetNames(people[i].ID, people[i].ID, nickname)
		}
		w.SetNames(people[3].ID, "Hidden.One", "axb")
		w.SetContacts(people[1].ID, "secret@mail.hk", "98887777")
		w.SetStatus(bench.Frozen, people[4].ID)
		w.SetStatus(bench.Leaving, people[5].ID)
		w.SetStatus(bench.Removed, people[6].ID)
		w.SetPlanMember(people[7].ID, "SN-77")
		for key, want := range map[string][]int{
			"100%": {1}, "%": {1}, "a_b": {2}, "_": {2, 1, 3, 7}, "axb": {3, 7}, "HIDDEN.one": {3}, `\`: {7}, `k\s`: {7}, "ÅNGSTRÖM": {1}, " 100% ": {1},
			"98887777": nil, "9888": nil, "secret": nil, "mail.hk": nil, "SN-77": nil, "nothing": nil,
		} {
			var ids []any
			for _, i := range want {
				ids = append(ids, people[i].ID)
			}
			if key == "_" { // in each username
				ids = nil
				for _, i := range []int{1, 2, 7} {
					ids = append(ids, people[i].ID)
				}
			}
			got := found(me, key).List("data.items", "userId")
			if !sameSet(got, ids) {
				t.Errorf("%q finds %v, want %v", key, got, ids)
			}
		}
		people[3].Post("/app/friends/default-permissions", bench.Body{"searchable": false}).OK()
		if got := found(me, "axb").List("data.items", "userId"); !slices.Equal(got, []any{people[7].ID}) {
			t.Errorf("who does not want to be found: %v", got)
		}
		if got := bench.AskFriend(me, people[3]); got != alreadyRequested { // but can be asked
			t.Errorf("asked by id: %d", got)
		}
		page := me.Post("/app/friends/search-users/page", bench.Body{
			"pagination": bench.Body{"size": 2}, "sortings": []bench.Body{{"property": "username", "direction": "asc"}},
		}).OK()
		if page.Int("data.pagination.totalItems") != 3 || page.Int("data.pagination.totalPages") != 2 || page.String("data.items.0.userId") != people[1].ID {
			t.Errorf("everyone: %s", page.Text)
		}
		me.Post("/app/friends/search-users/page", bench.Body{"sortings": []bench.Body{{"property": "phone", "direction": "asc"}}}).Fails(400, "VALIDATION")
		me.Post("/app/friends/search-users/page", bench.Body{"searchKey": strings.Repeat("字", 256)}).Fails(400, "VALIDATION", "searchKey")
	})
}

func sameSet(got, want []any) bool {
	less := func(a, b any) int { return strings.Compare(a.(string), b.(string)) }
	got, want = slices.Clone(got), slices.Clone(want)
	slices.SortFunc(got, less)
	slices.SortFunc(want, less)
	return slices.Equal(got, want)
}

// Lists and details cost the same number of statements, however many friends.
func TestFriendStatementsAreConstant(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		people := bench.UsersWithDevices(w, access.CentreA, 130)
		w.Wallets(0, people...)
		me, few := member(w, people[0]), member(w, people[1])
		seedFriends(w, me.ID, people[2:120])
		seedFriends(w, few.ID, people[120:122])
		for call, want := range map[string]int{
			"users/page": 4, "request-users/page": 3, "blocked-users/page": 3, "search-users/page": 5,
		} {
			for _, who := range []*bench.Caller{me, few} {
				ran := w.Statements(func() {
					who.Post("/app/friends/"+call, bench.Body{"pagination": bench.Body{"size": 100}}).OK()
				})
				if len(ran) > want {
					t.Errorf("%s: %d statements, at most %d wanted:\n%s", call, len(ran), want, strings.Join(ran, "\n"))
				}
			}
		}
		me.Get("/app/mission/level-bar").OK() // the levels are read once a minute
		var counts []int
		for _, who := range []*bench.Caller{me, few} {
			for _, other := range []string{people[2], people[120]} {
				counts = append(counts, len(w.Statements(func() { who.Get("/app/friends/users/" + other).OK() })))
			}
		}
		t.Logf("a detail of a friend or a stranger: %v statements", counts)
		if slices.Max(counts) > 12 || counts[0] != counts[3] || counts[1] != counts[2] {
			t.Errorf("statements of a detail: %v", counts)
		}
	})
}

// Steps and the physique are for those who may see steps; to others it is as if
// there were none.
func TestFriendStepsAndPhysique(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		walker, friend, stranger := w.Member(), w.Member(), w.Member()
		bench.Befriend(walker, friend)
		check := func(viewer *bench.Caller) any {
			return viewer.Get(bench.FriendPath(walker, "/physique/check")).OK().Value("data.check")
		}
		if check(friend) != false {
			t.Error("no physique is set")
		}
		walker.Put("/app/health/physique", bench.Body{"age": 40, "height": 170, "weight": 60}).OK()
		walker.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{
			{"startTime": "2026-11-15T00:00:00.000Z", "endTime": "2026-11-15T01:00:00.000Z", "steps": 5000},
		}}).OK()
		if check(friend) != true || check(stranger) != false {
			t.Error("the physique is for who may see steps")
		}
		d := friend.Get(bench.FriendPath(walker, "")).OK()
		for path, want := range map[string]any{
			"0.section.daily.value": 5000.0, "0.section.yearly.subValue": 5000.0, // 5000 × 170 cm × 0.414
			"1.section.weekly.value": 4.0, "1.section.weekly.subValue": 3.52, "2.section.monthly.value": 154.0, "2.section.monthly.subValue": 154.13,
		} {
			if got := d.Value("data.statistics.0.subItems." + path); got != want {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
		}
		walker.Post(bench.FriendPath(friend, "/permissions"), bench.Body{"stepView": false}).OK()
		if check(friend) != false || slices.Contains(friend.Get(bench.FriendPath(walker, "")).OK().List("data.statistics", "id"), any(1.0)) {
			t.Error("steps that were taken back")
		}
	})
}
