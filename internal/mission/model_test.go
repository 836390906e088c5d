package mission_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
	"hearten/test/bench"
)

// promisedMission is a mission as the programme promises it, typed by hand.
type promisedMission struct {
	key, event       string
	target           int
	daily            bool
	coin, exp, token int
}

var promisedMissions = []promisedMission{
	{"daily-walk-3000", "steps", 3000, true, 10, 15, 0},
	{"daily-walk-6000", "steps", 6000, true, 10, 10, 1},
	{"limited-walk-8000", "steps", 8000, false, 30, 30, 1},
	{"daily-read-an-article", "article_read", 1, true, 5, 5, 0},
	{"daily-read-three-articles", "article_read", 3, true, 10, 10, 1},
	{"daily-tidy-the-room", "item_used", 1, true, 5, 5, 0},
	{"partner-use-first-item", "item_used", 1, false, 10, 10, 0},
	{"check-in-first-place", "building_photo", 1, false, 15, 15, 1},
	{"check-in-five-places", "building_photo", 5, false, 30, 30, 2},
	{"limited-explore-ten-places", "building_photo", 10, false, 60, 60, 2},
}

// modelStep is one thing that happens.
type modelMissionStep struct {
	act   string // event, walk, claim, wait, night
	event string
	thing int
	steps int
	which int
}

func missionSteps(seed int) []modelMissionStep {
	step := rapid.Custom(func(t *rapid.T) modelMissionStep {
		return modelMissionStep{
			act:   rapid.SampledFrom([]string{"event", "event", "event", "walk", "claim", "claim", "claim", "claim", "wait", "night"}).Draw(t, "act"),
			event: rapid.SampledFrom([]string{"article_read", "article_read", "building_photo", "building_photo", "item_used"}).Draw(t, "event"),
			thing: rapid.IntRange(0, 11).Draw(t, "thing"),
			steps: rapid.SampledFrom([]int{-2000, 1, 999, 1500, 3000, 8000}).Draw(t, "steps"),
			which: rapid.IntRange(0, len(promisedMissions)-1).Draw(t, "which"),
		}
	})
	return rapid.SliceOfN(step, 80, 80).Example(seed)
}

// missionModel is what a member should have, told in the simplest way.
type missionModel struct {
	seen             map[string]bool
	count            map[string]int  // by mission and day, or mission alone
	claimed          map[string]bool // by the same
	coin, exp, token int
	day, total       int // steps of the day
}

func (m *missionModel) period(x promisedMission, day int) string {
	if x.daily {
		return fmt.Sprint(x.key, " ", day)
	}
	return x.key
}

func (m *missionModel) pay(x promisedMission, period string) {
	m.claimed[period] = true
	m.coin, m.exp, m.token = m.coin+x.coin, m.exp+x.exp, m.token+x.token
}

// night ends the day: what was earned and not claimed is paid.
func (m *missionModel) night() {
	for _, x := range promisedMissions {
		if period := m.period(x, m.day); x.daily && m.count[period] >= x.target && !m.claimed[period] {
			m.pay(x, period)
		}
	}
	m.day, m.total = m.day+1, 0
}

// Whatever a member does, each act several times at one moment, progress and
// balances are those of the simple model: each reward is paid once, nothing is
// lost, and undoing takes nothing back.
func TestMissionsFollowTheModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for seed := range 2 {
			member := w.Member()
			m := &missionModel{seen: map[string]bool{}, count: map[string]int{}, claimed: map[string]bool{}, token: 3}
			for i, s := range missionSteps(seed) {
				followMission(t, w, member, m, s)
				if t.Failed() {
					t.Fatalf("step %d of seed %d: %+v", i, seed, s)
				}
			}
			checkMissionModel(t, member, m)
		}
	})
}

func thrice(act func()) {
	var all sync.WaitGroup
	for range 3 {
		all.Go(act)
	}
	all.Wait()
}

func followMission(t *testing.T, w *bench.World, member *bench.Caller, m *missionModel, s modelMissionStep) {
	switch s.act {
	case "event":
		key := fmt.Sprint("thing ", s.thing)
		if s.event != "building_photo" {
			key += fmt.Sprint(" of ", m.day) // once a day
		}
		thrice(func() { act(w, member.ID, catalog.Event(s.event), key) })
		if id := s.event + key; !m.seen[id] {
			m.seen[id] = true
			for _, x := range promisedMissions {
				if x.event == s.event {
					m.count[m.period(x, m.day)]++
				}
			}
		}
	case "walk":
		before := m.total
		m.total = max(0, before+s.steps)
		thrice(func() { walk(w, member.ID, clock.Today(w.Clock), int64(before), int64(m.total)) })
		for _, x := range promisedMissions {
			if period := m.period(x, m.day); x.event == "steps" && m.total >= x.target {
				m.count[period] = x.target
			}
		}
	case "claim":
		x := promisedMissions[s.which]
		period := m.period(x, m.day)
		due := m.count[period] >= x.target && !m.claimed[period]
		var paid atomic.Int32
		thrice(func() {
			if bench.ClaimMission(member, x.key).Status == 200 {
				paid.Add(1)
			}
		})
		if (paid.Load() == 1) != due || paid.Load() > 1 {
			t.Errorf("%s paid %d times; due: %v", x.key, paid.Load(), due)
		}
		if due {
			m.pay(x, period)
		}
	case "wait":
		w.Clock.Advance(time.Second)
	case "night":
		w.Clock.Set(clock.Today(w.Clock).End())
		w.Clock.Advance(6 * time.Minute)
		w.RunJobs()
		m.night()
		checkMissionModel(t, member, m)
	}
}

func checkMissionModel(t *testing.T, member *bench.Caller, m *missionModel) {
	t.Helper()
	wallet := member.Get("/app/shop/wallet").OK()
	if wallet.Int("data.coin") != m.coin || wallet.Int("data.exp") != m.exp || wallet.Int("data.token") != m.token {
		t.Errorf("the wallet has %s, want %d %d %d", wallet.Text, m.coin, m.exp, m.token)
	}
	var page struct{ Items []bench.Mission }
	member.Post("/app/mission/page", bench.Body{"pagination": bench.Body{"size": 100}}).OK().Into(&page)
	for _, x := range promisedMissions {
		period := m.period(x, m.day)
		for _, got := range page.Items {
			if got.ID != bench.MissionID(x.key) {
				continue
			}
			button := 1
			switch {
			case m.claimed[period]:
				button = 3
			case m.count[period] >= x.target:
				button = 2
			}
			if got.ButtonStatus != button || x.event != "steps" && got.Item != min(m.count[period], x.target) {
				t.Errorf("%s: %+v, want %d with button %d", x.key, got, m.count[period], button)
			}
		}
	}
}
