package health_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

// What users complain about everywhere: doubled steps, lost late data, days cut
// at the wrong midnight.
func TestHealthCounting(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		day := "2026-11-14"
		at := func(clock string) string { return day + " " + clock }
		m := w.Member()

		morning := []bench.Body{bench.StepRow(at("09:00"), at("10:00"), 100), bench.StepRow(at("10:00"), at("10:30"), 50)}
		bench.SyncSteps(m, "fit", morning...).OK()
		bench.SyncSteps(m, "fit", morning...).OK() // a retry
		wantHours(t, m, day, "09:100 10:50")
		bench.SyncSteps(m, "fit", bench.StepRow(at("10:00"), at("11:00"), 120)).OK() // the hour went on
		wantHours(t, m, day, "09:100 10:120")
		bench.SyncSteps(m, "fit", morning...).OK() // a retry that comes late
		wantHours(t, m, day, "09:100 10:120")
		bench.SyncSteps(m, "fit", bench.StepRow(at("07:00"), at("08:00"), 70)).OK() // late data
		wantHours(t, m, day, "07:70 09:100 10:120")
		bench.SyncSteps(m, "fit", bench.StepRow(at("10:30"), at("11:00"), 20), bench.StepRow(at("10:30"), at("11:00"), 10)).OK() // the later in the list
		wantHours(t, m, day, "07:70 09:100 10:70")

		// A second source never adds up.
		bench.SyncSteps(m, "watch", bench.StepRow(at("09:00"), at("10:00"), 90), bench.StepRow(at("12:00"), at("13:00"), 30)).OK()
		wantHours(t, m, day, "07:70 09:90 10:70 12:30")
		bench.SyncSteps(m, "fit", morning...).OK() // known rows choose nothing
		wantHours(t, m, day, "07:70 09:90 10:70 12:30")
		if e := m.Post("/app/health/steps/explain", bench.Body{"day": day}).OK(); explained(e) != "07 fit 70; 09 watch 90 fit:100; 10 fit 70 -130; 12 watch 30" {
			t.Errorf("explained: %s", explained(e))
		}
		bench.SyncSteps(m, "fit", bench.StepRow(at("13:00"), at("14:00"), 5)).OK() // a new row chooses its source again
		wantHours(t, m, day, "07:70 09:100 10:70 12:30 13:5")
		e := m.Post("/app/health/steps/explain", bench.Body{"day": day}).OK()
		if explained(e) != "07 fit 70; 09 fit 100 watch:90; 10 fit 70 -130; 12 watch 30; 13 fit 5" || e.Int("data.steps") != 275 || e.Value("data.isSetAsideKnown") != true {
			t.Errorf("explained: %s", explained(e))
		}
		if total := m.Post("/app/health/steps/fetch/year", nil).OK().Int("data.total.steps"); total != 275 {
			t.Errorf("the year has %d", total)
		}
		m.Post("/app/health/steps/explain", bench.Body{"day": "soon"}).Fails(400, "VALIDATION", "day")
		if e := m.Post("/app/health/steps/explain", nil).OK(); e.String("data.day") != "2026-11-15" || len(e.List("data.hours", "steps")) != 0 {
			t.Errorf("today: %s", e.Text)
		}
	})
}

// The source that is chosen decides on other days too, and on the day's kind.
func TestHealthChoiceOfSource(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		fullDay := func(day string) any {
			return m.Post("/app/health/steps/fetch/day", bench.Body{"day": day}).OK().Value("data.isFullDay")
		}
		if fullDay("2026-11-15") != false {
			t.Error("without a source")
		}
		for _, day := range []string{"2026-11-12", "2026-11-13"} {
			bench.SyncSteps(m, "fit", bench.StepRow(day+" 09:00", day+" 10:00", 100)).OK()
			bench.SyncSteps(m, bench.Samsung, bench.StepRow(day+" 00:00", day+" 10:00", 1000)).OK()
		}
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-11 09:00", "2026-11-11 10:00", 7)).OK()
		wantHours(t, m, "2026-11-12", "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:100")
		if fullDay("2026-11-11") != false || fullDay("2026-11-13") != false { // fit was chosen last and counts there
			t.Error("fit reports no whole days")
		}
		bench.SyncSteps(m, bench.Samsung, bench.StepRow("2026-11-10 00:00", "2026-11-10 10:00", 0)).OK()
		if fullDay("2026-11-13") != true || fullDay("2026-11-11") != false || fullDay("2026-11-15") != true {
			t.Error("the chosen source of the shown hours, or of all where none is shown")
		}
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 7)).OK()
		wantHours(t, m, "2026-11-13", "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:100")
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-13 09:00", "2026-11-13 10:00", 55)).OK()
		wantHours(t, m, "2026-11-13", "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:55")
		bench.SyncSteps(m, bench.Samsung, bench.StepRow("2026-11-15 00:00", "2026-11-15 09:00", 9)).OK()
		wantHours(t, m, "2026-11-13", "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:100")
	})
}

