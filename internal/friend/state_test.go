package friend_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// What may lie between two members, 0 and 1.
const (
	byFirst   = 0 // 0 asked 1
	bySecond  = 1
	unrelated = 2
	friends   = 3
)

// couple is two members with what should lie between them, kept by a model that
// shares nothing with the product, and the ids that staff have seen last.
type couple struct {
	members  [2]*bench.Caller
	staff    *bench.Caller
	relation int
	blocks   [2]bool // i blocked the other
	cooled   [2]time.Time
	closed   [2]bool // i takes no requests
	ever     bool    // they were friends at some time
	pairID   string
}

// newCouple is two members who never met.
func newCouple(w *bench.World, staff *bench.Caller) *couple {
	w.T.Helper()
	c := &couple{staff: staff, relation: unrelated, pairID: "nothing"}
	for i := range c.members {
		id := bench.NewName()
		w.User(bench.User{ID: id, Username: id, Status: 1, Centre: "CENTRE_A"})
		c.members[i] = member(w, id)
	}
	return c
}

func (c *couple) become(relation int) {
	if c.relation = relation; relation == friends {
		c.ever, c.cooled = true, [2]time.Time{}
	}
}

// deeds are everything that members and staff can do, with the answer that the
// transition table gives: a status, and the type in the reply where it has one.
var deeds = map[string]func(c *couple, now time.Time, i int) (*bench.Reply, int, int){
	"request": func(c *couple, now time.Time, i int) (*bench.Reply, int, int) {
		j, want := 1-i, cannotAdd
		switch {
		case c.relation == i:
			want = alreadyRequested
		case c.relation == j:
			c.become(friends)
		case c.relation == friends || c.blocks[0] || c.blocks[1] || c.closed[j] || c.cooled[i].After(now):
		default:
			c.relation, want = i, alreadyRequested
		}
		return c.act(i, "POST", "/request"), 200, want
	},
	"accept": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		status := 404
		if c.relation == 1-i {
			c.become(friends)
			status = 200
		}
		return c.act(i, "POST", "/accept"), status, -1
	},
	"reject": func(c *couple, now time.Time, i int) (*bench.Reply, int, int) {
		j := 1 - i
		if c.relation != j {
			return c.act(i, "POST", "/reject"), 404, -1
		}
		c.relation, c.cooled[j] = unrelated, now.Add(7*24*time.Hour)
		return c.act(i, "POST", "/reject"), 200, c.typeFor(i, now)
	},
	"remove": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		status := 404
		if c.relation == i || c.relation == friends {
			c.relation, status = unrelated, 200
		}
		return c.act(i, "DELETE", ""), status, -1
	},
	"block": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		c.relation, c.blocks[i] = unrelated, true
		return c.act(i, "POST", "/block"), 200, -1
	},
	"unblock": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		status := map[bool]int{true: 200, false: 404}[c.blocks[i]]
		c.blocks[i] = false
		return c.act(i, "DELETE", "/block"), status, -1
	},
	"close or open": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		c.closed[i] = !c.closed[i]
		return c.members[i].Put("/app/friends/default-permissions", bench.Body{"requestable": !c.closed[i]}), 200, -1
	},
	"staff add": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		status := 409
		if !c.blocks[0] && !c.blocks[1] {
			c.become(friends)
			status = 200
		}
		return c.staff.Post("/web/friends/users", bench.Body{"userId": c.members[i].ID, "targetUserIds": []string{c.members[1-i].ID}}), status, -1
	},
	"staff accept": func(c *couple, _ time.Time, _ int) (*bench.Reply, int, int) {
		status := 404
		if c.relation < unrelated {
			c.become(friends)
			status = 200
		}
		return c.staff.Post("/web/friends/users/accept", bench.Body{"friendRequestIds": []string{c.pairID}}), status, -1
	},
	"staff reject": func(c *couple, now time.Time, _ int) (*bench.Reply, int, int) {
		status := 404
		if c.relation < unrelated {
			c.cooled[c.relation] = now.Add(7 * 24 * time.Hour)
			c.relation, status = unrelated, 200
		}
		return c.staff.Post("/web/friends/users", bench.Body{"friendRequestIds": []string{c.pairID}}), status, -1
	},
	"staff remove": func(c *couple, _ time.Time, _ int) (*bench.Reply, int, int) {
		status := 404
		if c.relation == friends {
			c.relation, status = unrelated, 200
		}
		return c.staff.Do("DELETE", "/web/friends/users", bench.Body{"friendIds": []string{c.pairID}}), status, -1
	},
	"staff block": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		c.relation, c.blocks[i] = unrelated, true
		return c.staff.Post("/web/friends/users/block", bench.Body{"userId": c.members[i].ID, "targetUserIds": []string{c.members[1-i].ID}}), 200, -1
	},
	"staff unblock": func(c *couple, _ time.Time, i int) (*bench.Reply, int, int) {
		id, status := "nothing", 404
		if c.blocks[i] {
			id = c.staff.Post("/web/friends/blocked-users/page", bench.Body{"userId": c.members[i].ID}).OK().String("data.0.items.0.friendBlockId")
			c.blocks[i], status = false, 200
		}
		return c.staff.Do("DELETE", "/web/friends/users/block", bench.Body{"friendBlockIds": []string{id}}), status, -1
	},
}

