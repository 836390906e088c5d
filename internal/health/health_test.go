package health_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

// hoursOf are the hours of a day that are not zero, as "09:120".
func hoursOf(m *bench.Caller, day string) string {
	r := m.Post("/app/health/steps/fetch/day", bench.Body{"day": bench.UTC(day + " 12:00")}).OK()
	return hourly(r)
}

func hourly(r *bench.Reply) string {
	var out []string
	starts, steps := r.List("data.rows", "startTime"), r.List("data.rows", "steps")
	for i := range starts {
		if steps[i].(float64) != 0 {
			out = append(out, fmt.Sprintf("%s:%v", starts[i].(string)[11:13], steps[i]))
		}
	}
	return strings.Join(out, " ")
}

func wantHours(t *testing.T, m *bench.Caller, day, want string) {
	t.Helper()
	if got := hoursOf(m, day); got != want {
		t.Errorf("the hours of %s are %q, want %q", day, got, want)
	}
}

func TestHealthPhysique(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member().English()
		if r := m.Get("/app/health/physique").OK(); r.Value("data") != nil {
			t.Errorf("before it is set: %s", r.Text)
		}
		if m.Get("/app/health/physique/check").OK().Value("data.check") != false {
			t.Error("set from the start")
		}
		m.Put("/app/health/physique", bench.Body{"age": 40, "height": 170}).Fails(400, "VALIDATION", "weight: is required")
		for _, bad := range []bench.Body{
			{"age": 0, "height": 170, "weight": 60}, {"age": 151, "height": 170, "weight": 60},
			{"age": 40, "height": 0, "weight": 60}, {"age": 40, "height": 300.5, "weight": 60},
			{"age": 40, "height": 170, "weight": 0.5}, {"age": 40, "height": 170, "weight": 301},
			{"age": "40", "height": 170, "weight": 60}, {"age": 40, "height": -170, "weight": 60},
		} {
			m.Put("/app/health/physique", bad).Fails(400, "VALIDATION")
		}
		if m.Get("/app/health/physique/check").OK().Value("data.check") != false {
			t.Error("a refused physique was stored")
		}
		m.Put("/app/health/physique", bench.Body{"age": 1, "height": 1, "weight": 1}).OK()
		m.Post("/app/health/physique", bench.Body{"age": 150, "height": 300, "weight": 300}).OK()
		m.Put("/app/health/physique", bench.Body{"age": 40, "height": 170.25, "weight": 61.5}).OK()
		m.Put("/app/health/physique", bench.Body{"weight": 62, "height": nil}).OK() // the rest stays
		r := m.Get("/app/health/physique").OK()
		if r.Int("data.age") != 40 || r.Value("data.height") != 170.25 || r.Value("data.weight") != 62.0 {
			t.Errorf("the physique is %s", r.Text)
		}
		if m.Get("/app/health/physique/check").OK().Value("data.check") != true {
			t.Error("not set")
		}
	})
}

func TestHealthConnect(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		connected := func() any { return m.Get("/app/health/pointer").OK().Value("data.healthConnected") }
		if connected() != false {
			t.Error("connected from the start")
		}
		m.Post("/app/health/health-connect", nil).OK()
		m.Post("/app/health/health-connect", nil).OK()
		if connected() != true {
			t.Error("not connected")
		}
		m.Delete("/app/health/health-connect").OK()
		if connected() != false {
			t.Error("still connected")
		}
	})
}