func TestHealthEdgesOfTime(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		total := func(m *bench.Caller, path string, b bench.Body) int {
			return m.Post("/app/health/steps/fetch/"+path, b).OK().Int("data.total.steps")
		}

		// Hong Kong's midnight is at 16:00Z.
		m := w.Member()
		m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{{"startTime": "2026-11-13T15:30:00.000Z", "endTime": "2026-11-13T16:30:00.000Z", "steps": 101}}}).OK()
		wantHours(t, m, "2026-11-13", "23:51")
		wantHours(t, m, "2026-11-14", "00:50")
		m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{{"startTime": "2026-11-13T15:30:00.000Z", "endTime": "2026-11-13T16:30:00.000Z", "steps": 101}}}).OK()
		m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{{"startTime": "2026-11-14T00:00:00.000+08:00", "endTime": "2026-11-14T00:30:00+08:00", "steps": 7}}}).OK()
		wantHours(t, m, "2026-11-13", "23:51")
		wantHours(t, m, "2026-11-14", "00:7")

		// A day of 24 hours, and three seconds.
		m = w.Member()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-13 12:00", "2026-11-14 12:00", 2400), bench.StepRow("2026-11-14 11:59:58", "2026-11-14 12:00:01", 30)).OK()
		if a, b := total(m, "day", bench.Body{"day": "2026-11-13"}), total(m, "day", bench.Body{"day": "2026-11-14"}); a != 1200 || b != 1230 {
			t.Errorf("a day of 24 hours is %d and %d", a, b)
		}
		wantHours(t, m, "2026-11-14", "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:100 10:100 11:120 12:10")

		// Sixty days back, to the millisecond.
		m = w.Member()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-09-16 09:00", "2026-09-16 10:00", 5), bench.StepRow("2026-09-16 09:30", "2026-09-16 10:00:00.001", 3),
			bench.StepRow("2026-09-15 09:00", "2026-09-15 10:00", 99), bench.StepRow("2020-02-29 09:00", "2020-02-29 10:00", 99)).OK()
		wantHours(t, m, "2026-09-16", "09:3")
		wantHours(t, m, "2026-09-15", "")
		if total(m, "year", bench.Body{"year": "2020"}) != 0 {
			t.Error("an old row counted")
		}

		// The year's boundary.
		w.Clock.Set(time.Date(2027, 1, 1, 2, 0, 0, 0, time.UTC))
		m = w.Reopen(m)
		bench.SyncSteps(m, "fit", bench.StepRow("2026-12-31 23:30", "2027-01-01 00:30", 60)).OK()
		if a, b := total(m, "year", bench.Body{"year": "2026"}), total(m, "year", bench.Body{}); a != 33 || b != 30 {
			t.Errorf("the years have %d and %d", a, b)
		}
		week := m.Post("/app/health/steps/fetch/week", nil).OK()
		if fmt.Sprint(week.List("data.rows", "steps")) != "[0 0 0 30 30 0 0]" || week.String("data.rows.0.date") != "2026-12-28" || week.Int("data.dailyAverage.steps") != 12 {
			t.Errorf("the week: %s", week.Text)
		}

		// A leap day.
		w.Clock.Set(time.Date(2028, 3, 1, 2, 0, 0, 0, time.UTC))
		m = w.Reopen(m)
		bench.SyncSteps(m, "fit", bench.StepRow("2028-02-28 23:30", "2028-02-29 00:30", 10), bench.StepRow("2028-02-29 23:30", "2028-03-01 00:30", 20)).OK()
		february := m.Post("/app/health/steps/fetch/month", bench.Body{"yearMomth": "2028-02"}).OK()
		if len(february.List("data.rows", "date")) != 29 || february.Int("data.rows.27.steps") != 5 || february.Int("data.rows.28.steps") != 15 ||
			february.String("data.rows.28.date") != "2028-02-29" || february.Int("data.total.steps") != 20 {
			t.Errorf("a leap day: %s", february.Text)
		}
		if n := total(m, "month", bench.Body{"yearMomth": "2027-02"}); n != 0 {
			t.Errorf("another February has %d", n)
		}
		if n := len(m.Post("/app/health/steps/fetch/month", bench.Body{"yearMomth": "2027-02"}).OK().List("data.rows", "date")); n != 28 {
			t.Errorf("February 2027 has %d days", n)
		}
	})
}