func (c *couple) act(i int, method, rest string) *bench.Reply {
	return c.members[i].Do(method, bench.FriendPath(c.members[1-i], rest), nil)
}

// typeFor is how i should find the other.
func (c *couple) typeFor(i int, now time.Time) int {
	j := 1 - i
	switch {
	case c.blocks[j]:
		return notSearchable
	case c.blocks[i] || c.relation == friends || c.closed[j] || c.cooled[i].After(now):
		return cannotAdd
	case c.relation == i:
		return alreadyRequested
	case c.relation == j:
		return canDecide
	default:
		return canAdd
	}
}

// check holds the product against the model.
func (c *couple) check(t interface{ Fatalf(string, ...any) }, now time.Time) {
	list := relations(c.staff, c.members[0].ID)
	got := unrelated
	if list.Int("data.0.pagination.totalItems") > 0 {
		item := list.Value("data.0.items.0").(map[string]any)
		switch {
		case item["friendStatus"] == 1.0:
			got, c.pairID = friends, item["friendId"].(string)
		case item["requestedBy"] == c.members[0].ID:
			got, c.pairID = byFirst, item["friendRequestId"].(string)
		default:
			got, c.pairID = bySecond, item["friendRequestId"].(string)
		}
	}
	if got != c.relation || list.Int("data.0.pagination.totalItems") > 1 {
		t.Fatalf("the relation is %d, want %d: %s", got, c.relation, list.Text)
	}
	for i, m := range c.members {
		if got, want := typeOf(m, c.members[1-i], c.members[1-i].ID), c.typeFor(i, now); got != want {
			t.Fatalf("member %d finds the other as %d, want %d", i, got, want)
		}
	}
}

// Two members and staff act in random order; the product follows the
// transition table at every step.
func TestFriendStateMachine(t *testing.T) {
	names := deedNames()
	bench.Each(t, func(t *testing.T, w *bench.World) {
		rapid.Check(t, func(rt *rapid.T) {
			c := newCouple(w, w.Staff(access.Chief, access.CentreA))
			for range rapid.IntRange(2, 7).Draw(rt, "steps") {
				if rapid.IntRange(0, 4).Draw(rt, "wait") == 0 {
					w.Clock.Advance(time.Duration(rapid.IntRange(1, 3).Draw(rt, "days")) * 24 * time.Hour)
					c.staff = w.Staff(access.Chief, access.CentreA) // a session of staff lasts a working day
				}
				now := w.Clock.Now()
				name, i := rapid.SampledFrom(names).Draw(rt, "deed"), rapid.IntRange(0, 1).Draw(rt, "by")
				reply, status, action := deeds[name](c, now, i)
				if reply.Status != status || action >= 0 && reply.Int("data.friendActionType") != action {
					rt.Fatalf("%s by %d: %d %s, want %d and type %d", name, i, reply.Status, reply.Text, status, action)
				}
				c.check(rt, now)
			}
			if n, want := c.events(w), map[bool]int{true: 2, false: 0}[c.ever]; n != want {
				rt.Fatalf("%d mission events, want %d", n, want)
			}
		})
	})
}

