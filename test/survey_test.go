package test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

const surveyLink = "https://forms.example.hk/mood"

// newSurvey creates a survey and finds its id in the list.
func newSurvey(c *bench.Caller, title string) (id string) {
	c.Post("/web/survey", body{"title": title, "link": surveyLink}).OK()
	return c.Post("/web/survey/page", body{"searchKey": title}).OK().String("data.items.0.id")
}

func TestSurveyLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)

		id := newSurvey(staff, "秋季心情問卷")
		detail := staff.Get("/web/survey/" + id).OK()
		if detail.String("data.title") != "秋季心情問卷" || detail.String("data.link") != surveyLink ||
			detail.String("data.createdAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("detail shows %s", detail.Text)
		}

		staff.Put("/web/survey", body{"id": id, "title": "冬季心情問卷"}).OK()
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "冬季心情問卷" || got.String("data.link") != surveyLink {
			t.Fatalf("after an update of the title: %s", got.Text)
		}
		staff.Put("/web/survey", body{"id": id, "title": nil, "link": "https://other.example.hk/"}).OK()
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "冬季心情問卷" {
			t.Fatalf("null must leave the title alone: %s", got.Text)
		}

		staff.Delete("/web/survey/" + id).OK()
		staff.Get("/web/survey/"+id).Fails(404, "NOT_FOUND")
		staff.Delete("/web/survey/"+id).Fails(404, "NOT_FOUND")
		staff.Put("/web/survey", body{"id": id, "title": "又來"}).Fails(404, "NOT_FOUND")
		if n := staff.Post("/web/survey/page", body{"searchKey": ""}).OK().Int("data.pagination.totalItems"); n != 0 {
			t.Fatalf("a deleted survey is still listed: %d", n)
		}
	})
}

func TestSurveyFieldLimits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreB).English()
		linkOf := func(n int) string { return "https://a.hk/" + strings.Repeat("x", n-len("https://a.hk/")) }

		for _, ok := range []body{
			{"title": "一", "link": surveyLink},
			{"title": strings.Repeat("字", 50), "link": surveyLink},
			{"title": "長連結", "link": linkOf(255)},
			{"title": "多餘欄位", "link": surveyLink, "colour": "red"},
		} {
			staff.Post("/web/survey", ok).OK()
		}
		count := func() int {
			return staff.Post("/web/survey/page", body{"searchKey": ""}).OK().Int("data.pagination.totalItems")
		}
		before := count()
		for _, c := range []struct {
			send any
			says string
		}{
			{body{"title": "", "link": surveyLink}, "title: must be 1 to 50 characters"},
			{body{"title": strings.Repeat("字", 51), "link": surveyLink}, "title: must be 1 to 50 characters"},
			{body{"title": "   ", "link": surveyLink}, "title: is required"},
			{body{"link": surveyLink}, "title: is required"},
			{body{"title": nil, "link": surveyLink}, "title"},
			{body{"title": 7, "link": surveyLink}, "title: must be text"},
			{body{"title": "長", "link": linkOf(256)}, "link: must be 1 to 255 characters"},
			{body{"title": "無", "link": "http://a.hk"}, "link: must be an https link"},
			{body{"title": "無", "link": "javascript:alert(1)"}, "link: must be an https link"},
			{body{"title": "無", "link": "https://user:pw@a.hk"}, "link: must be an https link"},
			{body{"title": "", "link": ""}, "; "},
			{body{"title": "", "link": "http://a.hk"}, "title: must be 1 to 50 characters; link: must be an https link"},
			{body{"link": " "}, "title: is required; link: must be an https link"},
			{body{"title": 7, "link": ""}, "title: must be text"},
		} {
			staff.Post("/web/survey", c.send).Fails(400, "VALIDATION", c.says)
		}
		if after := count(); after != before {
			t.Fatalf("refused surveys were stored: %d, then %d", before, after)
		}

		id := newSurvey(staff, "可改")
		staff.Put("/web/survey", body{"id": id, "title": ""}).Fails(400, "VALIDATION", "title")
		staff.Put("/web/survey", body{"id": id, "link": "ftp://a.hk"}).Fails(400, "VALIDATION", "link")
		staff.Put("/web/survey", body{"title": "無編號"}).Fails(400, "VALIDATION", "id: is required")
		staff.Put("/web/survey", body{"title": " ", "link": "http://a.hk"}).Fails(400, "VALIDATION", "id: is required; title: is required; link: must be an https link")
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "可改" || got.String("data.link") != surveyLink {
			t.Fatalf("a refused update changed it: %s", got.Text)
		}
	})
}

