package survey_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// recipients of a survey as a list shows them.
func recipients(c *bench.Caller, survey, kind string) *bench.Reply {
	return c.Post("/web/survey/"+kind+"-user/page", bench.Body{"surveyId": survey}).OK()
}

func TestSurveyRecipients(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		survey := bench.NewSurvey(chief, "散步問卷")
		a, free := bench.SetDistrict(w.Member(), w.District(0), 1), w.Member()
		b := bench.SetDistrict(w.Member(), w.District(6), 1)

		add := func(kind string, ids ...string) *bench.Reply {
			return chief.Post("/web/survey/"+kind+"-user", bench.Body{"surveyId": survey, "userIds": ids})
		}
		add("org", a.ID, a.ID).OK()
		add("org", a.ID).OK() // again changes nothing
		add("free", free.ID).OK()
		add("org", free.ID).Fails(400, "VALIDATION", free.ID)
		add("free", a.ID).Fails(400, "VALIDATION", a.ID)
		add("org", b.ID).Fails(404, "NOT_FOUND") // another centre's
		add("org", "nobody").Fails(404, "NOT_FOUND")
		add("org").Fails(400, "VALIDATION", "userIds")
		chief.Post("/web/survey/org-user", bench.Body{"surveyId": "none", "userIds": []string{a.ID}}).Fails(404, "NOT_FOUND")

		org := recipients(chief, survey, "org")
		if !slices.Equal(org.List("data.items", "userId"), []any{a.ID}) || org.String("data.items.0.sendAt") != "" || org.Int("data.items.0.userType") != 1 {
			t.Fatalf("of the centre: %s", org.Text)
		}
		if got := recipients(chief, survey, "free").List("data.items", "userId"); !slices.Equal(got, []any{free.ID}) {
			t.Fatalf("of no centre: %v", got)
		}
		id := org.String("data.items.0.surveyUserId")
		chief.Do("DELETE", "/web/survey/users", bench.Body{"surveyUserIds": []string{id, "none"}}).Fails(404, "NOT_FOUND")
		chief.Do("DELETE", "/web/survey/users", bench.Body{"surveyUserIds": []string{id}}).OK()
		if n := recipients(chief, survey, "org").Int("data.pagination.totalItems"); n != 0 {
			t.Fatalf("%d are left", n)
		}
		w.Staff(access.Professional, access.CentreA).Post("/web/survey/free-user", bench.Body{"surveyId": survey, "userIds": []string{free.ID}}).Fails(403, "FORBIDDEN")
	})
}

// Who can be added: everyone within reach who is not a recipient yet.
func TestSurveyJoinable(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		survey := bench.NewSurvey(chief, "可加入")
		in, out := bench.SetDistrict(w.Member(), w.District(0), 1), bench.SetDistrict(w.Member(), w.District(1), 1)
		bench.SetDistrict(w.Member(), w.District(6), 1)
		free, gone := w.Member(), bench.SetDistrict(w.Member(), w.District(1), 1)
		gone.Delete("/app/users/remove").OK() // whoever is leaving cannot be added
		chief.Post("/web/survey/org-user", bench.Body{"surveyId": survey, "userIds": []string{gone.ID}}).Fails(404, "NOT_FOUND")
		joinable := func(kind string) []any {
			return chief.Post("/web/survey/"+kind+"-join/page", bench.Body{"surveyId": survey}).OK().List("data.items", "userId")
		}
		chief.Post("/web/survey/org-user", bench.Body{"surveyId": survey, "userIds": []string{in.ID}}).OK()
		if got := joinable("org"); !slices.Equal(got, []any{out.ID}) {
			t.Errorf("of the centre: %v, want %s", got, out.ID)
		}
		if got := joinable("free"); !slices.Equal(got, []any{free.ID}) {
			t.Errorf("of no centre: %v, want %s", got, free.ID)
		}
		chief.Post("/web/survey/free-user", bench.Body{"surveyId": survey, "userIds": []string{free.ID}}).OK()
		if got := joinable("free"); len(got) != 0 {
			t.Errorf("already there: %v", got)
		}
		for _, kind := range []string{"org", "free"} {
			chief.Post("/web/survey/"+kind+"-join/page", bench.Body{"surveyId": "none"}).Fails(404, "NOT_FOUND")
			chief.Post("/web/survey/"+kind+"-join/page", bench.Body{}).Fails(400, "VALIDATION", "surveyId")
		}
		ofB := bench.NewSurvey(w.Staff(access.Chief, access.CentreB), "另一中心")
		chief.Post("/web/survey/org-join/page", bench.Body{"surveyId": ofB}).Fails(404, "NOT_FOUND")
	})
}

