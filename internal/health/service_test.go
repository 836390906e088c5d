package health_test

import (
	"fmt"
	"testing"
	"time"

	"hearten/test/bench"
)

func v1Row(userID, from, to string, steps any) bench.Body {
	r := bench.StepRow(from, to, steps)
	r["userId"], r["birthdate"], r["height"], r["weight"] = userID, "1990-02-28", 170, 60
	return r
}

func v2Body(userID, origin string, rows ...bench.Body) bench.Body {
	return bench.Body{"dataOrigins": []string{origin}, "dataOrigin": origin, "userId": userID, "birthdate": "1990-02-28",
		"height": 170, "weight": 60, "data": append([]bench.Body{}, rows...)}
}

func TestHealthInternalSync(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b, service := w.Member(), w.Member(), w.Service().English()
		pointer := func(path, id string) string {
			return service.Post(path, bench.Body{"userId": id}).OK().String("data.pointer")
		}
		if pointer("/steps/sync", a.ID) != "" || pointer("/steps/pointer", a.ID) != "" {
			t.Error("a pointer without a record")
		}
		first := service.Post("/steps/sync", bench.Body{"data": []bench.Body{
			v1Row(a.ID, "2026-11-15 08:00", "2026-11-15 09:00", 100), v1Row(b.ID, "2026-11-15 08:00", "2026-11-15 09:00", 200),
			v1Row(a.ID, "2026-11-15 09:00", "2026-11-15 09:30", 50)}}).OK()
		if first.Value("data") != nil {
			t.Errorf("v1 answers %s", first.Text)
		}
		wantHours(t, a, "2026-11-15", "08:100 09:50")
		wantHours(t, b, "2026-11-15", "08:200")
		if pointer("/steps/sync", a.ID) != "2026-11-15T01:30:00.000Z" || pointer("/steps/pointer", b.ID) != "2026-11-15T01:00:00.000Z" {
			t.Error("the pointers after v1")
		}
		// v1 and an App without a source are the same source.
		a.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 100), bench.StepRow("2026-11-15 09:00", "2026-11-15 09:30", 70)}}).OK()
		wantHours(t, a, "2026-11-15", "08:100 09:70")

		service.Post("/steps/sync", v2Body(a.ID, bench.Samsung, bench.StepRow("2026-11-15 00:00", "2026-11-15 10:00", 1000))).OK()
		day := a.Post("/app/health/steps/fetch/day", nil).OK()
		if hourly(day) != "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:100" || day.Value("data.isFullDay") != true ||
			day.Value("data.total.distance") != 0.7 || day.Value("data.total.calories") != 30.83 {
			t.Errorf("v2: %s", day.Text)
		}
		service.Post("/steps/sync", v2Body(a.ID, bench.Samsung)).OK() // nothing new

		for _, bad := range []struct {
			send bench.Body
			says string
		}{
			{bench.Body{}, "userId"}, {bench.Body{"data": []bench.Body{}}, "userId"}, {bench.Body{"userId": ""}, "userId"},
			{bench.Body{"userId": a.ID, "data": []bench.Body{bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 1)}}, "dataOrigin"},
			{bench.Body{"dataOrigin": "x", "data": []bench.Body{}}, "dataOrigins: is required; userId: is required"},
			{bench.Body{"dataOrigins": []string{"x"}, "userId": a.ID, "data": []bench.Body{}, "birthdate": "1990-02-28", "height": 1, "weight": 1}, "dataOrigin: is required"},
			{bench.Body{"dataOrigins": []string{"x"}, "dataOrigin": "x", "userId": a.ID, "data": []bench.Body{}, "birthdate": "soon", "height": 301, "weight": -1},
				"birthdate: must be a date (YYYY-MM-DD); height: must be from 0 to 300; weight: must be from 0 to 300"},
			{bench.Body{"dataOrigins": "x", "dataOrigin": "x"}, "dataOrigins: must be a list"},
			{bench.Body{"dataOrigins": []any{nil}, "dataOrigin": "x"}, "dataOrigins: must be text"},
			{v2Body(a.ID, "x", bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 1), bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 1.5)), "data[1].steps: must be a whole number"},
			{bench.Body{"data": []bench.Body{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9), v1Row(b.ID, "2026-11-15 07:00", "2026-11-15 08:00", -9)}}, "data[1].steps"},
			{bench.Body{"data": []bench.Body{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9), bench.StepRow("2026-11-15 07:00", "2026-11-15 08:00", 9)}}, "data[1].userId: is required"},
			{bench.Body{"data": []any{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9), 7}}, "data[1]: must be an object"},
		} {
			service.Post("/steps/sync", bad.send).Fails(400, "VALIDATION", bad.says)
		}
		service.Post("/steps/sync", bench.Body{"data": []bench.Body{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9),
			v1Row("nobody", "2026-11-15 07:00", "2026-11-15 08:00", 9)}}).Fails(404, "NOT_FOUND")
		service.Post("/steps/sync", v2Body("nobody", "x")).Fails(404, "NOT_FOUND")
		service.Post("/steps/sync", bench.Body{"userId": "nobody"}).Fails(404, "NOT_FOUND")
		service.Post("/steps/pointer", bench.Body{"userId": "nobody"}).Fails(404, "NOT_FOUND")
		if hourly(a.Post("/app/health/steps/fetch/day", nil).OK()) != hourly(day) {
			t.Error("a refused call left something")
		}
	})
}

