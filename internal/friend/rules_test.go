package friend

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/quick"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
)

func TestMayView(t *testing.T) {
	yes, no := true, false
	states := []State{Strangers, ViewerAsked, OwnerAsked, Friends, Blocked}
	for _, c := range []struct {
		audience Audience
		flag     *bool
		want     string // by relation
	}{
		{OnlyMe, nil, "....."}, {OnlyMe, &yes, "....."}, {OnlyMe, &no, "....."},
		{FriendsOnly, nil, "...y."}, {FriendsOnly, &yes, "yyyy."}, {FriendsOnly, &no, "....."},
		{Everyone, nil, "yyyy."}, {Everyone, &yes, "yyyy."}, {Everyone, &no, "....."},
	} {
		for i, r := range states {
			if got := mayView(c.audience, c.flag, r); got != (c.want[i] == 'y') {
				t.Errorf("audience %d, flag %v, relation %d: %v", c.audience, c.flag, r, got)
			}
		}
	}
}

// open is the eligibility of two who may become friends.
var open = eligibility{Normal: true, Searchable: true, Requestable: true}

func TestActionTypeIsTheFirstThatApplies(t *testing.T) {
	change := func(c func(*eligibility)) eligibility {
		e := open
		c(&e)
		return e
	}
	for name, c := range map[string]struct {
		eligibility eligibility
		action      ActionType
		request     outcome
		reply       ActionType
	}{
		"nothing in the way":      {open, CanAdd, asks, Requested},
		"not searchable":          {change(func(s *eligibility) { s.Searchable = false }), NotSearchable, asks, Requested},
		"they blocked":            {change(func(s *eligibility) { s.State = Blocked }), NotSearchable, refused, CannotAdd},
		"I blocked":               {change(func(s *eligibility) { s.BlockedThem = true }), CannotAdd, refused, CannotAdd},
		"friends":                 {change(func(s *eligibility) { s.State = Friends }), CannotAdd, refused, CannotAdd},
		"not requestable":         {change(func(s *eligibility) { s.Requestable = false }), CannotAdd, refused, CannotAdd},
		"cooling down":            {change(func(s *eligibility) { s.CoolingDown = true }), CannotAdd, refused, CannotAdd},
		"a full list":             {change(func(s *eligibility) { s.ListFull = true }), CannotAdd, refused, CannotAdd},
		"asked enough":            {change(func(s *eligibility) { s.AskedEnough = true }), CannotAdd, refused, CannotAdd},
		"I asked":                 {change(func(s *eligibility) { s.State = ViewerAsked }), Requested, waiting, Requested},
		"they asked":              {change(func(s *eligibility) { s.State = OwnerAsked }), CanDecide, befriends, CannotAdd},
		"I asked, now closed":     {change(func(s *eligibility) { s.State, s.Requestable = ViewerAsked, false }), CannotAdd, waiting, Requested},
		"I asked, and enough":     {change(func(s *eligibility) { s.State, s.AskedEnough = ViewerAsked, true }), CannotAdd, waiting, Requested},
		"they asked, I am full":   {change(func(s *eligibility) { s.State, s.ListFull = OwnerAsked, true }), CannotAdd, refused, CannotAdd},
		"they asked, I asked out": {change(func(s *eligibility) { s.State, s.AskedEnough = OwnerAsked, true }), CannotAdd, befriends, CannotAdd},
		"gone":                    {eligibility{}, NotSearchable, refused, CannotAdd},
	} {
		if got := c.eligibility.actionType(); got != c.action {
			t.Errorf("%s: type %d, want %d", name, got, c.action)
		}
		if got := c.eligibility.request(); got != c.request || got.reply() != c.reply {
			t.Errorf("%s: a request becomes %d (%d), want %d (%d)", name, got, got.reply(), c.request, c.reply)
		}
	}
}

// Across a block nothing is ever stored, whatever else is true.
func TestNoRequestCrossesABlock(t *testing.T) {
	err := quick.Check(func(s eligibility, theirs bool) bool {
		s.State = Strangers // a block leaves nothing else
		if theirs {
			s.State = Blocked
		} else {
			s.BlockedThem = true
		}
		return s.request() == refused && s.request().reply() == CannotAdd && s.actionType() <= CannotAdd
	}, nil)
	if err != nil {
		t.Error(err)
	}
}