func TestSurveyStaleEdit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Supervisor, access.CentreA)
		id := newSurvey(staff, "版本")
		tag := staff.Get("/web/survey/" + id).OK().Header.Get("ETag")
		if tag == "" {
			t.Fatal("the detail has no ETag")
		}
		staff.With("If-Match", tag).Put("/web/survey", body{"id": id, "title": "第一次"}).OK()
		staff.With("If-Match", tag).Put("/web/survey", body{"id": id, "title": "第二次"}).Fails(412, "STALE")
		staff.With("If-Match", `"nonsense"`).Put("/web/survey", body{"id": id, "title": "第三次"}).Fails(412, "STALE")
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "第一次" || got.Header.Get("ETag") == tag {
			t.Fatalf("after the stale edits: %s %s", got.Header.Get("ETag"), got.Text)
		}
		staff.Put("/web/survey", body{"id": id, "title": "不問版本"}).OK()
	})
}

func TestSurveyEditRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Supervisor, access.CentreA)
		id := newSurvey(staff, "搶先")
		tag := staff.Get("/web/survey/" + id).OK().Header.Get("ETag")
		const callers = 20
		statuses := make([]int, callers)
		var all sync.WaitGroup
		for i := range callers {
			all.Go(func() {
				statuses[i] = staff.With("If-Match", tag).Put("/web/survey", body{"id": id, "title": fmt.Sprintf("搶先 %d", i)}).Status
			})
		}
		all.Wait()
		slices.Sort(statuses)
		if statuses[0] != 200 || statuses[1] != 412 || statuses[callers-1] != 412 {
			t.Fatalf("of %d edits of one version exactly one may win: %v", callers, statuses)
		}

		// Who names no version waits for the other and keeps what they wrote.
		for i := range callers {
			all.Go(func() {
				change := body{"id": id, "title": "並行"}
				if i%2 == 0 {
					change = body{"id": id, "link": "https://forms.example.hk/parallel"}
				}
				staff.Put("/web/survey", change).OK()
			})
		}
		all.Wait()
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "並行" || got.String("data.link") != "https://forms.example.hk/parallel" {
			t.Fatalf("one edit undid another: %s", got.Text)
		}
	})
}

func TestSurveysOfCentres(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b, admin := w.Staff(access.Chief, access.CentreA), w.Staff(access.Chief, access.CentreB), w.Admin()
		ofA, ofB, ofAll := newSurvey(a, "甲中心"), newSurvey(b, "乙中心"), newSurvey(admin, "全體")

		for _, c := range []struct {
			who     *bench.Caller
			reaches []string
			not     []string
		}{
			{a, []string{ofA, ofAll}, []string{ofB}},
			{b, []string{ofB, ofAll}, []string{ofA}},
			{admin, []string{ofA, ofB, ofAll}, nil},
		} {
			page := c.who.Post("/web/survey/page", body{"searchKey": ""}).OK()
			if n := page.Int("data.pagination.totalItems"); n != len(c.reaches) {
				t.Errorf("lists %d surveys, want %d", n, len(c.reaches))
			}
			for _, id := range c.reaches {
				c.who.Get("/web/survey/" + id).OK()
				c.who.Put("/web/survey", body{"id": id, "link": surveyLink + "/2"}).OK()
			}
			for _, id := range c.not {
				c.who.Get("/web/survey/"+id).Fails(404, "NOT_FOUND")
				c.who.Put("/web/survey", body{"id": id, "title": "越界"}).Fails(404, "NOT_FOUND")
				c.who.Delete("/web/survey/"+id).Fails(404, "NOT_FOUND")
			}
		}
		a.Get("/web/survey/not-an-id").Fails(404, "NOT_FOUND")
		a.Delete("/web/survey/%00").Fails(404, "NOT_FOUND")
	})
}