func TestHealthInternalAdjust(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b, service := w.Member(), w.Member(), w.Service().English()
		bench.SyncSteps(a, "fit", bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 100)).OK()
		service.Post("/steps/adjust", bench.Body{"data": []bench.Body{
			v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 09:30", 11), v1Row(a.ID, "2026-11-14 09:00", "2026-11-14 10:00", 22),
			v1Row(a.ID, "2026-11-14 23:00", "2026-11-15 00:00", 33), v1Row(b.ID, "2026-11-14 23:00", "2026-11-15 00:00:01", 44)}}).OK()
		wantHours(t, a, "2026-11-14", "09:133 23:33")
		wantHours(t, b, "2026-11-14", "")
		wantHours(t, b, "2026-11-15", "00:44")
		if at := b.Get("/app/health/pointer").OK().Value("data.pointerTime"); at != "" {
			t.Errorf("an adjustment is no record: %v", at)
		}
		service.Post("/steps/adjust", bench.Body{"data": []bench.Body{}}).Fails(400, "VALIDATION", "data")
		service.Post("/steps/adjust", bench.Body{"data": []bench.Body{v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 09:30", 1), v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 08:30", 1)}}).
			Fails(400, "VALIDATION", "data[1].endTime")
		service.Post("/steps/adjust", bench.Body{"data": []bench.Body{v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 09:30", 1), v1Row("nobody", "2026-11-14 08:30", "2026-11-14 09:30", 1)}}).
			Fails(404, "NOT_FOUND")
		service.Post("/steps/adjust", bench.Body{"data": []bench.Body{v1Row(a.ID, "2026-01-14 08:30", "2026-01-14 09:30", 1)}}).OK() // too old: left out
		wantHours(t, a, "2026-11-14", "09:133 23:33")
		wantHours(t, a, "2026-01-14", "")
		e := w.Admin().Post("/web/health/steps/explain", bench.Body{"userId": a.ID, "day": "2026-11-14"}).OK()
		if explained(e) != "09 fit 100 +33; 23 nobody 0 +33" || len(e.List("data.adjustments", "id")) != 3 || e.Value("data.adjustments.0.staffId") != nil {
			t.Errorf("the explanation: %s", e.Text)
		}
		w.Admin().Delete("/web/health/steps/adjust/" + e.String("data.adjustments.1.id")).OK()
		wantHours(t, a, "2026-11-14", "09:111 23:33")

		// The longest row of the largest body: 360,000 × 300 × 0.414 ÷ 100,000 km, × 300 × 0.73 kcal.
		giant := v1Row(b.ID, "2026-11-12 00:00", "2026-11-13 00:00", 360_000)
		giant["height"], giant["weight"] = 300, 300
		service.Post("/steps/adjust", bench.Body{"data": []bench.Body{giant}}).OK()
		day := b.Post("/app/health/steps/fetch/day", bench.Body{"day": "2026-11-12"}).OK()
		if day.Value("data.total.distance") != 447.12 || day.Value("data.total.calories") != 97919.28 {
			t.Errorf("a giant's day: %s", day.Text)
		}
	})
}

