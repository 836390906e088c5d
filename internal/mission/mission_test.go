package mission_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

func TestMissionPage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		daily := m.Post("/app/mission/page", bench.Body{"type": 0}).OK()
		names := daily.List("data.items", "name")
		if want := []any{"今日步行 3,000 步", "今日步行 6,000 步", "今日閱讀 1 篇文章", "今日閱讀 3 篇文章", "今日完成 1 個課程章節", "今日佈置一次房間或換一次裝"}; !slices.Equal(names, want) {
			t.Errorf("daily missions: %v", names)
		}
		all := m.Post("/app/mission/page", bench.Body{"pagination": bench.Body{"page": 2, "size": 20}}).OK()
		// 28 missions, without the one of the next new year.
		if all.Int("data.pagination.totalItems") != 27 || all.Int("data.pagination.totalPages") != 2 || len(all.Value("data.items").([]any)) != 7 {
			t.Errorf("all missions: %s", all.Text)
		}
		if past := m.Post("/app/mission/page", bench.Body{"pagination": bench.Body{"page": 9}}).OK(); len(past.Value("data.items").([]any)) != 0 || past.Int("data.pagination.totalItems") != 27 {
			t.Errorf("past the end: %s", past.Text)
		}
		for _, bad := range []bench.Body{{"type": 7}, {"type": -1}, {"pagination": bench.Body{"page": 0}}, {"pagination": bench.Body{"size": 0}}} {
			m.Post("/app/mission/page", bad).Fails(400, "VALIDATION")
		}

		fresh := bench.MissionOf(m, "check-in-five-places")
		want := bench.Mission{
			ID: bench.MissionID("check-in-five-places"), Name: "累積為 5 個社區地點拍照打卡", Type: 3, Link: 3, All: 5,
			Coin: 30, Exp: 30, Token: 2, ButtonStatus: 1, Order: 170, Thumbnail: fresh.Thumbnail,
		}
		if fresh != want {
			t.Errorf("a fresh mission: %+v", fresh)
		}
		w.RunJobs() // hangs the pictures
		if res, err := http.Get(strings.Replace(fresh.Thumbnail, w.Config.PublicURL, w.URL, 1)); err != nil || res.StatusCode != 200 {
			t.Errorf("the picture %s: %v %v", fresh.Thumbnail, res, err)
		}
		for i := range 5 {
			act(w, m.ID, catalog.BuildingPhoto, fmt.Sprint("place ", i))
			if got := bench.MissionOf(m, "check-in-five-places"); got.Item != i+1 || got.ButtonStatus != map[bool]int{true: 2, false: 1}[i == 4] {
				t.Errorf("after %d places: %+v", i+1, got)
			}
		}
		act(w, m.ID, catalog.BuildingPhoto, "one more")
		bench.ClaimMission(m, "check-in-five-places").OK()
		if got := bench.MissionOf(m, "check-in-five-places"); got.Item != 5 || got.All != 5 || got.ButtonStatus != 3 {
			t.Errorf("claimed: %+v", got)
		}
		// A mission without a link has the plain button; the steps shown are today's.
		w.ChangeMission("friends-first-friend", bench.MissionChange{NoLink: true})
		if got := bench.MissionOf(m, "friends-first-friend"); got.ButtonStatus != 0 {
			t.Errorf("without a link: %+v", got)
		}

		few := len(w.Statements(func() { m.Post("/app/mission/page", bench.Body{"pagination": bench.Body{"size": 1}}).OK() }))
		many := len(w.Statements(func() { m.Post("/app/mission/page", bench.Body{"pagination": bench.Body{"size": 100}}).OK() }))
		if few != many || many > 3 {
			t.Errorf("a page of one costs %d statements, of all %d", few, many)
		}
	})
}

