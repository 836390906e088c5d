package audit_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

func TestAuditOfStaffActions(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.SignIn(w.NewStaff(access.Chief, access.CentreA), bench.Password)
		id := bench.NewSurvey(chief, "稽核")
		chief.Put("/web/survey", bench.Body{"id": id, "title": "稽核二"}).OK()
		chief.Delete("/web/survey/" + id).OK()

		log := w.Admin().Post("/web/audit/page", bench.Body{"staffId": chief.ID, "pagination": bench.Body{"size": 20}}).OK()
		actions := log.List("data.items", "action")
		want := []any{"delete-web-survey-id", "put-web-survey", "post-web-survey", "post-web-auth-login"}
		if len(actions) != len(want) {
			t.Fatalf("the log has %v", actions)
		}
		for i := range want {
			if actions[i] != want[i] {
				t.Fatalf("the log has %v", actions)
			}
		}
		edit := "data.items.1."
		if log.String(edit+"actor") != "同工" || log.String(edit+"role") != "主任" || log.String(edit+"target") != "survey:"+id ||
			log.String(edit+"createdAt") != "2026-11-15T02:00:00.000Z" || log.String(edit+"detail.ip") != "127.0.0.1" ||
			log.String(edit+"detail.requestId") == "" ||
			!strings.Contains(log.String(edit+"detail.before"), "稽核\"") || !strings.Contains(log.String(edit+"detail.after"), "稽核二") {
			t.Fatalf("the edit was logged as %s", log.Text)
		}
	})
}

// What is refused or fails leaves nothing behind, in the log neither.
func TestAuditOfRefusedActions(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, admin := w.Staff(access.Chief, access.CentreA), w.Admin()
		chief.Post("/web/survey", bench.Body{"title": "", "link": ""}).Fails(400, "VALIDATION")
		chief.Delete("/web/survey/none").Fails(404, "NOT_FOUND")
		if n := admin.Post("/web/audit/page", bench.Body{"staffId": chief.ID}).OK().Int("data.pagination.totalItems"); n != 0 {
			t.Fatalf("%d rows for what never happened", n)
		}
	})
}

func TestAuditFilters(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		bench.NewSurvey(w.Staff(access.Chief, access.CentreA), "首日")
		w.Clock.Set(time.Date(2026, 11, 16, 15, 59, 59, 0, time.UTC)) // the last second of the 16th in Hong Kong
		a, b := w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreB)
		bench.NewSurvey(a, "次日")
		w.Clock.Advance(time.Second)
		bench.NewSurvey(b, "第三日")
		admin := w.Admin()

		count := func(who *bench.Caller, request bench.Body) int {
			t.Helper()
			return who.Post("/web/audit/page", request).OK().Int("data.pagination.totalItems")
		}
		creates := bench.Body{"action": "post-web-survey"}
		with := func(more bench.Body) bench.Body {
			out := bench.Body{"action": "post-web-survey"}
			for k, v := range more {
				out[k] = v
			}
			return out
		}
		for _, c := range []struct {
			who  *bench.Caller
			ask  bench.Body
			want int
		}{
			{admin, creates, 3},
			{a, creates, 2}, // own centre alone
			{b, creates, 1},
			{a, with(bench.Body{"staffId": b.ID}), 0},
			{admin, with(bench.Body{"staffId": a.ID}), 1},
			{admin, with(bench.Body{"startDate": "2026-11-16"}), 2},
			{admin, with(bench.Body{"endDate": "2026-11-16"}), 2},
			{admin, with(bench.Body{"startDate": "2026-11-16", "endDate": "2026-11-16"}), 1},
			{admin, with(bench.Body{"startDate": "2026-11-17", "endDate": nil}), 1},
			{admin, with(bench.Body{"userId": "nobody"}), 0},
			{admin, bench.Body{"action": "no-such-operation"}, 0},
		} {
			if got := count(c.who, c.ask); got != c.want {
				t.Errorf("%v finds %d, want %d", c.ask, got, c.want)
			}
		}
		admin.Post("/web/audit/page", bench.Body{"startDate": "2026-02-30"}).Fails(400, "VALIDATION", "startDate")
		for _, property := range []string{"actor", "role", "action", "target"} {
			admin.Post("/web/audit/page", bench.Body{"sortings": []bench.Body{{"property": property, "direction": "ASC"}}}).OK()
		}
		admin.Post("/web/audit/page", bench.Body{"sortings": []bench.Body{{"property": "detail", "direction": "ASC"}}}).Fails(400, "VALIDATION")
	})
}

// A route that writes without recording fails; one that reads a person's record
// is logged. (That it must say so is tested in platform/api.)
func TestAuditCannotBeForgotten(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		r := w.App.Router.Area("Test", "Forgetful operations")
		api.Staff(r, access.Reference, "POST /test/forgetful", "Writes and records nothing", func(ctx context.Context, who access.Staff, _ *api.None) (api.Null, error) {
			return api.Null{}, w.App.DB.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE staff SET name = 'changed' WHERE id = @id`, db.Args{"id": who.ID})
				return err
			})
		})
		type onePerson struct {
			UserID string `path:"user_id"`
		}
		api.Staff(r, access.Reference, "GET /test/users/{user_id}", "Reads a person's record", func(context.Context, access.Staff, *onePerson) (api.Null, error) {
			return api.Null{}, nil
		}, api.Reads(func(in *onePerson) string { return in.UserID }))
		type person struct {
			UserID string `json:"userId"`
		}
		api.Staff(r, access.Reference, "POST /test/person", "Reads a person's record", func(context.Context, access.Staff, *api.Body[person]) (api.Null, error) {
			return api.Null{}, nil
		}, api.Reads(func(in *api.Body[person]) string { return in.Body.UserID }))

		chief := w.Staff(access.Chief, access.CentreA)
		chief.Unchecked("POST", "/test/forgetful", nil).Fails(500, "INTERNAL")
		if name := chief.Get("/web/auth/info").OK().String("data.nickname"); name == "changed" {
			t.Fatal("an unrecorded change was committed")
		}
		chief.Unchecked("GET", "/test/users/person-1", nil).OK()
		chief.Unchecked("POST", "/test/person", bench.Body{"userId": "person-2"}).OK()
		for _, person := range []string{"person-1", "person-2"} {
			read := w.Admin().Post("/web/audit/page", bench.Body{"userId": person}).OK()
			if read.Int("data.pagination.totalItems") != 1 || read.String("data.items.0.target") != "user:"+person {
				t.Errorf("reading %s left %s", person, read.Text)
			}
		}
	})
}