func TestHealthInternalFetch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, service := w.Member(), w.Service().English()
		bench.SyncSteps(m, "fit", bench.StepRow("2026-11-13 09:00", "2026-11-13 10:00", 100), bench.StepRow("2026-11-14 09:00", "2026-11-14 10:00", 0),
			bench.StepRow("2026-11-15 08:30", "2026-11-15 09:30", 300)).OK()
		fetch := func(mode int, fill any, from, to string) *bench.Reply {
			return service.Post("/steps/fetch", bench.Body{"userId": m.ID, "mode": mode, "fillMode": fill, "startTime": bench.UTC(from), "endTime": bench.UTC(to)})
		}
		hours := fetch(1, true, "2026-11-15 00:00", "2026-11-16 00:00").OK()
		if len(hours.List("data.rows", "steps")) != 24 || hourly(hours) != "08:150 09:150" || hours.Value("data.isFullDay") != false {
			t.Errorf("a day of hours: %s", hours.Text)
		}
		hours = fetch(1, false, "2026-11-14 09:30", "2026-11-15 09:00").OK()
		if fmt.Sprint(hours.List("data.rows", "startTime")) != "[2026-11-14 09:00:00 2026-11-15 08:00:00]" || hours.Int("data.total.steps") != 150 {
			t.Errorf("hours that are there: %s", hours.Text)
		}
		if hours = fetch(1, true, "2026-11-15 08:59:59", "2026-11-15 09:00:01").OK(); len(hours.List("data.rows", "steps")) != 2 {
			t.Errorf("two hours: %s", hours.Text)
		}
		days := fetch(2, true, "2026-11-12 00:00", "2026-11-18 00:00").OK()
		if fmt.Sprint(days.List("data.rows", "steps")) != "[0 100 0 300 0 0]" || days.Int("data.dailyAverage.steps") != 100 || days.Value("data.isFullDay") != nil {
			t.Errorf("days: %s", days.Text) // four have begun
		}
		if days = fetch(2, nil, "2026-11-12 00:00", "2026-11-18 00:00").OK(); fmt.Sprint(days.List("data.rows", "date")) != "[2026-11-13 2026-11-14 2026-11-15]" ||
			days.Int("data.dailyAverage.steps") != 100 {
			t.Errorf("days that are there: %s", days.Text)
		}
		months := fetch(3, true, "2026-10-31 23:59", "2026-12-01 00:00").OK()
		if fmt.Sprint(months.List("data.rows", "month")) != "[2026-10 2026-11]" || months.Int("data.total.steps") != 400 ||
			months.Int("data.dailyAverage.steps") != 9 {
			t.Errorf("months: %s", months.Text) // over 46 days
		}
		for _, mode := range []int{1, 2, 3} {
			empty := fetch(mode, true, "2026-11-15 09:00", "2026-11-15 09:00").OK()
			if len(empty.List("data.rows", "steps")) != 0 || empty.Int("data.total.steps") != 0 {
				t.Errorf("an empty period: %s", empty.Text)
			}
			fetch(mode, true, "2026-11-15 09:00", "2026-11-15 08:59").Fails(400, "VALIDATION", "endTime: must not be before the start")
			fetch(mode, true, "2000-01-01 00:00", "2200-01-01 00:00").Fails(400, "VALIDATION", "endTime: is too far")
		}
		fetch(4, true, "2026-11-15 09:00", "2026-11-15 10:00").Fails(400, "VALIDATION", "mode")
		fetch(0, true, "2026-11-15 09:00", "2026-11-15 10:00").Fails(400, "VALIDATION", "mode")
		fetch(1, "yes", "2026-11-15 09:00", "2026-11-15 10:00").Fails(400, "VALIDATION", "fillMode")
		service.Post("/steps/fetch", bench.Body{"userId": m.ID, "mode": 1, "startTime": "soon", "endTime": bench.UTC("2026-11-15 10:00")}).Fails(400, "VALIDATION", "startTime")
		service.Post("/steps/fetch", bench.Body{"userId": m.ID, "mode": 1, "startTime": bench.UTC("2026-11-15 10:00")}).Fails(400, "VALIDATION", "endTime: is required")
		service.Post("/steps/fetch", bench.Body{"userId": "nobody", "mode": 1, "startTime": bench.UTC("2026-11-15 09:00"), "endTime": bench.UTC("2026-11-15 10:00")}).Fails(404, "NOT_FOUND")
	})
}

func TestHealthLastActivity(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		never, today, week, adjusted, service := w.Member(), w.Member(), w.Member(), w.Member(), w.Service()
		bench.SyncSteps(today, "fit", bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 1)).OK()
		bench.SyncSteps(week, "fit", bench.StepRow("2026-11-07 23:00", "2026-11-08 00:00", 1)).OK()
		w.Admin().Post("/web/health/steps/adjust", bench.Body{"userId": adjusted.ID, "date": "2026-11-15", "steps": 500}).OK()
		names := map[string]string{never.ID: "never", today.ID: "today", week.ID: "week", adjusted.ID: "adjusted"}
		ask := func(gt any) string {
			var ids []string
			service.Post("/steps/user-last-activity", bench.Body{"userIds": []string{week.ID, today.ID, never.ID, "nobody", adjusted.ID, week.ID}, "gt": gt}).OK().Into(&ids)
			out := ""
			for _, id := range ids {
				out += names[id] + " "
			}
			return out
		}
		// Its last row ends with 7 November, at the first instant of the 8th.
		if got := ask(7); got != "never adjusted " {
			t.Errorf("7 days: %s", got)
		}
		if got := ask(6); got != "week never adjusted " {
			t.Errorf("6 days: %s", got)
		}
		if got := ask(0); got != "week never adjusted " {
			t.Errorf("today: %s", got)
		}
		w.Clock.Advance(24 * time.Hour)
		if got := ask(0); got != "week today never adjusted " {
			t.Errorf("tomorrow: %s", got)
		}
		service.Post("/steps/user-last-activity", bench.Body{"userIds": []string{}, "gt": 3}).OK()
		for _, bad := range []bench.Body{{"gt": 3}, {"userIds": []string{"a"}}, {"userIds": []string{"a"}, "gt": -1}, {"userIds": "a", "gt": 1}, {"userIds": []string{"a"}, "gt": "x"}} {
			service.Post("/steps/user-last-activity", bad).Fails(400, "VALIDATION")
		}
	})
}