func TestMissionClaim(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, other := w.Member(), w.Member()
		bench.ClaimMission(m, "daily-read-an-article").Fails(409, "NOT_ELIGIBLE")
		act(w, m.ID, catalog.ArticleRead, "a")
		bench.ClaimMission(other, "daily-read-an-article").Fails(409, "NOT_ELIGIBLE")
		path := "/app/mission/" + bench.MissionID("daily-read-an-article") + "/claim"
		m.With("Sec-Purpose", "prefetch").Get(path).Fails(403, "FORBIDDEN")
		for _, wrong := range []string{"1", "2", "3"} {
			m.Get(path+"?mode="+wrong).Fails(400, "VALIDATION", "mode")
		}
		for _, wrong := range []string{"4", "-1", "x"} {
			m.Get(path+"?mode="+wrong).Fails(400, "VALIDATION", "mode")
		}
		got := m.Get(path + "?mode=0").OK()
		if cache := got.Header.Get("Cache-Control"); cache != "no-store" {
			t.Errorf("Cache-Control %q", cache)
		}
		if got.Int("data.coin") != 5 || got.Int("data.exp") != 5 || got.Int("data.token") != 0 || got.Int("data.level") != 1 || got.Value("data.isLevelUp") != false {
			t.Errorf("the reward: %s", got.Text)
		}
		m.Get(path).Fails(409, "ALREADY_CLAIMED")
		m.Post(path+"?mode=0", nil).Fails(409, "ALREADY_CLAIMED")
		m.Get("/app/mission/nothing/claim").Fails(404, "NOT_FOUND")
		if balance := m.Get("/app/shop/wallet").OK(); balance.Int("data.coin") != 5 || balance.Int("data.exp") != 5 || balance.Int("data.token") != 3 {
			t.Errorf("the wallet: %s", balance.Text)
		}

		// Each event with a mode takes its own; the others take none.
		act(w, m.ID, catalog.FriendMade, "pair")
		walk(w, m.ID, clock.Today(w.Clock), 0, 3000)
		act(w, m.ID, catalog.BuildingPhoto, "place")
		act(w, m.ID, catalog.ChapterFinished, "chapter")
		act(w, m.ID, catalog.LessonFinished, "lesson")
		for mode := range 4 {
			m.Get(fmt.Sprintf("/app/mission/%s/claim?mode=%d", bench.MissionID("friends-first-friend"), mode)).Fails(400, "VALIDATION", "mode")
		}
		for key, mode := range map[string]int{"daily-walk-3000": 1, "check-in-first-place": 2, "learning-first-chapter": 3, "learning-first-lesson": 3} {
			m.Post(fmt.Sprintf("/app/mission/%s/claim?mode=%d", bench.MissionID(key), (mode+1)%4), nil).Fails(400, "VALIDATION", "mode")
			m.Post(fmt.Sprintf("/app/mission/%s/claim?mode=%d", bench.MissionID(key), mode), nil).OK()
		}
		// 5 so far, 15 + 15 + 10 + 30; the friend's 20 reach 95.
		if up := bench.ClaimMission(m, "friends-first-friend").OK(); up.Int("data.level") != 1 || up.Value("data.isLevelUp") != false {
			t.Errorf("below the level: %s", up.Text)
		}
		w.Pay(m.ID, wallet.Exp, 4)
		act(w, m.ID, catalog.SurveyOpened, "survey") // 15 exp: 114
		if up := bench.ClaimMission(m, "practice-open-first-survey").OK(); up.Int("data.level") != 2 || up.Value("data.isLevelUp") != true {
			t.Errorf("the level is reached: %s", up.Text)
		}
	})
}

func TestMissionBadgesAndPending(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		badges := func(want string) {
			t.Helper()
			got := ""
			reply := m.Get("/app/mission/badges").OK()
			for _, kind := range []string{"daily", "limited", "mascot", "map"} {
				if reply.Value("data."+kind+"Badge") == true {
					got += kind + " "
				}
			}
			if strings.TrimSpace(got) != want {
				t.Errorf("badges %q, want %q", got, want)
			}
		}
		pending := func(key string) {
			t.Helper()
			reply := m.Get("/app/mission/rewards").OK()
			if key == "" {
				if reply.Value("data") != nil {
					t.Errorf("pending: %s", reply.Text)
				}
				return
			}
			if reply.Value("data") == nil || reply.String("data.missionId") != bench.MissionID(key) {
				t.Errorf("pending: %s, want %s", reply.Text, key)
			}
		}
		badges("")
		pending("")
		act(w, m.ID, catalog.ProfileCompleted, "profile") // practice has no badge
		badges("")
		pending("practice-complete-profile")
		w.Clock.Advance(1e9)
		walk(w, m.ID, clock.Today(w.Clock), 0, 8000)
		badges("daily limited")
		w.Clock.Advance(1e9)
		act(w, m.ID, catalog.MascotBought, "cat")
		act(w, m.ID, catalog.BuildingPhoto, "place")
		badges("daily limited mascot map")
		pending("practice-complete-profile")
		got := bench.ClaimMission(m, "practice-complete-profile").OK()
		if got.Int("data.coin") != 20 || got.Int("data.exp") != 20 {
			t.Errorf("reward: %s", got.Text)
		}
		pending("daily-walk-3000") // three of one moment: in the catalogue's order
		bench.ClaimMission(m, "daily-walk-3000").OK()
		pending("daily-walk-6000")
		badges("daily limited mascot map")
		bench.ClaimMission(m, "daily-walk-6000").OK()
		badges("limited mascot map")
		bench.ClaimMission(m, "limited-walk-8000").OK()
		badges("mascot map")
		bench.ClaimMission(m, "partner-adopt-first-mascot").OK()
		badges("map")
		bench.ClaimMission(m, "check-in-first-place").OK()
		badges("")
		pending("")
		for _, path := range []string{"/app/mission/badges", "/app/mission/rewards"} {
			if n := len(w.Statements(func() { m.Get(path).OK() })); n != 2 {
				t.Errorf("%s costs %d statements", path, n)
			}
		}
	})
}