func deedNames() (names []string) {
	for name := range deeds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// events counts how often the pair counted for missions.
func (c *couple) events(w *bench.World) int {
	return bench.CountRows(w, "mission_events", fmt.Sprintf("event = 'friend_made' AND user_id IN ('%s', '%s')", c.members[0].ID, c.members[1].ID))
}

// Whatever happens at the same moment, on two servers: a pair has one row at
// most, and none across a block. A deadlock or a failure is a status of its own.
func TestFriendsAtTheSameMoment(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		second := w
		if w.Engine == db.Postgres {
			second = w.Replica()
		}
		staff := w.Staff(access.Chief, access.CentreA)
		names := deedNames()
		random := rand.New(rand.NewPCG(7, 11))
		for round := range 40 {
			c := newCouple(w, staff)
			c.check(t, w.Clock.Now())
			switch round % 3 {
			case 1:
				bench.AskFriend(c.members[0], c.members[1])
			case 2:
				bench.Befriend(c.members[0], c.members[1])
			}
			// What the model makes of it is not asked: each deed has its own copy.
			c.pairID = relationID(c)
			var all sync.WaitGroup
			start := make(chan struct{})
			for n := range 6 {
				name, i := names[random.IntN(len(names))], random.IntN(2)
				if round%4 == 0 { // the heart of it
					name = []string{"accept", "block", "request", "staff add", "request", "block"}[n]
				}
				own := *c
				for k, m := range c.members {
					own.members[k] = m.At([]*bench.World{w, second}[n%2])
				}
				all.Go(func() {
					<-start
					reply, _, _ := deeds[name](&own, w.Clock.Now(), i)
					if reply.Status != 200 && reply.Status != 404 && reply.Status != 409 {
						t.Errorf("%s: %d %s", name, reply.Status, reply.Text)
					}
				})
			}
			close(start)
			all.Wait()
			c.holds(t, w)
		}
	})
}

// relationID is the id of what lies between the two, if anything.
func relationID(c *couple) string {
	item, ok := relations(c.staff, c.members[0].ID).Value("data.0.items.0").(map[string]any)
	if !ok {
		return "nothing"
	}
	if id, ok := item["friendId"].(string); ok {
		return id
	}
	return item["friendRequestId"].(string)
}

// holds checks what must always be true of two members.
func (c *couple) holds(t *testing.T, w *bench.World) (pairs, blocks int) {
	t.Helper()
	low, high := min(c.members[0].ID, c.members[1].ID), max(c.members[0].ID, c.members[1].ID)
	pairs = bench.CountRows(w, "friend_pairs", fmt.Sprintf("user_low IN ('%[1]s', '%[2]s') OR user_high IN ('%[1]s', '%[2]s')", low, high))
	blocks = bench.CountRows(w, "friend_blocks", fmt.Sprintf("user_id IN ('%s', '%s')", low, high))
	if pairs > 1 || pairs > 0 && blocks > 0 {
		t.Errorf("%d rows of a pair beside %d blocks", pairs, blocks)
	}
	if n := c.events(w); n != 0 && n != 2 {
		t.Errorf("%d mission events", n)
	}
	return pairs, blocks
}

// Accepting and blocking at the same moment ends blocked, whoever comes first
// and whoever blocks.
func TestAcceptAndBlockAtOnceEndsBlocked(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		second := w
		if w.Engine == db.Postgres {
			second = w.Replica()
		}
		staff := w.Staff(access.Chief, access.CentreA)
		for round := range 20 {
			c := newCouple(w, staff)
			bench.AskFriend(c.members[0], c.members[1])
			blocker, other := c.members[round%2], c.members[1-round%2]
			var both sync.WaitGroup
			var replies [2]*bench.Reply
			both.Go(func() { replies[0] = c.members[1].Post(bench.FriendPath(c.members[0], "/accept"), nil) })
			both.Go(func() { replies[1] = blocker.At(second).Post(bench.FriendPath(other, "/block"), nil) })
			both.Wait()
			replies[1].OK()
			if s := replies[0].Status; s != 200 && s != 404 {
				t.Errorf("accepting answers %d", s)
			}
			if pairs, blocks := c.holds(t, w); pairs != 0 || blocks != 1 {
				t.Errorf("%d friendships, %d blocks", pairs, blocks)
			}
		}
	})
}