func TestHealthSyncAndFetch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		if r := m.Get("/app/health/pointer").OK(); r.Value("data.pointerTime") != "" {
			t.Errorf("the pointer before: %s", r.Text)
		}
		m.Put("/app/health/physique", bench.Body{"age": 40, "height": 170, "weight": 60}).OK()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 1000), bench.StepRow("2026-11-15 09:00", "2026-11-15 09:30", 500),
			bench.StepRow("2026-11-12 23:00", "2026-11-13 00:00", 2000), bench.StepRow("2026-10-31 10:00", "2026-10-31 11:00", 300)).OK()
		if r := m.Get("/app/health/pointer").OK(); r.Value("data.pointerTime") != "2026-11-15T01:30:00.000Z" {
			t.Errorf("the pointer: %s", r.Text)
		}

		day := m.Post("/app/health/steps/fetch/day", bench.Body{}).OK()
		if n := len(day.List("data.rows", "steps")); n != 24 {
			t.Errorf("%d hours", n)
		}
		if hourly(day) != "08:1000 09:500" || day.String("data.rows.8.startTime") != "2026-11-15 08:00:00" ||
			day.String("data.rows.23.endTime") != "2026-11-16 00:00:00" || day.Value("data.isFullDay") != false || day.Value("data.dailyAverage") != nil {
			t.Errorf("the day: %s", day.Text)
		}
		// 1500 × 170 × 0.414 ÷ 100000 km, × 60 × 0.73 kcal
		if day.Int("data.total.steps") != 1500 || day.Value("data.total.distance") != 1.06 || day.Value("data.total.calories") != 46.24 ||
			day.Value("data.rows.8.distance") != 0.7 || day.Value("data.rows.8.calories") != 30.83 {
			t.Errorf("the day: %s", day.Text)
		}
		if none := m.Post("/app/health/steps/fetch/day", nil).OK(); none.Text != day.Text {
			t.Errorf("without a body: %s", none.Text)
		}
		if null := m.Post("/app/health/steps/fetch/day", bench.Body{"day": nil}).OK(); null.Text != day.Text {
			t.Errorf("null: %s", null.Text)
		}

		week := m.Post("/app/health/steps/fetch/week", bench.Body{"day": "2026-11-15T02:00:00.000Z"}).OK()
		if dates := week.List("data.rows", "date"); len(dates) != 7 || dates[0] != "2026-11-09" || dates[6] != "2026-11-15" {
			t.Errorf("the week: %v", dates)
		}
		if steps := fmt.Sprint(week.List("data.rows", "steps")); steps != "[0 0 0 2000 0 0 1500]" || week.Int("data.total.steps") != 3500 ||
			week.Int("data.dailyAverage.steps") != 500 || week.Value("data.isFullDay") != nil {
			t.Errorf("the week: %s", week.Text)
		}

		month := m.Post("/app/health/steps/fetch/month", bench.Body{"yearMomth": "2026-11"}).OK()
		if n := len(month.List("data.rows", "steps")); n != 30 || month.Int("data.total.steps") != 3500 ||
			month.Int("data.dailyAverage.steps") != 233 || month.Int("data.rows.11.steps") != 2000 || month.String("data.rows.29.date") != "2026-11-30" {
			t.Errorf("the month: %s", month.Text)
		}
		if r := m.Post("/app/health/steps/fetch/month", nil).OK(); r.Text != month.Text {
			t.Errorf("the current month: %s", r.Text)
		}
		if r := m.Post("/app/health/steps/fetch/month", bench.Body{"yearMomth": "2026-10"}).OK(); r.Int("data.total.steps") != 300 ||
			r.Int("data.dailyAverage.steps") != 10 || len(r.List("data.rows", "steps")) != 31 {
			t.Errorf("last month: %s", r.Text)
		}

		year := m.Post("/app/health/steps/fetch/year", bench.Body{"year": "2026"}).OK()
		if rows := year.List("data.rows", "month"); len(rows) != 12 || rows[0] != "2026-01" || year.Int("data.rows.10.steps") != 3500 ||
			year.Int("data.rows.9.steps") != 300 || year.Int("data.total.steps") != 3800 || year.Int("data.dailyAverage.steps") != 12 {
			t.Errorf("the year: %s", year.Text) // 319 days have begun
		}
		if r := m.Post("/app/health/steps/fetch/year", bench.Body{"year": nil}).OK(); r.Text != year.Text {
			t.Errorf("the current year: %s", r.Text)
		}
		if r := m.Post("/app/health/steps/fetch/year", bench.Body{"year": "2027"}).OK(); r.Int("data.total.steps") != 0 || r.Int("data.dailyAverage.steps") != 0 ||
			len(r.List("data.rows", "month")) != 12 {
			t.Errorf("a year to come: %s", r.Text)
		}
	})
}

func TestHealthFetchRefusals(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member().English()
		for path, bodies := range map[string][]bench.Body{
			"day":   {{"day": "yesterday"}, {"day": "2026-13-01T00:00:00.000Z"}, {"day": "2026-02-30"}, {"day": 7}, {"day": "0000-01-01"}},
			"week":  {{"day": "x"}, {"day": "2026-11-15T25:00:00Z"}, {"day": "1979-12-31"}},
			"month": {{"yearMomth": "2026-13"}, {"yearMomth": "2026-00"}, {"yearMomth": "2026"}, {"yearMomth": "2026-1"}, {"yearMomth": "2026-11-01"}, {"yearMomth": 202611}, {"yearMomth": "0001-01"}},
			"year":  {{"year": "26"}, {"year": "二零二六"}, {"year": 2026}, {"year": "2026-01"}, {"year": "0000"}},
		} {
			for _, b := range bodies {
				m.Post("/app/health/steps/fetch/"+path, b).Fails(400, "VALIDATION", slices.Collect(keysOf(b))[0])
			}
		}
	})
}

func keysOf(b bench.Body) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range b {
			if !yield(k) {
				return
			}
		}
	}
}

