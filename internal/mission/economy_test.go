package mission_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
	"hearten/test/bench"
)

// payments counts the ledger rows that missions wrote for a member.
func payments(w *bench.World, userID string) (rows int) {
	w.T.Helper()
	bench.Must(w.T, w.SQL().QueryRow(`SELECT COUNT(*) FROM wallet_ledger WHERE user_id = $1 AND reason = 'mission'`, userID).Scan(&rows))
	return rows
}

func TestMissionClaimRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, replica := w.Member(), w.Replica()
		walk(w, m.ID, clock.Today(w.Clock), 0, 6000)
		var paid, refused atomic.Int32
		var all sync.WaitGroup
		for i := range 50 {
			who := m
			if i%2 == 1 {
				who = m.At(replica)
			}
			all.Go(func() {
				switch reply := bench.ClaimMission(who, "daily-walk-6000"); reply.Status {
				case 200:
					paid.Add(1)
				default:
					reply.Fails(409, "ALREADY_CLAIMED")
					refused.Add(1)
				}
			})
		}
		all.Wait()
		if paid.Load() != 1 || refused.Load() != 49 || payments(w, m.ID) != 3 {
			t.Errorf("%d of 50 claims paid, %d were refused, %d rows in the ledger", paid.Load(), refused.Load(), payments(w, m.ID))
		}
	})
}

// A claim at the reset second counts for exactly one day: the last instant of a
// day claims that day, the first of the next finds nothing yet, and what the
// day before left is credited.
func TestMissionReset(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		early, late := w.Member(), w.Member()
		today := clock.Today(w.Clock)
		for _, m := range []*bench.Caller{early, late} {
			walk(w, m.ID, today, 0, 3000)
		}
		w.Clock.Set(today.End().Add(-time.Microsecond))
		bench.ClaimMission(early, "daily-walk-3000").OK()
		w.Clock.Set(today.End())
		bench.ClaimMission(early, "daily-walk-3000").Fails(409, "NOT_ELIGIBLE")
		bench.ClaimMission(late, "daily-walk-3000").Fails(409, "NOT_ELIGIBLE")
		for _, m := range []*bench.Caller{early, late} {
			if got := bench.MissionOf(m, "daily-walk-3000"); got.Item != 0 || got.ButtonStatus != 1 {
				t.Errorf("a new day: %+v", got)
			}
			if m.Get("/app/mission/rewards").OK().Value("data") != nil || m.Get("/app/mission/badges").OK().Value("data.dailyBadge") != false {
				t.Error("yesterday's reward is still shown as to be claimed")
			}
		}
		walk(w, early.ID, today.AddDays(1), 0, 3000) // the new day's own
		bench.ClaimMission(early, "daily-walk-3000").OK()
		w.Clock.Advance(10 * time.Minute)
		w.RunJobs()
		if payments(w, early.ID) != 4 || payments(w, late.ID) != 2 { // coins and experience each time
			t.Errorf("two days pay %d rows, one %d", payments(w, early.ID), payments(w, late.ID))
		}
	})
}

