package friend

import (
	"encoding/json"
	"testing"
)

func TestStatisticsOfDetail(t *testing.T) {
	d := Detail{
		May: Views{Step: true, Map: true, Mascot: true}, Friends: true, Level: 7,
		Counted: Counted{
			Steps: Periods{4200, 21000.4, 90000.5, 1e6}, Distance: Periods{2.499, 2.5, 2.555, 0.004}, Calories: Periods{1, 2, 3, 4.126},
			CheckIns: 3, Buildings: 5, Mascots: 1, Items: 12, LessonsLearning: 2, LessonsCompleted: 4,
		},
	}
	const want = `[` +
		`{"id":1,"subItems":[` +
		`{"subId":1,"section":{"daily":{"value":4200,"subValue":4200},"weekly":{"value":21000,"subValue":21000.4},"monthly":{"value":90001,"subValue":90000.5},"yearly":{"value":1000000,"subValue":1000000}}},` +
		`{"subId":2,"section":{"daily":{"value":2,"subValue":2.5},"weekly":{"value":3,"subValue":2.5},"monthly":{"value":3,"subValue":2.56},"yearly":{"value":0,"subValue":0}}},` +
		`{"subId":3,"section":{"daily":{"value":1,"subValue":1},"weekly":{"value":2,"subValue":2},"monthly":{"value":3,"subValue":3},"yearly":{"value":4,"subValue":4.13}}}]},` +
		`{"id":2,"subItems":[{"subId":1,"value":3,"subValue":3},{"subId":2,"value":5,"subValue":5}]},` +
		`{"id":3,"subItems":[{"subId":1,"value":1,"subValue":1},{"subId":2,"value":12,"subValue":12}]},` +
		`{"id":4,"subItems":[{"subId":1,"value":2,"subValue":2},{"subId":2,"value":4,"subValue":4}]},` +
		`{"id":5,"subItems":[{"subId":1,"value":7,"subValue":7}]}]`
	got, err := json.Marshal(statisticsOf(d))
	if err != nil || string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if hidden := statisticsOf(Detail{Counted: d.Counted}); len(hidden) != 0 {
		t.Errorf("a stranger sees %v", hidden)
	}
}

func TestProfileOfDetail(t *testing.T) {
	key := "avatar"
	mascot := Counted{InUse: []Item{{ID: "hat", CategoryID: 2}, {ID: "cat", CategoryID: 3}}}
	for name, c := range map[string]struct {
		detail               Detail
		useAvatar, isDefault bool
		items                int
	}{
		"an own picture":                 {Detail{relation: relation{AvatarKey: &key}, May: Views{Avatar: true}}, true, false, 0},
		"an own picture beside a mascot": {Detail{relation: relation{AvatarKey: &key}, May: Views{Avatar: true, Mascot: true}, Counted: mascot}, true, false, 2},
		"a mascot and no picture":        {Detail{May: Views{Avatar: true, Mascot: true}, Counted: mascot}, false, true, 2},
		"a mascot and a hidden picture":  {Detail{relation: relation{AvatarKey: &key}, May: Views{Mascot: true}, Counted: mascot}, false, true, 2},
		"everything hidden":              {Detail{relation: relation{AvatarKey: &key}, Counted: mascot}, true, true, 0},
		"neither":                        {Detail{May: Views{Avatar: true, Mascot: true}}, true, true, 0},
		"furniture is no mascot":         {Detail{May: Views{Mascot: true}, Counted: Counted{InUse: []Item{{ID: "bed", CategoryID: 1}}}}, true, true, 1},
	} {
		p := profileOf(c.detail)
		if p.UseAvatar != c.useAvatar || p.IsDefaultAvatar != c.isDefault || len(p.ShopItems) != c.items {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