// One bad row refuses the call, is named, and nothing of it is stored.
func TestHealthRowRules(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member().English() // it is 10:00
		good := bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 100)
		bad := func(row any, says string) {
			t.Helper()
			m.Post("/app/health/steps/sync", bench.Body{"data": []any{good, row, good}}).Fails(400, "VALIDATION", says)
		}
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:00", 0), "data[1].endTime: must be after startTime")
		bad(bench.StepRow("2026-11-15 09:30", "2026-11-15 09:00", 0), "data[1].endTime: must be after startTime")
		bad(bench.StepRow("2026-11-15 09:30", "2026-11-15 10:05:00.001", 0), "data[1].endTime: must not be in the future")
		bad(bench.StepRow("2026-11-14 09:00", "2026-11-15 09:00:00.001", 0), "data[1].endTime: must be at most 24 hours")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01", 251), "data[1].steps: must be 0 to 250")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01:30", 376), "data[1].steps: must be 0 to 375")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:00:03", 251), "data[1].steps: must be 0 to 250")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01", -1), "data[1].steps: must be 0 to 250")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01", 1.5), "data[1].steps: must be a whole number")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01", 1e18), "data[1].steps: must be 0 to 250")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01", "12"), "data[1].steps: must be a number")
		bad(bench.StepRow("2026-11-15 09:00", "2026-11-15 09:01", nil), "data[1].steps: is required")
		bad(bench.Body{"startTime": bench.UTC("2026-11-15 09:00"), "steps": 1}, "data[1].endTime: is required")
		bad(bench.Body{"startTime": "2026-11-15 09:00", "endTime": bench.UTC("2026-11-15 09:30"), "steps": 1}, "data[1].startTime: must be a date and time")
		bad(bench.Body{"startTime": "2026-13-15T09:00:00Z", "endTime": bench.UTC("2026-11-15 09:30"), "steps": 1}, "data[1].startTime: must be a date and time")
		bad(bench.Body{"startTime": 5, "endTime": bench.UTC("2026-11-15 09:30"), "steps": 1}, "data[1].startTime: must be text")
		bad(7, "data[1]: must be an object")
		bad(bench.StepRow("2020-01-01 09:00", "2020-01-01 09:01", -5), "data[1].steps")
		m.Post("/app/health/steps/sync", `{"data":[{"startTime":"2026-11-15T00:00:00.000Z","endTime":"2026-11-15T01:00:00.000Z","steps":1e999}]}`).
			Fails(400, "VALIDATION", "data[0].steps: must be a number")
		m.Post("/app/health/steps/sync", `{"data":[`).Fails(400, "VALIDATION", "JSON")
		m.Post("/app/health/steps/sync", `[]`).Fails(400, "VALIDATION")
		m.Post("/app/health/steps/sync", bench.Body{}).Fails(400, "VALIDATION", "data: is required")
		m.Post("/app/health/steps/sync", bench.Body{"data": "x"}).Fails(400, "VALIDATION", "data: must be a list")
		m.Post("/app/health/steps/sync", nil).Fails(400, "VALIDATION")
		for _, origin := range []string{"", strings.Repeat("字", 256)} {
			bench.SyncSteps(m, origin, good).Fails(400, "VALIDATION", "dataOrigin: must be 1 to 255 characters")
		}
		many := func(n int) []bench.Body {
			rows := make([]bench.Body, n)
			for i := range rows {
				at := time.Date(2026, 11, 14, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Minute)
				rows[i] = bench.Body{"startTime": at.Format(time.RFC3339), "endTime": at.Add(time.Minute).Format(time.RFC3339), "steps": 1}
			}
			return rows
		}
		bench.SyncSteps(m, "fit", many(501)...).Fails(400, "VALIDATION", "data: must have at most 500 items")
		for _, day := range []string{"2026-11-13", "2026-11-14", "2026-11-15"} {
			wantHours(t, m, day, "")
		}
		if m.Get("/app/health/pointer").OK().Value("data.pointerTime") != "" {
			t.Error("a refused call moved the pointer")
		}

		bench.SyncSteps(m, "fit", many(500)...).OK()
		if got := m.Post("/app/health/steps/fetch/day", bench.Body{"day": "2026-11-14"}).OK().Int("data.total.steps"); got != 500 {
			t.Errorf("500 rows gave %d", got)
		}
		m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{}}).OK()
		bench.SyncSteps(m, strings.Repeat("字", 255), bench.StepRow("2026-11-15 09:00", "2026-11-15 10:05", 16250)).OK() // the most there can be
		wantHours(t, m, "2026-11-15", "09:15000 10:1250")
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-15 07:00", "2026-11-15 07:00:03", 250)).OK()
		wantHours(t, m, "2026-11-15", "07:250 09:15000 10:1250")
	})
}
