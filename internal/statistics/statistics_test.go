package statistics_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/reaction"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

// busyMember is someone of centre A about whom every figure is another number.
func busyMember(w *bench.World) *bench.Caller {
	m := bench.SetDistrict(w.Member(), w.District(0), 1)
	w.SetPlanMember(m.ID, "S-1")
	w.Pay(m.ID, wallet.Coin, 500)
	w.Pay(m.ID, wallet.Exp, 470) // level 4, 20 of 250

	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		for i := range 7 {
			if _, err := w.App.Reactions.Set(ctx, tx, m.ID, fmt.Sprint("article-", i), reaction.Read, true); err != nil {
				return err
			}
		}
		for i := range 6 {
			if _, err := w.App.Reactions.SetResourceRead(ctx, tx, m.ID, fmt.Sprint("resource-", i), true); err != nil {
				return err
			}
		}
		return nil
	}))
	bench.Photograph(m, 0, 1).OK()
	bench.Photograph(m, 0, 4).OK()
	bench.Photograph(m, 11, 3).OK()
	m.Post("/app/shop/mascots", bench.Body{"mascotEnum": 1, "name": "陽陽"}).OK()
	for _, key := range []string{"wallpaper-warm-beige", "wallpaper-harbour-dawn", "floor-light-oak"} {
		bench.Buy(m, bench.ShopItemID(w, key)).OK()
	}
	bench.UseItem(m, bench.ShopItemID(w, "floor-light-oak")).OK()
	for n := 1; n <= 3; n++ {
		bench.FinishChapter(m, bench.Strengths, n).OK()
	}
	m.Post("/app/lesson/"+m.Get("/app/lesson/learning").OK().String("data.0.lessonId")+"/open", nil).OK()
	return m
}

