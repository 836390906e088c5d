package catalog

import (
	"strings"
	"testing"
)

func TestFirstDayPromises(t *testing.T) {
	for _, c := range []struct {
		name string
		edit edit
		want string
	}{
		{"an event out of reach", edit{"missions.yaml", "event: survey_opened\n    target: 1", "event: survey_opened\n    target: 2"},
			"missions.yaml:1: first day: no mission of survey_opened can be completed"},
		{"an event in windows only", edit{"missions.yaml", "type: 6\n    event: friend_made\n    target: 1\n    link: 15\n    period: once",
			"type: 1\n    event: friend_made\n    target: 1\n    link: 15\n    period: window\n    from: 2020-01-01\n    to: 2099-12-31"},
			"missions.yaml:1: first day: no mission of friend_made can be completed"},
		{"level 2 too far", edit{"levels.yaml", "{level: 1, need: 100}\n  - {level: 2, need: 150}\n  - {level: 3, need: 200}\n  - {level: 4, need: 250}",
			"{level: 1, need: 250}\n  - {level: 2, need: 250}\n  - {level: 3, need: 250}\n  - {level: 4, need: 250}"},
			"levels.yaml:3: first day: 205 exp do not reach level 2, which needs 250"},
		{"no voucher of level 2", edit{"vouchers.yaml", "level: 2,", "level: 3,"},
			"vouchers.yaml:1: first day: there is no voucher of level 2"},
		{"tokens", edit{"settings.yaml", "token: 3", "token: 0"},
			"settings.yaml:3: first day: the 0 tokens of a new account do not pay"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := faultsOf(t, contentWith(t, c.edit))
			if len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), c.want) {
				t.Errorf("got\n%v\nwant\n%s", faults, c.want)
			}
		})
	}
}

// purseCatalogue holds just what the rule about coins looks at.
func purseCatalogue(mascot int, items []Item, rewards map[Event]int) *Catalogue {
	c := &Catalogue{
		Mascots: []Mascot{{Coin: mascot + 50}, {Coin: mascot}},
		Items:   items,
		Lessons: []Lesson{{Chapters: make([]Chapter, 3)}},
	}
	for event, coin := range rewards {
		c.Missions = append(c.Missions, Mission{Event: event, Target: 1, Period: Once, Reward: Reward{Coin: coin}})
	}
	return c
}

func TestFirstDayPurse(t *testing.T) {
	tea := Item{Category: 1, Subcategory: 6, Coin: 10, Saleable: true}
	tart := Item{Category: 1, Subcategory: 6, Coin: 15, Saleable: true}
	plant := Item{Category: 1, Subcategory: 5, Coin: 12, Saleable: true}
	cake := Item{Category: 1, Subcategory: 6, Coin: 10, Saleable: true, Birthday: true}
	free := Item{Category: 1, Subcategory: 6, Coin: 0}
	shop := []Item{plant, free, tart, cake, tea}
	for _, c := range []struct {
		name    string
		items   []Item
		rewards map[Event]int
		want    string
	}{
		// The mascot 60, tea and tart and plant 37, cake 10.
		{"just enough", shop, map[Event]int{ArticleRead: 70, ItemUsed: 37}, ""},
		{"one coin short", shop, map[Event]int{ArticleRead: 70, ItemUsed: 36}, "106 coins do not pay for the cheapest mascot, three items and a birthday item, 107"},
		{"circular", shop, map[Event]int{ArticleRead: 69, ItemUsed: 10, ItemBought: 10, MascotBought: 18}, "69 coins earned before buying anything do not pay for the cheapest mascot and item, 70"},
		{"no two of a shelf", []Item{plant, tea, cake}, map[Event]int{ArticleRead: 500}, "the shop needs three items"},
		{"no birthday item", []Item{plant, tea, tart}, map[Event]int{ArticleRead: 500}, "the shop needs three items"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f Faults
			bent := purseCatalogue(60, c.items, c.rewards)
			checkPurse(&f, bent, firstDayMissions(bent))
			if got := f.Error(); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestCheapestThree(t *testing.T) {
	item := func(subcategory, coin int) Item { return Item{Category: 1, Subcategory: subcategory, Coin: coin} }
	for _, c := range []struct {
		name   string
		offers []Item // from the cheapest
		want   int
		found  bool
	}{
		{"three of a shelf", []Item{item(1, 1), item(1, 2), item(1, 3)}, 6, true},
		{"a dear pair beside cheap singles", []Item{item(1, 1), item(2, 2), item(3, 5), item(3, 6)}, 12, true},
		{"the second of a shelf is dear", []Item{item(1, 1), item(2, 3), item(2, 4), item(1, 50)}, 8, true},
		{"no shelf has two", []Item{item(1, 1), item(2, 2), item(3, 3)}, 0, false},
		{"only two items", []Item{item(1, 1), item(1, 2)}, 0, false},
	} {
		if got, found := cheapestThree(c.offers); got != c.want || found != c.found {
			t.Errorf("%s: got %d, %v; want %d, %v", c.name, got, found, c.want, c.found)
		}
	}
}

// The lesson bar promises what missions pay: a step's experience is that of all
// the lesson missions without an end which so many lessons complete.
func TestLessonBarTellsWhatMissionsPay(t *testing.T) {
	c, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range c.Settings.LessonBar.Steps {
		paid, promised := 0, false
		for _, m := range c.Missions {
			if m.Event == LessonFinished && m.Period == Once && m.Target <= step.Count {
				paid += m.Reward.Exp
				promised = promised || m.Target == step.Count
			}
		}
		if paid != step.Exp || !promised {
			t.Errorf("%s: %d lessons show %d exp, their missions pay %d", step.Place, step.Count, step.Exp, paid)
		}
	}
}
