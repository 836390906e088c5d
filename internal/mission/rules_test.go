package mission

import (
	"testing"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
)

func TestButton(t *testing.T) {
	for _, c := range []struct {
		mission mission
		want    int
	}{
		{mission{}, 0},
		{mission{Link: 3}, 1},
		{mission{Completed: true}, 2},
		{mission{Completed: true, Link: 3}, 2},
		{mission{Completed: true, Claimed: true, Link: 3}, 3},
	} {
		if got := c.mission.button(); got != c.want {
			t.Errorf("%+v has button %d, want %d", c.mission, got, c.want)
		}
	}
}

func TestAchieved(t *testing.T) {
	for _, c := range []struct {
		mission mission
		steps   int64
		want    int64
	}{
		{mission{Count: 2, Target: 5}, 9000, 2},
		{mission{Count: 7, Target: 5}, 0, 5}, // the target was lowered meanwhile
		{mission{Event: catalog.StepsOfDay, Target: 3000}, 0, 0},
		{mission{Event: catalog.StepsOfDay, Target: 3000}, 2999, 2999},
		{mission{Event: catalog.StepsOfDay, Target: 3000}, 3001, 3000},
		{mission{Event: catalog.StepsOfDay, Target: 3000, Completed: true}, 10, 3000}, // steps were taken back
		{mission{Count: 1, Target: 5, Completed: true}, 0, 5},
	} {
		if got := c.mission.achieved(c.steps); got != c.want {
			t.Errorf("%+v after %d steps: %d, want %d", c.mission, c.steps, got, c.want)
		}
	}
}

func TestModes(t *testing.T) {
	modes := map[catalog.Event]int{
		"article_read": 0, "steps_of_day": 1, "building_photo": 2, "chapter_finished": 3, "lesson_finished": 3,
	}
	for _, e := range []catalog.Event{
		"article_read", "steps_of_day", "building_photo", "chapter_finished", "lesson_finished", "friend_made", "item_used", "",
	} {
		want, has := modes[e]
		if got, ok := modeOf(e); got != want || ok != has {
			t.Errorf("%s has mode %d, %v", e, got, ok)
		}
	}
}

func TestPeriodOn(t *testing.T) {
	day := clock.DateOf(time.Date(2026, 11, 15, 16, 0, 0, 0, time.UTC)) // midnight in Hong Kong
	for period, want := range map[catalog.Period]string{catalog.Daily: "2026-11-16", catalog.Once: "", catalog.Window: ""} {
		if got := periodOn(period, day); got != want {
			t.Errorf("%s has the period %q, want %q", period, got, want)
		}
	}
}

func TestRewardIsPaidOncePerPeriod(t *testing.T) {
	for _, c := range []struct{ period, want string }{{"", "m"}, {"2026-11-16", "m/2026-11-16"}} {
		entries := Reward{Coin: 5, Exp: 10, Token: 1}.entries("m", c.period)
		if len(entries) != 3 || entries[0].Amount != 5 || entries[1].Amount != 10 || entries[2].Amount != 1 {
			t.Fatalf("%+v", entries)
		}
		for _, e := range entries {
			if e.Reference != c.want {
				t.Errorf("%q, want %q", e.Reference, c.want)
			}
		}
	}
}

func TestByUser(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 15, 10, minute, 0, 0, time.UTC) }
	groups := byUser([]earned{
		{UserID: "b", MissionID: "1", CompletedAt: at(1)},
		{UserID: "a", MissionID: "2", CompletedAt: at(5)},
		{UserID: "a", MissionID: "3", CompletedAt: at(4)},
		{UserID: "a", MissionID: "1", CompletedAt: at(5)},
	})
	got := ""
	for _, g := range groups {
		for _, e := range g {
			got += e.UserID + e.MissionID + " "
		}
		got += "| "
	}
	if want := "a3 a1 a2 | b1 | "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(byUser(nil)) != 0 {
		t.Error("nothing earned makes a group")
	}
}

func TestCreditText(t *testing.T) {
	for _, c := range []struct {
		names []string
		sum   Reward
		want  string
	}{
		{[]string{"散步"}, Reward{Coin: 5}, "「散步」的獎勵未及領取，已自動存入你的帳戶：金幣 5。"},
		{[]string{"一", "二", "三"}, Reward{5, 10, 1}, "「一」「二」「三」的獎勵未及領取，已自動存入你的帳戶：金幣 5、經驗值 10、代幣 1。"},
		{[]string{"一", "二", "三", "四"}, Reward{Exp: 40}, "「一」「二」「三」等 4 項任務的獎勵未及領取，已自動存入你的帳戶：經驗值 40。"},
	} {
		if got := creditText(c.names, c.sum); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