// A week after a day nothing is left of its progress; what is for life, and
// what still waits, stays.
func TestMissionSweep(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		today := clock.Today(w.Clock)
		act(w, m.ID, catalog.ArticleRead, "a "+today.String()) // one of three, claimed as one of one
		bench.ClaimMission(m, "daily-read-an-article").OK()
		walk(w, m.ID, today, 0, 3000) // credited at night
		act(w, m.ID, catalog.ItemUsed, "i "+today.String())
		act(w, m.ID, catalog.BuildingPhoto, "b")
		crowd := peopleWithWallets(w, 300) // more rows than are forgotten at once
		for _, id := range crowd {
			walk(w, id, today, 0, 6000)
		}
		held := func() (held []int) {
			for _, what := range []string{
				"mission_progress WHERE period <> ''", "mission_progress WHERE period = ''",
				"mission_events WHERE event IN ('article_read', 'item_used')", "mission_events WHERE event = 'building_photo'",
			} {
				var n int
				bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM `+what).Scan(&n))
				held = append(held, n)
			}
			return held
		}
		all := held()
		w.Clock.Set(today.AddDays(8).Start().Add(-time.Second)) // the seventh day after it
		w.RunJobs()
		if got := held(); !slices.Equal(got, all) || got[0] != 604 {
			t.Errorf("within the week %v are left of %v", got, all)
		}
		w.ForgetClaims(crowd[0])
		w.Clock.Set(today.AddDays(8).Start())
		bench.Must(t, w.App.Missions.Sweep(context.Background()))
		if got := held(); !slices.Equal(got, []int{2, all[1], 0, 1}) {
			t.Errorf("after the week %v are left of %v", got, all)
		}
		if act(w, m.ID, catalog.BuildingPhoto, "b") {
			t.Error("a first photo counts a second time")
		}
		bench.ClaimMission(m, "check-in-first-place").OK()
		w.ClaimEverything()
		w.Clock.Advance(24 * time.Hour)
		w.RunJobs() // the sweep is one of them
		if got := held(); got[0] != 0 {
			t.Errorf("the daily job leaves %v", got)
		}
		if ran := w.Statements(func() { bench.Must(t, w.App.Missions.Sweep(context.Background())) }); len(ran) > 6 {
			t.Errorf("a sweep of nothing runs:\n%s", strings.Join(ran, "\n"))
		}
	})
}

// While claims and the job of two replicas meet at midnight, each day pays once.
func TestMissionResetRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, replica := w.Member(), w.Replica()
		today := clock.Today(w.Clock)
		walk(w, m.ID, today, 0, 3000)
		w.Clock.Set(today.End().Add(-time.Microsecond))
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				switch {
				case i == 10:
					w.Clock.Set(today.End())
				case i%10 == 5:
					bench.Must(t, w.App.Missions.CreditEnded(context.Background()))
				case i%10 == 6:
					bench.Must(t, replica.App.Missions.CreditEnded(context.Background()))
				default:
					bench.ClaimMission(m, "daily-walk-3000")
				}
			})
		}
		all.Wait()
		bench.Must(t, w.App.Missions.CreditEnded(context.Background()))
		wallet := m.Get("/app/shop/wallet").OK()
		if payments(w, m.ID) != 2 || wallet.Int("data.coin") != 10 || wallet.Int("data.exp") != 15 {
			t.Errorf("%d rows, %s", payments(w, m.ID), wallet.Text)
		}
	})
}

func TestMissionCredit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		replica := w.Replica()
		today := clock.Today(w.Clock)
		busy, idle, waiting := w.Member(), w.Member(), w.Member()
		walk(w, busy.ID, today, 0, 6000) // two daily missions
		act(w, busy.ID, catalog.ArticleRead, "a")
		bench.ClaimMission(busy, "daily-read-an-article").OK()
		act(w, waiting.ID, catalog.ProfileCompleted, "profile") // no end: stays to be claimed
		crowd := peopleWithWallets(w, 120)
		for _, id := range crowd {
			walk(w, id, today, 0, 3000)
		}
		credit := func() {
			t.Helper()
			var all sync.WaitGroup
			for _, at := range []*bench.World{w, replica} {
				all.Go(func() { bench.Must(t, at.App.Missions.CreditEnded(context.Background())) })
			}
			all.Wait()
		}
		credit()
		if payments(w, busy.ID) != 2 {
			t.Errorf("credited before the day is over: %d rows", payments(w, busy.ID))
		}
		w.Clock.Set(today.End())
		credit()
		credit()
		wallet := busy.Get("/app/shop/wallet").OK()
		if wallet.Int("data.coin") != 25 || wallet.Int("data.exp") != 30 || wallet.Int("data.token") != 4 {
			t.Errorf("the busy member has %s", wallet.Text)
		}
		notices := busy.Post("/app/notice/page", bench.Body{}).OK()
		if notices.Int("data.0.pagination.totalItems") != 1 || notices.String("data.0.items.0.title") != "任務獎勵已存入" ||
			notices.String("data.0.items.0.content") != "「今日步行 3,000 步」「今日步行 6,000 步」的獎勵未及領取，已自動存入你的帳戶：金幣 20、經驗值 25、代幣 1。" {
			t.Errorf("the notice: %s", notices.Text)
		}
		if n := payments(w, idle.ID) + payments(w, waiting.ID); n != 0 {
			t.Errorf("%d rows for who has nothing to be credited", n)
		}
		bench.ClaimMission(waiting, "practice-complete-profile").OK()
		for _, id := range crowd {
			if payments(w, id) != 2 {
				t.Fatalf("someone of the crowd has %d rows", payments(w, id))
			}
		}
		var wrong int
		bench.Must(t, w.SQL().QueryRow(`
			SELECT COUNT(*) FROM wallets w WHERE w.exp <> (SELECT COALESCE(SUM(amount), 0) FROM wallet_ledger l WHERE l.user_id = w.user_id AND l.currency = 'exp')
				OR w.coin <> (SELECT COALESCE(SUM(amount), 0) FROM wallet_ledger l WHERE l.user_id = w.user_id AND l.currency = 'coin')`).Scan(&wrong))
		if wrong != 0 {
			t.Errorf("%d balances are not the sum of their ledger", wrong)
		}

		// A window that ends, and a mission that leaves the catalogue.
		walk(w, idle.ID, clock.Today(w.Clock), 0, 8000)
		act(w, waiting.ID, catalog.FriendMade, "pair")
		w.ChangeMission("friends-first-friend", bench.MissionChange{Retired: true})
		bench.ClaimMission(waiting, "friends-first-friend").Fails(404, "NOT_FOUND")
		if pending := waiting.Get("/app/mission/rewards").OK(); pending.Value("data") != nil {
			t.Errorf("of a mission that is gone: %s", pending.Text)
		}
		credit()
		if got := waiting.Post("/app/notice/page", bench.Body{}).OK(); !strings.Contains(got.String("data.0.items.0.content"), "結交第 1 位親友") {
			t.Errorf("the mission that is gone: %s", got.Text)
		}
		last := clock.Date{Year: 2027, Month: 12, Day: 31}
		w.Clock.Set(last.End().Add(-time.Microsecond))
		before := payments(w, idle.ID)
		credit()
		if payments(w, idle.ID) != before+5 { // two daily missions of long ago
			t.Errorf("within the window: %d rows after %d", payments(w, idle.ID), before)
		}
		w.Clock.Set(last.End())
		back := w.SessionOf(idle)
		bench.ClaimMission(back, "limited-walk-8000").Fails(409, "NOT_ELIGIBLE", "獎勵會自動存入")
		credit()
		bench.ClaimMission(back, "limited-walk-8000").Fails(409, "ALREADY_CLAIMED")
		if payments(w, idle.ID) != before+8 {
			t.Errorf("after the window: %d rows", payments(w, idle.ID))
		}
		if got := bench.MissionOf(w.Member(), "limited-walk-8000"); got.ID != "" {
			t.Errorf("a mission whose window is over is shown: %+v", got)
		}
	})
}

// Many cost as few statements as a handful.
func TestMissionCreditStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		people := peopleWithWallets(w, 52)
		cost := func(ids []string) int {
			for _, id := range ids {
				walk(w, id, clock.Today(w.Clock), 0, 6000)
			}
			w.Clock.Set(clock.Today(w.Clock).End())
			return len(w.Statements(func() { bench.Must(t, w.App.Missions.CreditEnded(context.Background())) }))
		}
		if few, many := cost(people[:2]), cost(people[2:]); few != many {
			t.Errorf("two members cost %d statements, fifty %d", few, many)
		}
	})
}

// peopleWithWallets makes many people at once; their wallets are empty.
func peopleWithWallets(w *bench.World, n int) []string {
	w.T.Helper()
	return w.Users(n, func(i int) bench.User {
		return bench.User{Centre: "CENTRE_OTHER", Status: 1, Username: fmt.Sprintf("crowd%03d", i)}
	})
}

// What the catalogue changes counts from now on: a mission keeps what it
// promised to whoever began it.
func TestMissionCatalogueChanges(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		began, fresh := w.Member(), w.Member()
		act(w, began.ID, catalog.BuildingPhoto, "one")
		w.ChangeMission("check-in-five-places", bench.MissionChange{Target: 2, Coin: 1})
		act(w, began.ID, catalog.BuildingPhoto, "two")
		if got := bench.MissionOf(began, "check-in-five-places"); got.Item != 2 || got.All != 5 || got.Coin != 30 {
			t.Errorf("begun before: %+v", got)
		}
		act(w, fresh.ID, catalog.BuildingPhoto, "one")
		act(w, fresh.ID, catalog.BuildingPhoto, "two")
		if got := bench.ClaimMission(fresh, "check-in-five-places").OK(); got.Int("data.coin") != 1 {
			t.Errorf("begun after: %s", got.Text)
		}
		// A step mission that comes at noon counts with the next step.
		walk(w, fresh.ID, clock.Today(w.Clock), 0, 2000)
		w.ChangeMission("daily-walk-3000", bench.MissionChange{Target: 1500})
		walk(w, fresh.ID, clock.Today(w.Clock), 2000, 2001)
		bench.ClaimMission(fresh, "daily-walk-3000").OK()
		// A window that is made longer is longer for whoever is in it already.
		until := func(end clock.Date) {
			t.Helper()
			w.ChangeMission("limited-finish-three-lessons", bench.MissionChange{Target: 2, EndsOn: end.String()})
		}
		until(clock.Date{Year: 2026, Month: 11, Day: 20})
		act(w, fresh.ID, catalog.LessonFinished, "one")
		until(clock.Date{Year: 2026, Month: 12, Day: 20})
		w.Clock.Set(clock.Date{Year: 2026, Month: 12, Day: 1}.Start())
		act(w, fresh.ID, catalog.LessonFinished, "two")
		bench.ClaimMission(fresh, "limited-finish-three-lessons").OK()
	})
}

// Steps that a phone sends are the steps that missions show.
func TestMissionStepsFromThePhone(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		send := func(hour, steps int) {
			t.Helper()
			m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{{
				"startTime": fmt.Sprintf("2026-11-15T%02d:00:00+08:00", hour), "endTime": fmt.Sprintf("2026-11-15T%02d:59:00+08:00", hour), "steps": steps,
			}}}).OK()
		}
		send(7, 2900)
		if got := bench.MissionOf(m, "daily-walk-3000"); got.Item != 2900 || got.ButtonStatus != 1 {
			t.Errorf("2,900 steps: %+v", got)
		}
		send(8, 200)
		if got := bench.MissionOf(m, "daily-walk-3000"); got.Item != 3000 || got.ButtonStatus != 2 {
			t.Errorf("3,100 steps: %+v", got)
		}
		if got := bench.MissionOf(m, "daily-walk-6000"); got.Item != 3100 || got.ButtonStatus != 1 {
			t.Errorf("of 6,000: %+v", got)
		}
		send(7, 0) // the phone corrects itself: nothing earned is taken back
		bench.ClaimMission(m, "daily-walk-3000").OK()
		if got := bench.MissionOf(m, "daily-walk-6000"); got.Item != 200 {
			t.Errorf("of 6,000 after the correction: %+v", got)
		}
	})
}
