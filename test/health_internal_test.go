package test

import (
	"fmt"
	"testing"
	"time"

	"hearten/test/bench"
)

func v1Row(userID, from, to string, steps any) body {
	r := stepRow(from, to, steps)
	r["userId"], r["birthdate"], r["height"], r["weight"] = userID, "1990-02-28", 170, 60
	return r
}

func v2Body(userID, origin string, rows ...body) body {
	return body{"dataOrigins": []string{origin}, "dataOrigin": origin, "userId": userID, "birthdate": "1990-02-28",
		"height": 170, "weight": 60, "data": append([]body{}, rows...)}
}

func TestHealthInternalSync(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b, service := w.Member(), w.Member(), w.Service().English()
		pointer := func(path, id string) string {
			return service.Post(path, body{"userId": id}).OK().String("data.pointer")
		}
		if pointer("/steps/sync", a.ID) != "" || pointer("/steps/pointer", a.ID) != "" {
			t.Error("a pointer without a record")
		}
		first := service.Post("/steps/sync", body{"data": []body{
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
		a.Post("/app/health/steps/sync", body{"data": []body{stepRow("2026-11-15 08:00", "2026-11-15 09:00", 100), stepRow("2026-11-15 09:00", "2026-11-15 09:30", 70)}}).OK()
		wantHours(t, a, "2026-11-15", "08:100 09:70")

		service.Post("/steps/sync", v2Body(a.ID, samsung, stepRow("2026-11-15 00:00", "2026-11-15 10:00", 1000))).OK()
		day := a.Post("/app/health/steps/fetch/day", nil).OK()
		if hourly(day) != "00:100 01:100 02:100 03:100 04:100 05:100 06:100 07:100 08:100 09:100" || day.Value("data.isFullDay") != true ||
			day.Value("data.total.distance") != 0.7 || day.Value("data.total.calories") != 30.83 {
			t.Errorf("v2: %s", day.Text)
		}
		service.Post("/steps/sync", v2Body(a.ID, samsung)).OK() // nothing new

		for _, bad := range []struct {
			send body
			says string
		}{
			{body{}, "userId"}, {body{"data": []body{}}, "userId"}, {body{"userId": ""}, "userId"},
			{body{"userId": a.ID, "data": []body{stepRow("2026-11-15 08:00", "2026-11-15 09:00", 1)}}, "dataOrigin"},
			{body{"dataOrigin": "x", "data": []body{}}, "dataOrigins: is required; userId: is required"},
			{body{"dataOrigins": []string{"x"}, "userId": a.ID, "data": []body{}, "birthdate": "1990-02-28", "height": 1, "weight": 1}, "dataOrigin: is required"},
			{body{"dataOrigins": []string{"x"}, "dataOrigin": "x", "userId": a.ID, "data": []body{}, "birthdate": "soon", "height": 301, "weight": -1},
				"birthdate: must be a date (YYYY-MM-DD); height: must be from 0 to 300; weight: must be from 0 to 300"},
			{body{"dataOrigins": "x", "dataOrigin": "x"}, "dataOrigins: must be a list"},
			{body{"dataOrigins": []any{nil}, "dataOrigin": "x"}, "dataOrigins: must be text"},
			{v2Body(a.ID, "x", stepRow("2026-11-15 08:00", "2026-11-15 09:00", 1), stepRow("2026-11-15 08:00", "2026-11-15 09:00", 1.5)), "data[1].steps: must be a whole number"},
			{body{"data": []body{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9), v1Row(b.ID, "2026-11-15 07:00", "2026-11-15 08:00", -9)}}, "data[1].steps"},
			{body{"data": []body{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9), stepRow("2026-11-15 07:00", "2026-11-15 08:00", 9)}}, "data[1].userId: is required"},
			{body{"data": []any{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9), 7}}, "data[1]: must be an object"},
		} {
			service.Post("/steps/sync", bad.send).Fails(400, "VALIDATION", bad.says)
		}
		service.Post("/steps/sync", body{"data": []body{v1Row(a.ID, "2026-11-15 07:00", "2026-11-15 08:00", 9),
			v1Row("nobody", "2026-11-15 07:00", "2026-11-15 08:00", 9)}}).Fails(404, "NOT_FOUND")
		service.Post("/steps/sync", v2Body("nobody", "x")).Fails(404, "NOT_FOUND")
		service.Post("/steps/sync", body{"userId": "nobody"}).Fails(404, "NOT_FOUND")
		service.Post("/steps/pointer", body{"userId": "nobody"}).Fails(404, "NOT_FOUND")
		if hourly(a.Post("/app/health/steps/fetch/day", nil).OK()) != hourly(day) {
			t.Error("a refused call left something")
		}
	})
}