// Distance and calories go with the body of the time, and stay.
func TestHealthBodyOfTheTime(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		amounts := func(day string) string {
			r := m.Post("/app/health/steps/fetch/day", bench.Body{"day": day}).OK()
			return fmt.Sprint(r.Value("data.total.steps"), r.Value("data.total.distance"), r.Value("data.total.calories"))
		}
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-12 09:00", "2026-11-12 10:00", 10000)).OK()
		m.Put("/app/health/physique", bench.Body{"age": 40, "height": 150, "weight": 50}).OK()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-12 09:00", "2026-11-12 10:00", 10000)).OK() // known: changes nothing
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-13 09:00", "2026-11-13 10:00", 10000)).OK()
		m.Put("/app/health/physique", bench.Body{"age": 40, "height": 180, "weight": 100}).OK()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 10000), bench.StepRow("2026-11-13 10:00", "2026-11-13 11:00", 10000)).OK()
		for day, want := range map[string]string{
			"2026-11-12": "10000 0 0",
			"2026-11-13": "20000 13.66 770.66", // 6.21 km and 226.665 kcal, 7.452 km and 543.996 kcal
			"2026-11-14": "10000 7.45 544",
		} {
			if got := amounts(day); got != want {
				t.Errorf("%s: %s, want %s", day, got, want)
			}
		}
		if r := m.Post("/app/health/steps/fetch/year", nil).OK(); r.Value("data.total.distance") != 21.11 || r.Value("data.total.calories") != 1314.66 ||
			r.Value("data.dailyAverage.distance") != 0.07 {
			t.Errorf("the year: %s", r.Text)
		}
	})
}

// Reaching a target of steps completes the missions of that day.
func TestHealthStepsCompleteMissions(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		const target = 3000 // of the easiest daily mission
		completed := func(m *bench.Caller) (n int) {
			bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM mission_progress WHERE user_id = $1 AND completed_at IS NOT NULL`, m.ID).Scan(&n))
			return n
		}
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		before := completed(m)
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 00:00", "2026-11-15 00:00", target)).OK() // yesterday's are over
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-15 00:00", "2026-11-15 10:00", target-1)).OK()
		if n := completed(m); n != before {
			t.Fatalf("%d missions completed one step too early", n-before)
		}
		w.Admin().Post("/web/health/steps/adjust", bench.Body{"userId": m.ID, "date": "2026-11-15", "steps": 1}).OK()
		if n := completed(m); n == before {
			t.Fatal("the target was reached and no mission completed")
		}

		// However many days a call brings: the session, the locked member, the stored days, days, months, missions.
		var rows []bench.Body
		for day := 10; day < 15; day++ {
			rows = append(rows, bench.StepRow(fmt.Sprintf("2026-10-%d 09:00", day), fmt.Sprintf("2026-10-%d 10:00", day), 500))
		}
		if ran := w.Statements(func() { bench.SyncSteps(m, "fit", rows...).OK() }); len(ran) != 6 {
			t.Errorf("%d statements:\n%s", len(ran), strings.Join(ran, "\n"))
		}
	})
}