func TestSurveyPage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreB)
		for _, title := range []string{"散步 50%", "散步_二", `路徑\三`, "Été", "睡眠"} {
			w.Clock.Advance(time.Minute)
			staff.Post("/web/survey", body{"title": title, "link": surveyLink}).OK()
		}
		titles := func(request body) []any {
			t.Helper()
			return staff.Post("/web/survey/page", request).OK().List("data.items", "title")
		}
		check := func(request body, want ...any) {
			t.Helper()
			if got := titles(request); !slices.Equal(got, want) {
				t.Errorf("%v lists %v, want %v", request, got, want)
			}
		}
		check(body{"searchKey": ""}, "睡眠", "Été", `路徑\三`, "散步_二", "散步 50%")
		check(body{"searchKey": "散步"}, "散步_二", "散步 50%")
		check(body{"searchKey": "%"}, "散步 50%")
		check(body{"searchKey": "_"}, "散步_二")
		check(body{"searchKey": `\`}, `路徑\三`)
		check(body{"searchKey": "éTÉ"}, "Été")
		check(body{"searchKey": "forms.example"}, "睡眠", "Été", `路徑\三`, "散步_二", "散步 50%")
		check(body{"searchKey": "沒有"})
		check(body{"searchKey": "", "sortings": []body{{"property": "createdAt", "direction": "asc"}}},
			"散步 50%", "散步_二", `路徑\三`, "Été", "睡眠")
		check(body{"searchKey": "", "sortings": []body{{"property": "CREATE_AT", "direction": "ASC"}}, "pagination": body{"page": 1, "size": 2}},
			"散步 50%", "散步_二")
		check(body{"searchKey": "", "pagination": body{"page": 3, "size": 2}}, "散步 50%")
		check(body{"searchKey": "", "sortings": []body{{"property": "title", "direction": "DESC"}}},
			"路徑\\三", "睡眠", "散步_二", "散步 50%", "Été")

		past := staff.Post("/web/survey/page", body{"searchKey": "", "pagination": body{"page": 9, "size": 2, "totalItems": 99}}).OK()
		if past.Int("data.pagination.totalItems") != 5 || past.Int("data.pagination.totalPages") != 3 || past.Int("data.pagination.page") != 9 {
			t.Errorf("past the end: %s", past.Text)
		}
		wide := staff.Post("/web/survey/page", body{"searchKey": "", "pagination": body{"size": 5000}}).OK()
		if wide.Int("data.pagination.size") != 100 || wide.String("data.sortings.0.property") != "createdAt" || wide.String("data.sortings.0.direction") != "DESC" {
			t.Errorf("a large page and the default order: %s", wide.Text)
		}
		for _, bad := range []body{
			{},
			{"searchKey": "", "pagination": body{"page": 0}},
			{"searchKey": "", "pagination": body{"size": 0}},
			{"searchKey": "", "pagination": body{"size": -3}},
			{"searchKey": "", "pagination": body{"page": 1.5}},
			{"searchKey": "", "sortings": []body{{"property": "centre", "direction": "DESC"}}},
			{"searchKey": "", "sortings": []body{{"property": "title; DROP TABLE surveys", "direction": "DESC"}}},
			{"searchKey": "", "sortings": []body{{"property": "title", "direction": "SIDEWAYS"}}},
			{"searchKey": "", "sortings": []body{{"property": "title", "direction": "ASC"}, {"property": "id", "direction": "ASC"},
				{"property": "link", "direction": "ASC"}, {"property": "createdAt", "direction": "ASC"}}},
		} {
			staff.Post("/web/survey/page", bad).Fails(400, "VALIDATION")
		}
	})
}
