package friend

import (
	"testing"
	"testing/quick"
)

func TestMayView(t *testing.T) {
	yes, no := true, false
	relations := []Relation{Strangers, ViewerAsked, OwnerAsked, Friends, Blocked}
	for _, c := range []struct {
		audience Audience
		flag     *bool
		want     string // by relation
	}{
		{OnlyMe, nil, "....."}, {OnlyMe, &yes, "....."}, {OnlyMe, &no, "....."},
		{FriendsOnly, nil, "...y."}, {FriendsOnly, &yes, "yyyy."}, {FriendsOnly, &no, "....."},
		{Everyone, nil, "yyyy."}, {Everyone, &yes, "yyyy."}, {Everyone, &no, "....."},
	} {
		for i, r := range relations {
			if got := mayView(c.audience, c.flag, r); got != (c.want[i] == 'y') {
				t.Errorf("audience %d, flag %v, relation %d: %v", c.audience, c.flag, r, got)
			}
		}
	}
}

// open is the standing of two who may become friends.
var open = standing{Normal: true, Searchable: true, Requestable: true}

func TestActionTypeIsTheFirstThatApplies(t *testing.T) {
	change := func(c func(*standing)) standing {
		s := open
		c(&s)
		return s
	}
	for name, c := range map[string]struct {
		standing standing
		action   ActionType
		request  outcome
		reply    ActionType
	}{
		"nothing in the way":      {open, CanAdd, asks, Requested},
		"not searchable":          {change(func(s *standing) { s.Searchable = false }), NotSearchable, asks, Requested},
		"they blocked":            {change(func(s *standing) { s.Relation = Blocked }), NotSearchable, refused, CannotAdd},
		"I blocked":               {change(func(s *standing) { s.BlockedThem = true }), CannotAdd, refused, CannotAdd},
		"friends":                 {change(func(s *standing) { s.Relation = Friends }), CannotAdd, refused, CannotAdd},
		"not requestable":         {change(func(s *standing) { s.Requestable = false }), CannotAdd, refused, CannotAdd},
		"cooling down":            {change(func(s *standing) { s.CoolingDown = true }), CannotAdd, refused, CannotAdd},
		"a full list":             {change(func(s *standing) { s.ListFull = true }), CannotAdd, refused, CannotAdd},
		"asked enough":            {change(func(s *standing) { s.AskedEnough = true }), CannotAdd, refused, CannotAdd},
		"I asked":                 {change(func(s *standing) { s.Relation = ViewerAsked }), Requested, waiting, Requested},
		"they asked":              {change(func(s *standing) { s.Relation = OwnerAsked }), CanDecide, befriends, CannotAdd},
		"I asked, now closed":     {change(func(s *standing) { s.Relation, s.Requestable = ViewerAsked, false }), CannotAdd, waiting, Requested},
		"I asked, and enough":     {change(func(s *standing) { s.Relation, s.AskedEnough = ViewerAsked, true }), CannotAdd, waiting, Requested},
		"they asked, I am full":   {change(func(s *standing) { s.Relation, s.ListFull = OwnerAsked, true }), CannotAdd, refused, CannotAdd},
		"they asked, I asked out": {change(func(s *standing) { s.Relation, s.AskedEnough = OwnerAsked, true }), CannotAdd, befriends, CannotAdd},
		"gone":                    {standing{}, NotSearchable, refused, CannotAdd},
	} {
		if got := c.standing.actionType(); got != c.action {
			t.Errorf("%s: type %d, want %d", name, got, c.action)
		}
		if got := c.standing.request(); got != c.request || got.reply() != c.reply {
			t.Errorf("%s: a request becomes %d (%d), want %d (%d)", name, got, got.reply(), c.request, c.reply)
		}
	}
}

// Across a block nothing is ever stored, whatever else is true.
func TestNoRequestCrossesABlock(t *testing.T) {
	err := quick.Check(func(s standing, theirs bool) bool {
		s.Relation = Strangers // a block leaves nothing else
		if theirs {
			s.Relation = Blocked
		} else {
			s.BlockedThem = true
		}
		return s.request() == refused && s.request().reply() == CannotAdd && s.actionType() <= CannotAdd
	}, nil)
	if err != nil {
		t.Error(err)
	}
}