// What was set for one friend ends with the friendship.
func TestFriendPermissionsEndWithIt(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreA)
		for name, end := range map[string]func(a, b *bench.Caller){
			"the one removes":   func(a, b *bench.Caller) { a.Delete(bench.FriendPath(b, "")).OK() },
			"the other removes": func(a, b *bench.Caller) { b.Delete(bench.FriendPath(a, "")).OK() },
			"blocked": func(a, b *bench.Caller) {
				b.Post(bench.FriendPath(a, "/block"), nil).OK()
				b.Delete(bench.FriendPath(a, "/block")).OK()
			},
			"staff remove": func(a, _ *bench.Caller) {
				staff.Do("DELETE", "/web/friends/users", bench.Body{"friendIds": []string{relations(staff, a.ID).String("data.0.items.0.friendId")}}).OK()
			},
		} {
			c := newCouple(w, staff)
			a, b := c.members[0], c.members[1]
			bench.Befriend(a, b)
			for _, two := range [][2]*bench.Caller{{a, b}, {b, a}} {
				two[0].Post(bench.FriendPath(two[1], "/permissions"), bench.Body{"stepView": false, "mapView": true}).OK()
			}
			end(a, b)
			bench.Befriend(a, b)
			for _, two := range [][2]*bench.Caller{{a, b}, {b, a}} {
				got := two[0].Get(bench.FriendPath(two[1], "/permissions")).OK()
				if got.Value("data.stepView") != true || got.Value("data.mapView") != false {
					t.Errorf("%s: %s", name, got.Text)
				}
			}
		}
	})
}

// Who is removed leaves nothing behind; who comes back finds everything.
func TestFriendsOfWhoLeaves(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		me, friend, asked, blocker, blocked := w.Member(), w.Member(), w.Member(), w.Member(), w.Member()
		bench.Befriend(me, friend)
		bench.AskFriend(me, asked)
		bench.AskFriend(blocked, me)
		me.Post(bench.FriendPath(blocked, "/reject"), nil).OK()
		me.Post(bench.FriendPath(blocked, "/block"), nil).OK()
		blocker.Post(bench.FriendPath(me, "/block"), nil).OK()
		for _, two := range [][2]*bench.Caller{{me, friend}, {friend, me}} {
			two[0].Post(bench.FriendPath(two[1], "/permissions"), bench.Body{"stepView": false}).OK()
		}
		me.Delete("/app/users/remove").OK()
		if len(inList(friend, "users")) != 0 || len(inList(asked, "request-users")) != 0 {
			t.Error("someone who leaves is still there")
		}
		admin := w.Admin()
		admin.Post("/web/remove/restore/"+bench.RemovalOf(w, me.ID), nil).OK()
		if len(inList(friend, "users")) != 1 || len(inList(asked, "request-users")) != 1 {
			t.Error("restored, and the friends are gone")
		}
		w.Clock.Advance(time.Minute)
		me = member(w, me.ID)
		me.Delete("/app/users/remove").OK()
		admin.Post("/web/remove/delete/"+bench.RemovalOf(w, me.ID), nil).OK()
		for table, columns := range map[string][]string{
			"friend_settings": {"user_id"}, "friend_pairs": {"user_low", "user_high", "requested_by"}, "friend_blocks": {"user_id", "blocked_id"},
			"friend_cooldowns": {"user_id", "other_id"}, "friend_permissions": {"user_id", "viewer_id"},
		} {
			for _, column := range columns {
				if n := bench.CountRows(w, table, column+" = '"+me.ID+"'"); n != 0 {
					t.Errorf("%d rows in %s.%s", n, table, column)
				}
			}
		}
		if len(inList(blocker, "blocked-users")) != 0 {
			t.Error("someone who is gone is listed as blocked")
		}
	})
}

// A person's own archive tells of friends and of whom they blocked, never of
// who blocked them.
func TestFriendsInOwnData(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		me, low, high, blocker := w.Member(), w.Member(), w.Member(), w.Member()
		bench.Befriend(me, low)
		bench.Befriend(high, me)
		blocker.Post(bench.FriendPath(me, "/block"), nil).OK()
		me.Post(bench.FriendPath(w.Member(), "/block"), nil).OK()
		data, err := w.App.People.Export(context.Background(), w.App.DB, me.ID)
		bench.Must(t, err)
		area := data["friends"]
		if len(area["friend_pairs"]) != 2 || len(area["friend_blocks"]) != 1 || len(area["friend_settings"]) != 1 {
			t.Errorf("own data: %v", area)
		}
		if area["friend_cooldowns"] == nil {
			t.Error("what is empty is an empty list")
		}
	})
}