func TestHealthInternalAdjust(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b, service := w.Member(), w.Member(), w.Service().English()
		syncSteps(a, "fit", stepRow("2026-11-14 09:00", "2026-11-14 10:00", 100)).OK()
		service.Post("/steps/adjust", body{"data": []body{
			v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 09:30", 11), v1Row(a.ID, "2026-11-14 09:00", "2026-11-14 10:00", 22),
			v1Row(a.ID, "2026-11-14 23:00", "2026-11-15 00:00", 33), v1Row(b.ID, "2026-11-14 23:00", "2026-11-15 00:00:01", 44)}}).OK()
		wantHours(t, a, "2026-11-14", "09:133 23:33")
		wantHours(t, b, "2026-11-14", "")
		wantHours(t, b, "2026-11-15", "00:44")
		if at := b.Get("/app/health/pointer").OK().Value("data.pointerTime"); at != "" {
			t.Errorf("an adjustment is no record: %v", at)
		}
		service.Post("/steps/adjust", body{"data": []body{}}).Fails(400, "VALIDATION", "data")
		service.Post("/steps/adjust", body{"data": []body{v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 09:30", 1), v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 08:30", 1)}}).
			Fails(400, "VALIDATION", "data[1].endTime")
		service.Post("/steps/adjust", body{"data": []body{v1Row(a.ID, "2026-11-14 08:30", "2026-11-14 09:30", 1), v1Row("nobody", "2026-11-14 08:30", "2026-11-14 09:30", 1)}}).
			Fails(404, "NOT_FOUND")
		service.Post("/steps/adjust", body{"data": []body{v1Row(a.ID, "2026-01-14 08:30", "2026-01-14 09:30", 1)}}).OK() // too old: left out
		wantHours(t, a, "2026-11-14", "09:133 23:33")
		wantHours(t, a, "2026-01-14", "")
		e := w.Admin().Post("/web/health/steps/explain", body{"userId": a.ID, "day": "2026-11-14"}).OK()
		if explained(e) != "09 fit 100 +33; 23 nobody 0 +33" || len(e.List("data.adjustments", "id")) != 3 || e.Value("data.adjustments.0.staffId") != nil {
			t.Errorf("the explanation: %s", e.Text)
		}
		w.Admin().Delete("/web/health/steps/adjust/" + e.String("data.adjustments.1.id")).OK()
		wantHours(t, a, "2026-11-14", "09:111 23:33")

		// The longest row of the largest body: 360,000 × 300 × 0.414 ÷ 100,000 km, × 300 × 0.73 kcal.
		giant := v1Row(b.ID, "2026-11-12 00:00", "2026-11-13 00:00", 360_000)
		giant["height"], giant["weight"] = 300, 300
		service.Post("/steps/adjust", body{"data": []body{giant}}).OK()
		day := b.Post("/app/health/steps/fetch/day", body{"day": "2026-11-12"}).OK()
		if day.Value("data.total.distance") != 447.12 || day.Value("data.total.calories") != 97919.28 {
			t.Errorf("a giant's day: %s", day.Text)
		}
	})
}

func TestHealthInternalFetch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, service := w.Member(), w.Service().English()
		syncSteps(m, "fit", stepRow("2026-11-13 09:00", "2026-11-13 10:00", 100), stepRow("2026-11-14 09:00", "2026-11-14 10:00", 0),
			stepRow("2026-11-15 08:30", "2026-11-15 09:30", 300)).OK()
		fetch := func(mode int, fill any, from, to string) *bench.Reply {
			return service.Post("/steps/fetch", body{"userId": m.ID, "mode": mode, "fillMode": fill, "startTime": utc(from), "endTime": utc(to)})
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
		service.Post("/steps/fetch", body{"userId": m.ID, "mode": 1, "startTime": "soon", "endTime": utc("2026-11-15 10:00")}).Fails(400, "VALIDATION", "startTime")
		service.Post("/steps/fetch", body{"userId": m.ID, "mode": 1, "startTime": utc("2026-11-15 10:00")}).Fails(400, "VALIDATION", "endTime: is required")
		service.Post("/steps/fetch", body{"userId": "nobody", "mode": 1, "startTime": utc("2026-11-15 09:00"), "endTime": utc("2026-11-15 10:00")}).Fails(404, "NOT_FOUND")
	})
}

func TestHealthLastActivity(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		never, today, week, adjusted, service := w.Member(), w.Member(), w.Member(), w.Member(), w.Service()
		syncSteps(today, "fit", stepRow("2026-11-15 08:00", "2026-11-15 09:00", 1)).OK()
		syncSteps(week, "fit", stepRow("2026-11-07 23:00", "2026-11-08 00:00", 1)).OK()
		w.Admin().Post("/web/health/steps/adjust", body{"userId": adjusted.ID, "date": "2026-11-15", "steps": 500}).OK()
		names := map[string]string{never.ID: "never", today.ID: "today", week.ID: "week", adjusted.ID: "adjusted"}
		ask := func(gt any) string {
			var ids []string
			service.Post("/steps/user-last-activity", body{"userIds": []string{week.ID, today.ID, never.ID, "nobody", adjusted.ID, week.ID}, "gt": gt}).OK().Into(&ids)
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
		service.Post("/steps/user-last-activity", body{"userIds": []string{}, "gt": 3}).OK()
		for _, bad := range []body{{"gt": 3}, {"userIds": []string{"a"}}, {"userIds": []string{"a"}, "gt": -1}, {"userIds": "a", "gt": 1}, {"userIds": []string{"a"}, "gt": "x"}} {
			service.Post("/steps/user-last-activity", bad).Fails(400, "VALIDATION")
		}
	})
}