func TestRequestsCountForTheirDay(t *testing.T) {
	today, err := clock.ParseDate("2026-11-15")
	if err != nil {
		t.Fatal(err)
	}
	yesterday := today.AddDays(-1)
	for _, c := range []struct {
		name string
		used usage
		want int
	}{
		{"none ever", usage{}, 0},
		{"some today", usage{RequestsOn: today, Requests: 29}, 29},
		{"some yesterday", usage{RequestsOn: yesterday, Requests: 30}, 0},
	} {
		if got := c.used.madeOn(today); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestLimitsAtTheirEdge(t *testing.T) {
	today, err := clock.ParseDate("2026-11-15")
	if err != nil {
		t.Fatal(err)
	}
	r := relation{ViewerID: "me", ID: "other"}
	for _, c := range []struct {
		name              string
		me, other         usage
		listFull, tooMany bool
	}{
		{"new members", usage{}, usage{}, false, false},
		{"room for one", usage{Friends: maxFriends - 1}, usage{Friends: maxFriends - 1}, false, false},
		{"my list is full", usage{Friends: maxFriends}, usage{}, true, false},
		{"the other's list is full", usage{}, usage{Friends: maxFriends}, true, false},
		{"one more may wait", usage{Pending: maxPending - 1}, usage{}, false, false},
		{"as many wait as may", usage{Pending: maxPending}, usage{}, false, true},
		{"one more today", usage{RequestsOn: today, Requests: maxRequests - 1}, usage{}, false, false},
		{"as many today as may", usage{RequestsOn: today, Requests: maxRequests}, usage{}, false, true},
		{"the other's requests do not count", usage{}, usage{Pending: maxPending, RequestsOn: today, Requests: maxRequests}, false, false},
	} {
		got := r.eligibility(map[string]usage{"me": c.me, "other": c.other}, today)
		if got.ListFull != c.listFull || got.AskedEnough != c.tooMany {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestCheckListSizes(t *testing.T) {
	used := map[string]usage{"a": {Friends: maxFriends - 2}, "b": {Friends: maxFriends}}
	for _, c := range []struct {
		name  string
		fresh [][2]string
		full  bool
	}{
		{"nothing new", nil, false},
		{"up to the limit", [][2]string{{"a", "c"}, {"a", "d"}}, false},
		{"one too many in one call", [][2]string{{"a", "c"}, {"a", "d"}, {"a", "e"}}, true},
		{"the other side is full", [][2]string{{"c", "b"}}, true},
	} {
		if err := checkListSizes(used, c.fresh); errors.Is(err, errListFull) != c.full {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	named := func(n int) []string {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = fmt.Sprintf("%04d", i)
		}
		return ids
	}
	for _, c := range []struct {
		name      string
		ids, want []string // nil is refused
	}{
		{"none", nil, nil},
		{"again", []string{"b", "a", "b"}, []string{"a", "b"}},
		{"as many as may be, each twice", append(named(maxBatch), named(maxBatch)...), named(maxBatch)},
		{"one too many", named(maxBatch + 1), nil},
	} {
		if got, err := distinct("friendIds", c.ids); !slices.Equal(got, c.want) || (err != nil) != (c.want == nil) {
			t.Errorf("%s: %d ids, %v", c.name, len(got), err)
		}
	}
}

// Staff of one centre learn no address of a friend who is of another.
func TestOnlyInReach(t *testing.T) {
	number, staffID, gender := "S1", "staff", 1
	full := RelatedUser{
		UserID: "u", Username: "name", Email: "a@b.hk", Phone: "91234567", ServiceNumber: &number, Staff: &number, StaffID: &staffID,
		Centre: access.CentreA, Gender: &gender, Signature: "hi", AvatarKey: &number,
	}
	of := func(code access.Code, centre access.Centre, id string) access.Scope {
		for _, role := range access.Roles() {
			if role.Code == code && role.Centre == centre {
				return access.Staff{ID: id, Role: role}.Scope()
			}
		}
		t.Fatalf("no role %s %s", code, centre)
		return access.Scope{}
	}
	for _, c := range []struct {
		name  string
		scope access.Scope
		sees  bool
	}{
		{"an administrator", access.Everything(), true},
		{"the chief of the centre", of(access.Chief, access.CentreA, "other"), true},
		{"the chief of the other centre", of(access.Chief, access.CentreB, "staff"), false},
		{"the support worker in charge", of(access.Support, access.CentreA, "staff"), true},
		{"another support worker", of(access.Support, access.CentreA, "other"), false},
	} {
		got := full.onlyInReach(c.scope)
		sees := got.Email != "" && got.Phone != "" && got.ServiceNumber != nil && got.Staff != nil && got.Gender != nil &&
			got.Signature != "" && got.AvatarKey != nil
		hidden := got.Email == "" && got.Phone == "" && got.ServiceNumber == nil && got.Staff == nil && got.Gender == nil &&
			got.Signature == "" && got.AvatarKey == nil
		if sees != c.sees || hidden == c.sees || got.Username != "name" {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