func TestStatistics(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := busyMember(w)
		chief := w.Staff(access.Chief, access.CentreA)
		path := "/web/statistics/users/" + m.ID
		got := chief.Get(path).OK()
		for field, want := range map[string]int{
			"expPortion": 20, "expAll": 250, "level": 4, "articleRead": 7, "infoCount": 6, "checkInCount": 3, "buildingCount": 65,
			"mascotCount": 1, "itemCount": 3, "voucherRedeemCount": 0, "lessonLearningCount": 1, "lessonCompletedCount": 1,
			"coin": m.Get("/app/shop/wallet").OK().Int("data.coin"),
		} {
			if n := got.Int("data." + field); n != want {
				t.Errorf("%s is %d, want %d", field, n, want)
			}
		}
		var granted int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM user_vouchers WHERE user_id = $1`, m.ID).Scan(&granted))
		if n := got.Int("data.voucherRewardCount"); n != granted || granted == 0 {
			t.Errorf("%d vouchers, want %d", n, granted)
		}
		thumbnails := got.Value("data.checkInThumbnails").([]any)
		if len(thumbnails) != 3 {
			t.Fatalf("%d thumbnails", len(thumbnails))
		}
		for _, address := range thumbnails {
			if res, _ := bench.Fetch(w, address.(string)); res.StatusCode != 200 {
				t.Errorf("%s answers %d", address, res.StatusCode)
			}
		}

		counted := chief.Get(path + "/community-map").OK()
		if fmt.Sprint(counted.List("data", "checkInCount")) != "[2 0 0 0 0 0 0 0 0 0 0 1 0]" || fmt.Sprint(counted.List("data", "code")) != "[0 1 2 3 4 5 6 7 8 9 10 11 12]" ||
			counted.Int("data.12.buildingCount") != 5 {
			t.Errorf("by community: %s", counted.Text)
		}
		images := chief.Get(path + "/community-map/0/images").OK()
		names := images.List("data", "name")
		if len(names) != 2 || names[0] == names[1] || names[0] == "" || fmt.Sprint(images.List("data", "code")) != "[0 0]" ||
			!strings.Contains(images.String("data.1.thumbnail"), "/community/map/cko&sk/4?") {
			t.Errorf("images: %s", images.Text)
		}
		if none := chief.Get(path + "/community-map/5/images").OK(); len(none.Value("data").([]any)) != 0 {
			t.Errorf("no photos: %s", none.Text)
		}
		for _, community := range []string{"13", "-1", "x"} {
			chief.Get(path+"/community-map/"+community+"/images").Fails(404, "NOT_FOUND")
		}

		exp := chief.Get(path + "/exp").OK()
		if exp.Int("data.exp") != 470 || exp.Int("data.level") != 4 || exp.Int("data.expPortion") != 20 || exp.Int("data.expAll") != 250 || len(exp.List("data.expChart", "level")) != 50 {
			t.Errorf("experience: %s", exp.Text)
		}
		for i, want := range map[int]string{0: "1 100 0 99", 1: "2 150 100 249", 3: "4 250 450 699", 49: "50 2550 63700 66250"} {
			at := fmt.Sprintf("data.expChart.%d.", i)
			if step := fmt.Sprint(exp.Int(at+"level"), exp.Int(at+"up"), exp.Int(at+"expRange.min"), exp.Int(at+"expRange.max")); step != want {
				t.Errorf("step %d is %s, want %s", i, step, want)
			}
		}
	})
}

// Whose figures staff see, and how little it costs.
func TestStatisticsReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, fresh, free := busyMember(w), bench.SetDistrict(w.Member(), w.District(0), 1), w.Member()
		paths := func(id string) []string {
			base := "/web/statistics/users/" + id
			return []string{base, base + "/community-map", base + "/community-map/0/images", base + "/exp"}
		}
		support, professional := w.Staff(access.Support, access.CentreA), w.Staff(access.Professional, access.CentreA)
		elsewhere, chief, admin := w.Staff(access.Chief, access.CentreB), w.Staff(access.Chief, access.CentreA), w.Admin()
		for i, path := range paths(m.ID) {
			support.Get(path).Fails(404, "NOT_FOUND") // not theirs
			elsewhere.Get(path).Fails(404, "NOT_FOUND")
			professional.Get(path).OK()
			admin.Get(path).OK()
			professional.Get(paths(free.ID)[i]).Fails(403, "FORBIDDEN")
			elsewhere.Get(paths(free.ID)[i]).OK()
			admin.Get(paths("nobody")[i]).Fails(404, "NOT_FOUND")
		}
		chief.Put("/web/users/staff", bench.Body{"userIds": []string{m.ID}, "staffId": support.ID}).OK()
		for i, path := range paths(m.ID) {
			support.Get(path).OK()
			support.Get(paths(fresh.ID)[i]).Fails(404, "NOT_FOUND")
			busy := len(w.Statements(func() { chief.Get(path).OK() }))
			idle := len(w.Statements(func() { chief.Get(paths(fresh.ID)[i]).OK() }))
			if busy != idle || busy > 13 {
				t.Errorf("%s takes %d statements for someone busy and %d for someone new", path, busy, idle)
			}
		}
		log := chief.Post("/web/audit/page", bench.Body{"userId": m.ID, "action": "get-web-statistics-users-user_id"}).OK()
		if log.Int("data.pagination.totalItems") < 1 {
			t.Errorf("looking at someone's figures is not in the log: %s", log.Text)
		}
	})
}

// What friends see of each other are the true figures.
func TestFriendSeesTrueFigures(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, viewer := busyMember(w), w.Member()
		m.Post("/app/health/physique", bench.Body{"age": 40, "height": 170, "weight": 60}).OK()
		bench.SyncSteps(m, bench.Samsung, bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 3000), bench.StepRow("2026-11-10 08:00", "2026-11-10 09:00", 2000),
			bench.StepRow("2026-11-02 08:00", "2026-11-02 09:00", 1000), bench.StepRow("2026-10-20 08:00", "2026-10-20 09:00", 500)).OK()
		m.Put("/app/friends/default-permissions", bench.Body{"mapViewEnum": 1}).OK() // steps and mascots are for friends unless told otherwise
		bench.Befriend(viewer, m)

		got := viewer.Get(bench.FriendPath(m, "")).OK()
		figure := func(id, sub int, field string) any {
			for _, g := range got.Value("data.statistics").([]any) {
				group := g.(map[string]any)
				if group["id"] != float64(id) {
					continue
				}
				var at any = group["subItems"].([]any)[sub-1]
				for _, step := range strings.Split(field, ".") {
					at = at.(map[string]any)[step]
				}
				return at
			}
			return nil
		}
		for _, want := range []struct {
			id, sub int
			field   string
			value   float64
		}{
			{1, 1, "section.daily.value", 3000}, {1, 1, "section.weekly.value", 5000}, {1, 1, "section.monthly.value", 6000}, {1, 1, "section.yearly.value", 6500},
			// 3000 × 170 × 0.414 / 100000 = 2.1114 km, × 60 × 0.73 = 92.47932 kcal
			{1, 2, "section.daily.value", 2}, {1, 2, "section.daily.subValue", 2.11}, {1, 3, "section.daily.value", 92}, {1, 3, "section.daily.subValue", 92.48},
			{2, 1, "value", 3}, {2, 2, "value", 65}, {3, 1, "value", 1}, {3, 2, "value", 3}, {4, 1, "value", 1}, {4, 2, "value", 1}, {5, 1, "value", 4},
		} {
			if got := figure(want.id, want.sub, want.field); got != want.value {
				t.Errorf("figure %d.%d %s is %v, want %v", want.id, want.sub, want.field, got, want.value)
			}
		}
		things := got.List("data.profile.shopItems", "name")
		if fmt.Sprint(things) != "[陽陽 淺橡木地板]" || fmt.Sprint(got.List("data.profile.shopItems", "categoryId")) != "[3 1]" || got.Value("data.profile.useAvatar") != false {
			t.Errorf("in use: %s", got.Text)
		}
		if viewer.Get(bench.FriendPath(m, "/physique/check")).OK().Value("data.check") != true {
			t.Error("the physique is not known")
		}

		stranger := w.Member().Get(bench.FriendPath(m, "")).OK()
		if len(stranger.Value("data.statistics").([]any)) != 0 || len(stranger.Value("data.profile.shopItems").([]any)) != 0 {
			t.Errorf("a stranger sees %s", stranger.Text)
		}
		statements := len(w.Statements(func() { viewer.Get(bench.FriendPath(m, "")).OK() }))
		idle := w.Member()
		bench.Befriend(viewer, idle)
		if other := len(w.Statements(func() { viewer.Get(bench.FriendPath(idle, "")).OK() })); statements > 14 || other > statements {
			t.Errorf("%d statements for someone busy, %d for someone new", statements, other)
		}
	})
}
