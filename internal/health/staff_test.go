package health_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// explained are the hours of an explanation: "09 fit 100 +0 -20 watch:40".
func explained(r *bench.Reply) string {
	var out []string
	for i := range r.List("data.hours", "steps") {
		at := fmt.Sprintf("data.hours.%d.", i)
		source := "nobody"
		if r.Value(at+"source") != nil {
			source = r.String(at + "source")
		}
		line := fmt.Sprintf("%s %s %d", r.String(at + "startTime")[11:13], source, r.Int(at+"counted"))
		if n := r.Int(at + "added"); n > 0 {
			line += fmt.Sprintf(" +%d", n)
		}
		if n := r.Int(at + "overlap"); n > 0 {
			line += fmt.Sprintf(" -%d", n)
		}
		for j, other := range r.List(at+"otherSources", "source") {
			line += fmt.Sprintf(" %v:%d", other, r.Int(fmt.Sprintf("%sotherSources.%d.steps", at, j)))
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

func TestHealthAdjustments(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		m.Put("/app/health/physique", bench.Body{"age": 40, "height": 200, "weight": 100}).OK()
		staff := w.Staff(access.Professional, access.CentreA).English()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 22:30", "2026-11-14 23:30", 200)).OK()

		adjust := func(date string, steps any) *bench.Reply {
			return staff.Post("/web/health/steps/adjust", bench.Body{"userId": m.ID, "date": date, "steps": steps})
		}
		adjust("2026-11-14", 1000).OK()
		adjust("2026-11-14", 0).OK()
		adjust("2026-11-15", 100000).OK()
		adjust("2026-09-01", 7).OK() // long ago, before any record
		for _, bad := range []struct {
			date  any
			steps any
			says  string
		}{
			{"2026-11-14", 100001, "steps: must be from 0 to 100000"}, {"2026-11-14", -1, "steps"}, {"2026-11-14", 1.5, "steps"},
			{"2026-11-16", 5, "date: must not be in the future"}, {"2026-02-30", 5, "date"}, {nil, 5, "date"}, {"1979-12-31", 5, "date"},
		} {
			staff.Post("/web/health/steps/adjust", bench.Body{"userId": m.ID, "date": bad.date, "steps": bad.steps}).Fails(400, "VALIDATION", bad.says)
		}
		staff.Post("/web/health/steps/adjust", bench.Body{"date": "2026-11-14", "steps": 5}).Fails(400, "VALIDATION", "userId")

		wantHours(t, m, "2026-11-14", "22:100 23:1100")
		wantHours(t, m, "2026-11-15", "23:100000")
		day := m.Post("/app/health/steps/fetch/day", bench.Body{"day": "2026-11-14"}).OK()
		if day.Int("data.total.steps") != 1200 || day.Value("data.total.distance") != 0.99 || day.Value("data.total.calories") != 72.53 {
			t.Errorf("the day: %s", day.Text) // 1200 × 200 × 0.414 ÷ 100000 = 0.99360 km, × 73
		}
		year := m.Post("/app/health/steps/fetch/year", nil).OK()
		if year.Int("data.rows.10.steps") != 101200 || year.Int("data.rows.8.steps") != 7 || year.Int("data.total.steps") != 101207 {
			t.Errorf("the year: %s", year.Text)
		}
		if at := m.Get("/app/health/pointer").OK().Value("data.pointerTime"); at != "2026-11-14T15:30:00.000Z" {
			t.Errorf("an adjustment moved the pointer to %v", at)
		}

		// A synchronisation never erases them.
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 23:00", "2026-11-15 00:00", 600)).OK()
		wantHours(t, m, "2026-11-14", "22:100 23:1600")
		e := staff.Post("/web/health/steps/explain", bench.Body{"userId": m.ID, "day": "2026-11-14"}).OK()
		if got := explained(e); got != "22 fit 100; 23 fit 600 +1000 -100" || e.Int("data.steps") != 1700 {
			t.Errorf("the explanation: %s", e.Text)
		}
		if added := e.List("data.adjustments", "steps"); len(added) != 2 || added[0] != 1000.0 || e.String("data.adjustments.0.staffId") != staff.ID ||
			e.String("data.adjustments.0.staff") != "同工" || e.String("data.adjustments.0.startTime") != "2026-11-14 23:00:00" {
			t.Errorf("the adjustments: %s", e.Text)
		}
		own := m.Post("/app/health/steps/explain", bench.Body{"day": "2026-11-14"}).OK()
		if explained(own) != explained(e) || own.Value("data.adjustments") != nil {
			t.Errorf("the member's explanation: %s", own.Text)
		}

		// Taken back once, by one of many.
		id := e.String("data.adjustments.0.id")
		var all sync.WaitGroup
		statuses := make([]int, 8)
		for i := range statuses {
			all.Go(func() { statuses[i] = staff.Delete("/web/health/steps/adjust/" + id).Status })
		}
		all.Wait()
		if ok := strings.Count(fmt.Sprint(statuses), "200"); ok != 1 || strings.Count(fmt.Sprint(statuses), "404") != 7 {
			t.Errorf("taken back at once: %v", statuses)
		}
		staff.Delete("/web/health/steps/adjust/"+id).Fails(404, "NOT_FOUND")
		staff.Delete("/web/health/steps/adjust/no-such").Fails(404, "NOT_FOUND")
		wantHours(t, m, "2026-11-14", "22:100 23:600")
		year = m.Post("/app/health/steps/fetch/year", nil).OK()
		if year.Int("data.rows.10.steps") != 100700 {
			t.Errorf("the year: %s", year.Text)
		}
		e = staff.Post("/web/health/steps/explain", bench.Body{"userId": m.ID, "day": "2026-11-14T15:00:00Z"}).OK()
		if len(e.List("data.adjustments", "id")) != 1 {
			t.Errorf("the adjustments left: %s", e.Text)
		}
		log := w.Admin().Post("/web/audit/page", bench.Body{"userId": m.ID, "action": "delete-web-health-steps-adjust-id"}).OK()
		if log.Int("data.pagination.totalItems") != 1 {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

// Many at once, devices and staff: nothing is lost.
func TestHealthAdjustmentRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		staff, service := w.Staff(access.Chief, access.CentreA), w.Service()
		var all sync.WaitGroup
		for i := range 6 {
			from := fmt.Sprintf("2026-11-14 %02d:00", i)
			to := fmt.Sprintf("2026-11-14 %02d:00", i+1)
			all.Go(func() { bench.SyncSteps(m, "fit", bench.StepRow(from, to, 100)).OK() })
			all.Go(func() {
				staff.Post("/web/health/steps/adjust", bench.Body{"userId": m.ID, "date": "2026-11-14", "steps": 10}).OK()
			})
			all.Go(func() { service.Post("/steps/adjust", bench.Body{"data": []bench.Body{v1Row(m.ID, from, to, 1)}}).OK() })
		}
		all.Wait()
		wantHours(t, m, "2026-11-14", "00:101 01:101 02:101 03:101 04:101 05:101 23:60")
		if n := m.Post("/app/health/steps/fetch/year", nil).OK().Int("data.total.steps"); n != 666 {
			t.Errorf("the year has %d", n)
		}
	})
}

func TestHealthStaffFetch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		staff := w.Staff(access.Professional, access.CentreA).English()
		for i, day := range []string{"2026-11-10", "2026-11-11", "2026-11-12", "2026-11-13"} {
			bench.SyncSteps(m, "fit", bench.StepRow(day+" 09:00", day+" 10:00", 100*(i+1))).OK()
		}
		fetch := func(b bench.Body) *bench.Reply {
			b["userId"] = m.ID
			return staff.Post("/web/health/steps/fetch", b)
		}
		r := fetch(bench.Body{"start": "2026-11-11", "end": "2026-11-30", "pagination": bench.Body{"page": 1, "size": 2}}).OK()
		if fmt.Sprint(r.List("data.0.items", "date")) != "[2026-11-13 2026-11-12]" || r.Int("data.0.totalSteps") != 900 ||
			r.Int("data.0.pagination.totalItems") != 3 || r.String("data.0.sortings.0.property") != "date" {
			t.Errorf("newest first: %s", r.Text)
		}
		r = fetch(bench.Body{"start": "2026-11-10", "end": "2026-11-12", "pagination": bench.Body{"page": 1}, "sortings": []bench.Body{{"property": "steps", "direction": "asc"}}}).OK()
		if fmt.Sprint(r.List("data.0.items", "steps")) != "[100 200 300]" || r.Int("data.0.totalSteps") != 600 {
			t.Errorf("by steps: %s", r.Text)
		}
		r = fetch(bench.Body{"start": "2026-11-10", "end": "2026-11-12", "sortings": []bench.Body{{"property": "createAt", "direction": "ASC"}}}).OK()
		if fmt.Sprint(r.List("data.0.items", "date")) != "[2026-11-10 2026-11-11 2026-11-12]" {
			t.Errorf("a day is created on its date: %s", r.Text)
		}
		if r = fetch(bench.Body{"start": "2026-11-14", "end": "2026-11-14", "pagination": bench.Body{"page": 1}}).OK(); r.Int("data.0.totalSteps") != 0 ||
			len(r.List("data.0.items", "date")) != 0 {
			t.Errorf("an empty period: %s", r.Text)
		}
		fetch(bench.Body{"start": "2026-11-14", "end": "2026-11-13"}).Fails(400, "VALIDATION", "end: must not be before the start")
		fetch(bench.Body{"start": "2026-13-01", "end": "2026-11-13"}).Fails(400, "VALIDATION", "start")
		fetch(bench.Body{"end": "2026-11-13"}).Fails(400, "VALIDATION", "start: is required")
		fetch(bench.Body{"start": "2026-11-10", "end": "2026-11-13", "sortings": []bench.Body{{"property": "distance", "direction": "asc"}}}).Fails(400, "VALIDATION")
		log := w.Admin().Post("/web/audit/page", bench.Body{"userId": m.ID, "action": "post-web-health-steps-fetch"}).OK()
		if log.Int("data.pagination.totalItems") != 4 {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

// Rows are forgotten after two months; what they came to stays.
func TestHealthForgetsRows(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 100)).OK()
		bench.SyncSteps(m, "watch", bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 90)).OK()
		reported := func() (text string) {
			bench.Must(t, w.SQL().QueryRow(`SELECT reported FROM health_days WHERE user_id = $1`, m.ID).Scan(&text))
			return text
		}
		w.Clock.Advance(63 * 24 * time.Hour)
		w.RunJobs()
		if reported() == "" {
			t.Error("forgotten too early")
		}
		w.Clock.Advance(3 * 24 * time.Hour)
		w.RunJobs()
		if reported() != "" {
			t.Errorf("still there: %s", reported())
		}
		m = w.Reopen(m)
		e := m.Post("/app/health/steps/explain", bench.Body{"day": "2026-11-14"}).OK()
		if explained(e) != "09 watch 90" || e.Value("data.isSetAsideKnown") != false {
			t.Errorf("the explanation: %s", e.Text)
		}
		staff := w.Staff(access.Professional, access.CentreA)
		staff.Post("/web/health/steps/adjust", bench.Body{"userId": m.ID, "date": "2026-11-14", "steps": 5}).OK()
		wantHours(t, m, "2026-11-14", "09:90 23:5")
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 1000), bench.StepRow("2027-01-19 09:00", "2027-01-19 09:30", 1)).OK()
		wantHours(t, m, "2026-11-14", "09:90 23:5")
		if at := m.Get("/app/health/pointer").OK().Value("data.pointerTime"); at != "2027-01-19T01:30:00.000Z" {
			t.Errorf("the pointer: %v", at)
		}
	})
}
