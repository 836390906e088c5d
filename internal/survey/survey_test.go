package survey_test

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

func TestSurveyLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)

		id := bench.NewSurvey(staff, "秋季心情問卷")
		detail := staff.Get("/web/survey/" + id).OK()
		if detail.String("data.title") != "秋季心情問卷" || detail.String("data.link") != bench.SurveyLink ||
			detail.String("data.createdAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("detail shows %s", detail.Text)
		}

		staff.Put("/web/survey", bench.Body{"id": id, "title": "冬季心情問卷"}).OK()
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "冬季心情問卷" || got.String("data.link") != bench.SurveyLink {
			t.Fatalf("after an update of the title: %s", got.Text)
		}
		staff.Put("/web/survey", bench.Body{"id": id, "title": nil, "link": "https://other.example.hk/"}).OK()
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "冬季心情問卷" {
			t.Fatalf("null must leave the title alone: %s", got.Text)
		}

		staff.Delete("/web/survey/" + id).OK()
		staff.Get("/web/survey/"+id).Fails(404, "NOT_FOUND")
		staff.Delete("/web/survey/"+id).Fails(404, "NOT_FOUND")
		staff.Put("/web/survey", bench.Body{"id": id, "title": "又來"}).Fails(404, "NOT_FOUND")
		if n := staff.Post("/web/survey/page", bench.Body{"searchKey": ""}).OK().Int("data.pagination.totalItems"); n != 0 {
			t.Fatalf("a deleted survey is still listed: %d", n)
		}
	})
}

func TestSurveyFieldLimits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreB).English()
		linkOf := func(n int) string { return "https://a.hk/" + strings.Repeat("x", n-len("https://a.hk/")) }

		for _, ok := range []bench.Body{
			{"title": "一", "link": bench.SurveyLink},
			{"title": strings.Repeat("字", 50), "link": bench.SurveyLink},
			{"title": "長連結", "link": linkOf(255)},
			{"title": "多餘欄位", "link": bench.SurveyLink, "colour": "red"},
		} {
			staff.Post("/web/survey", ok).OK()
		}
		count := func() int {
			return staff.Post("/web/survey/page", bench.Body{"searchKey": ""}).OK().Int("data.pagination.totalItems")
		}
		before := count()
		for _, c := range []struct {
			send any
			says string
		}{
			{bench.Body{"title": "", "link": bench.SurveyLink}, "title: must be 1 to 50 characters"},
			{bench.Body{"title": strings.Repeat("字", 51), "link": bench.SurveyLink}, "title: must be 1 to 50 characters"},
			{bench.Body{"title": "   ", "link": bench.SurveyLink}, "title: is required"},
			{bench.Body{"link": bench.SurveyLink}, "title: is required"},
			{bench.Body{"title": nil, "link": bench.SurveyLink}, "title"},
			{bench.Body{"title": 7, "link": bench.SurveyLink}, "title: must be text"},
			{bench.Body{"title": "長", "link": linkOf(256)}, "link: must be 1 to 255 characters"},
			{bench.Body{"title": "無", "link": "http://a.hk"}, "link: must be an https link"},
			{bench.Body{"title": "無", "link": "javascript:alert(1)"}, "link: must be an https link"},
			{bench.Body{"title": "無", "link": "https://user:pw@a.hk"}, "link: must be an https link"},
			{bench.Body{"title": "", "link": ""}, "; "},
			{bench.Body{"title": "", "link": "http://a.hk"}, "title: must be 1 to 50 characters; link: must be an https link"},
			{bench.Body{"link": " "}, "title: is required; link: must be an https link"},
			{bench.Body{"title": 7, "link": ""}, "title: must be text"},
		} {
			staff.Post("/web/survey", c.send).Fails(400, "VALIDATION", c.says)
		}
		if after := count(); after != before {
			t.Fatalf("refused surveys were stored: %d, then %d", before, after)
		}

		id := bench.NewSurvey(staff, "可改")
		staff.Put("/web/survey", bench.Body{"id": id, "title": ""}).Fails(400, "VALIDATION", "title")
		staff.Put("/web/survey", bench.Body{"id": id, "link": "ftp://a.hk"}).Fails(400, "VALIDATION", "link")
		staff.Put("/web/survey", bench.Body{"title": "無編號"}).Fails(400, "VALIDATION", "id: is required")
		staff.Put("/web/survey", bench.Body{"title": " ", "link": "http://a.hk"}).Fails(400, "VALIDATION", "id: is required; title: is required; link: must be an https link")
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "可改" || got.String("data.link") != bench.SurveyLink {
			t.Fatalf("a refused update changed it: %s", got.Text)
		}
	})
}

func TestSurveyStaleEdit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Supervisor, access.CentreA)
		id := bench.NewSurvey(staff, "版本")
		tag := staff.Get("/web/survey/" + id).OK().Header.Get("ETag")
		if tag == "" {
			t.Fatal("the detail has no ETag")
		}
		staff.With("If-Match", tag).Put("/web/survey", bench.Body{"id": id, "title": "第一次"}).OK()
		staff.With("If-Match", tag).Put("/web/survey", bench.Body{"id": id, "title": "第二次"}).Fails(412, "STALE")
		staff.With("If-Match", `"nonsense"`).Put("/web/survey", bench.Body{"id": id, "title": "第三次"}).Fails(412, "STALE")
		if got := staff.Get("/web/survey/" + id).OK(); got.String("data.title") != "第一次" || got.Header.Get("ETag") == tag {
			t.Fatalf("after the stale edits: %s %s", got.Header.Get("ETag"), got.Text)
		}
		staff.Put("/web/survey", bench.Body{"id": id, "title": "不問版本"}).OK()
	})
}

func TestSurveyEditRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Supervisor, access.CentreA)
		id := bench.NewSurvey(staff, "搶先")
		tag := staff.Get("/web/survey/" + id).OK().Header.Get("ETag")
		const callers = 20
		statuses := make([]int, callers)
		var all sync.WaitGroup
		for i := range callers {
			all.Go(func() {
				statuses[i] = staff.With("If-Match", tag).Put("/web/survey", bench.Body{"id": id, "title": fmt.Sprintf("搶先 %d", i)}).Status
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
				change := bench.Body{"id": id, "title": "並行"}
				if i%2 == 0 {
					change = bench.Body{"id": id, "link": "https://forms.example.hk/parallel"}
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
		ofA, ofB, ofAll := bench.NewSurvey(a, "甲中心"), bench.NewSurvey(b, "乙中心"), bench.NewSurvey(admin, "全體")

		for _, c := range []struct {
			who     *bench.Caller
			reaches []string
			not     []string
		}{
			{a, []string{ofA, ofAll}, []string{ofB}},
			{b, []string{ofB, ofAll}, []string{ofA}},
			{admin, []string{ofA, ofB, ofAll}, nil},
		} {
			page := c.who.Post("/web/survey/page", bench.Body{"searchKey": ""}).OK()
			if n := page.Int("data.pagination.totalItems"); n != len(c.reaches) {
				t.Errorf("lists %d surveys, want %d", n, len(c.reaches))
			}
			for _, id := range c.reaches {
				c.who.Get("/web/survey/" + id).OK()
				c.who.Put("/web/survey", bench.Body{"id": id, "link": bench.SurveyLink + "/2"}).OK()
			}
			for _, id := range c.not {
				c.who.Get("/web/survey/"+id).Fails(404, "NOT_FOUND")
				c.who.Put("/web/survey", bench.Body{"id": id, "title": "越界"}).Fails(404, "NOT_FOUND")
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
			staff.Post("/web/survey", bench.Body{"title": title, "link": bench.SurveyLink}).OK()
		}
		titles := func(request bench.Body) []any {
			t.Helper()
			return staff.Post("/web/survey/page", request).OK().List("data.items", "title")
		}
		check := func(request bench.Body, want ...any) {
			t.Helper()
			if got := titles(request); !slices.Equal(got, want) {
				t.Errorf("%v lists %v, want %v", request, got, want)
			}
		}
		check(bench.Body{"searchKey": ""}, "睡眠", "Été", `路徑\三`, "散步_二", "散步 50%")
		check(bench.Body{"searchKey": "散步"}, "散步_二", "散步 50%")
		check(bench.Body{"searchKey": "%"}, "散步 50%")
		check(bench.Body{"searchKey": "_"}, "散步_二")
		check(bench.Body{"searchKey": `\`}, `路徑\三`)
		check(bench.Body{"searchKey": "éTÉ"}, "Été")
		check(bench.Body{"searchKey": "forms.example"}, "睡眠", "Été", `路徑\三`, "散步_二", "散步 50%")
		check(bench.Body{"searchKey": "沒有"})
		check(bench.Body{"searchKey": "", "sortings": []bench.Body{{"property": "createdAt", "direction": "asc"}}},
			"散步 50%", "散步_二", `路徑\三`, "Été", "睡眠")
		check(bench.Body{"searchKey": "", "sortings": []bench.Body{{"property": "CREATE_AT", "direction": "ASC"}}, "pagination": bench.Body{"page": 1, "size": 2}},
			"散步 50%", "散步_二")
		check(bench.Body{"searchKey": "", "pagination": bench.Body{"page": 3, "size": 2}}, "散步 50%")
		check(bench.Body{"searchKey": "", "sortings": []bench.Body{{"property": "title", "direction": "DESC"}}},
			"路徑\\三", "睡眠", "散步_二", "散步 50%", "Été")

		past := staff.Post("/web/survey/page", bench.Body{"searchKey": "", "pagination": bench.Body{"page": 9, "size": 2, "totalItems": 99}}).OK()
		if past.Int("data.pagination.totalItems") != 5 || past.Int("data.pagination.totalPages") != 3 || past.Int("data.pagination.page") != 9 {
			t.Errorf("past the end: %s", past.Text)
		}
		wide := staff.Post("/web/survey/page", bench.Body{"searchKey": "", "pagination": bench.Body{"size": 5000}}).OK()
		if wide.Int("data.pagination.size") != 100 || wide.String("data.sortings.0.property") != "createdAt" || wide.String("data.sortings.0.direction") != "DESC" {
			t.Errorf("a large page and the default order: %s", wide.Text)
		}
		for _, bad := range []bench.Body{
			{},
			{"searchKey": "", "pagination": bench.Body{"page": 0}},
			{"searchKey": "", "pagination": bench.Body{"size": 0}},
			{"searchKey": "", "pagination": bench.Body{"size": -3}},
			{"searchKey": "", "pagination": bench.Body{"page": 1.5}},
			{"searchKey": "", "sortings": []bench.Body{{"property": "centre", "direction": "DESC"}}},
			{"searchKey": "", "sortings": []bench.Body{{"property": "title; DROP TABLE surveys", "direction": "DESC"}}},
			{"searchKey": "", "sortings": []bench.Body{{"property": "title", "direction": "SIDEWAYS"}}},
			{"searchKey": "", "sortings": []bench.Body{{"property": "title", "direction": "ASC"}, {"property": "id", "direction": "ASC"},
				{"property": "link", "direction": "ASC"}, {"property": "createdAt", "direction": "ASC"}}},
		} {
			staff.Post("/web/survey/page", bad).Fails(400, "VALIDATION")
		}
	})
}