func TestMissionLevelBar(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		m.Put("/app/users/personal", bench.Body{"nickname": "小明"}).OK()
		levels := func(reply *bench.Reply) string {
			got := ""
			for _, l := range reply.Value("data.levels").([]any) {
				l := l.(map[string]any)
				got += fmt.Sprintf("%v", l["level"])
				if l["present"] == true {
					got += "*"
				}
				got += " "
			}
			return strings.TrimSpace(got)
		}
		first := m.Get("/app/mission/level-bar").OK()
		if first.Int("data.userType") != 1 || first.Int("data.coin") != 0 || first.Int("data.token") != 3 || first.Int("data.level") != 1 ||
			first.String("data.nickname") != "小明" || first.Value("data.showLevelData") != false || first.Int("data.expPortion") != 0 ||
			first.Int("data.expAll") != 100 || levels(first) != "1 2 3 4" {
			t.Errorf("a new member: %s", first.Text)
		}
		// Vouchers wait at 2, 5, 8 and so on, for members of the plan.
		w.SetPlanMember(m.ID, "")
		w.RetireVouchers(2, 5)
		w.Pay(m.ID, wallet.Exp, 260)
		third := m.Get("/app/mission/level-bar").OK()
		if third.Value("data.showLevelData") != true || third.Int("data.level") != 3 || third.Int("data.expPortion") != 10 ||
			third.Int("data.expAll") != 200 || levels(third) != "2* 3 4 5* 6" {
			t.Errorf("level 3 of the plan: %s", third.Text)
		}
		w.Pay(m.ID, wallet.Exp, 100000)
		last := m.Get("/app/mission/level-bar").OK()
		if last.Int("data.level") != 50 || last.Int("data.expPortion") != last.Int("data.expAll") || levels(last) != "49 50" {
			t.Errorf("at the end: %s", last.Text)
		}
		if n := len(w.Statements(func() { m.Get("/app/mission/level-bar").OK() })); n != 3 {
			t.Errorf("the bar costs %d statements", n)
		}

		// The catalogue has other levels from now on: three, of ten each.
		other := w.Member()
		w.Pay(other.ID, wallet.Exp, 12)
		w.SetLevels(10, 3)
		w.Clock.Advance(time.Minute)
		second, last := other.Get("/app/mission/level-bar").OK(), m.Get("/app/mission/level-bar").OK()
		if second.Int("data.level") != 2 || second.Int("data.expPortion") != 2 || second.Int("data.expAll") != 10 || levels(second) != "1 2 3" ||
			last.Int("data.level") != 3 || last.Int("data.expPortion") != 10 || last.Int("data.expAll") != 10 || levels(last) != "2* 3" {
			t.Errorf("of three levels: %s, %s", second.Text, last.Text)
		}
		act(w, other.ID, catalog.BuildingPhoto, "first")
		if got := bench.ClaimMission(other, "check-in-first-place").OK(); got.Int("data.level") != 3 || got.Value("data.isLevelUp") != true {
			t.Errorf("27 experience: %s", got.Text)
		}
		if chart := w.Admin().Get("/web/statistics/users/" + other.ID + "/exp").OK(); chart.Int("data.level") != 3 || len(chart.List("data.expChart", "level")) != 3 {
			t.Errorf("the chart of three levels: %s", chart.Text)
		}
	})
}