func TestSurveySendAndOpen(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		survey := bench.NewSurvey(chief, "心情問卷")
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		m.Put("/app/auth/device-token", bench.Body{"deviceToken": "phone-of-m"}).OK()
		chief.Post("/web/survey/org-user", bench.Body{"surveyId": survey, "userIds": []string{m.ID}}).OK()
		id := recipients(chief, survey, "org").String("data.items.0.surveyUserId")
		mine := func() *bench.Reply { return m.Post("/app/survey/page", bench.Body{}).OK() }
		if mine().Int("data.pagination.totalItems") != 0 {
			t.Fatal("it is shown before it is sent")
		}
		m.Put("/app/survey/"+id+"/open", nil).Fails(404, "NOT_FOUND")

		send := func() {
			w.Staff(access.Chief, access.CentreA).Post("/web/survey/send", bench.Body{"surveyUserIds": []string{id}}).OK()
		}
		send()
		send() // within a day: skipped
		w.RunJobs()
		if n := len(w.Inbox("phone-of-m")); n != 1 {
			t.Fatalf("%d pushes", n)
		}
		w.Clock.Advance(24 * time.Hour)
		send()
		w.RunJobs()
		if n := len(w.Inbox("phone-of-m")); n != 2 {
			t.Fatalf("%d pushes after a day", n)
		}
		if got := recipients(w.Staff(access.Chief, access.CentreA), survey, "org").String("data.items.0.sendAt"); got != "2026-11-16T02:00:00.000Z" {
			t.Fatalf("sent at %s", got)
		}
		if got := mine(); got.String("data.items.0.title") != "心情問卷" || got.Value("data.items.0.openedAt") != nil || got.String("data.items.0.surveyUserId") != id {
			t.Fatalf("the member's list: %s", got.Text)
		}
		for _, property := range []string{"surveyUserId", "surveyId", "title", "link", "sendAt", "openedAt"} {
			m.Post("/app/survey/page", bench.Body{"sortings": []bench.Body{{"property": property, "direction": "ASC"}}}).OK()
		}
		m.Put("/app/survey/"+id+"/open", nil).OK()
		w.Clock.Advance(time.Hour)
		m.Put("/app/survey/"+id+"/open", nil).OK() // keeps its first time
		if got := mine().String("data.items.0.openedAt"); got != "2026-11-16T02:00:00.000Z" {
			t.Fatalf("opened at %s", got)
		}
		w.Member().Put("/app/survey/"+id+"/open", nil).Fails(404, "NOT_FOUND")
		var events int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM mission_events WHERE user_id = $1 AND event = 'survey_opened'`, m.ID).Scan(&events))
		if events != 1 {
			t.Fatalf("counted %d times", events)
		}
		w.Staff(access.Chief, access.CentreA).Delete("/web/survey/" + survey).OK()
		if mine().Int("data.pagination.totalItems") != 0 {
			t.Fatal("a deleted survey is still in the App")
		}
		var kept int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM survey_users`).Scan(&kept))
		if kept != 1 {
			t.Fatal("its record is gone")
		}
	})
}

// Two colleagues send at the same moment: everyone is told once.
func TestSurveySendRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		survey := bench.NewSurvey(chief, "同時")
		var ids []string
		for i := range 3 {
			m := bench.SetDistrict(w.Member(), w.District(0), 1)
			m.Put("/app/auth/device-token", bench.Body{"deviceToken": fmt.Sprint("phone-", i)}).OK()
			ids = append(ids, m.ID)
		}
		chief.Post("/web/survey/org-user", bench.Body{"surveyId": survey, "userIds": ids}).OK()
		var who []string
		for _, id := range recipients(chief, survey, "org").List("data.items", "surveyUserId") {
			who = append(who, id.(string))
		}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { chief.Post("/web/survey/send", bench.Body{"surveyUserIds": who}).OK() })
		}
		all.Wait()
		w.RunJobs()
		for i := range 3 {
			if n := len(w.Inbox(fmt.Sprint("phone-", i))); n != 1 {
				t.Errorf("phone-%d got %d pushes", i, n)
			}
		}
	})
}
