package article_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// appIDs are the articles on the first page of the App, with the total.
func appIDs(m *bench.Caller, filter bench.Body) (ids []any, total int) {
	request := bench.Body{"pagination": bench.Body{"page": 1, "size": 50}}
	for k, v := range filter {
		request[k] = v
	}
	reply := m.Post("/app/articles/page", request).OK()
	return reply.List("data.items", "id"), reply.Int("data.pagination.totalItems")
}

func TestAppReadsAnArticle(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, member := w.Admin(), bench.SetDistrict(w.Member(), w.District(6), 1)
		admin.Post("/web/articles/tags", bench.Body{"name": "屯門"}).OK()
		tag := admin.Get("/web/articles/tags").OK().String("data.0.id")
		id := bench.NewListedArticle(admin, bench.Body{
			"title": "屯門行山", "category": 1, "district": bench.Body{"type": 5}, "registrationLink": "https://forms.example.hk/1", "type": 4,
			"audio": bench.FileKey(bench.Upload(admin, bench.MP3)), "tags": []bench.Body{{"id": tag}},
		})
		folder := "centre_b/article/ap/tm/" + id
		page := member.Post("/app/articles/page", bench.Body{"pagination": bench.Body{"page": 1, "size": 20}, "categoryId": 1, "districts": []bench.Body{{"type": 5, "desc": "屯門中心"}}}).OK()
		for path, want := range map[string]any{
			"id": id, "title": "屯門行山", "thumbnail.0.fileKey": folder + "/thumbnail/1", "district.type": 5.0, "district.desc": "屯門中心", "type": 4.0,
			"statistics.0.likeNo": 0.0, "statistics.0.like": false, "statistics.0.bookmark": false, "statistics.0.read": false,
			"publishedAt": "2026-11-15T02:00:00.000Z",
		} {
			if got := page.Value("data.items.0." + path); got != want {
				t.Errorf("in the page %s is %v, want %v", path, got, want)
			}
		}
		detail := member.Get("/app/articles/" + id).OK()
		for path, want := range map[string]any{
			"title": "屯門行山", "content": "<p>內容</p>", "thumbnail.fileKey": folder + "/thumbnail/1", "registrationLink": "https://forms.example.hk/1",
			"category": 1.0, "district.type": 5.0, "subcategory": 0.0, "type": 4.0, "pdf": nil, "videoLink": nil, "audio.fileKey": folder + "/audio/1",
			"tags.0.name": "屯門", "statistics.like": false, "publishedAt": "2026-11-15T02:00:00.000Z",
		} {
			if got := detail.Value("data." + path); got != want {
				t.Errorf("in the detail %s is %v, want %v", path, got, want)
			}
		}
		if images, ok := detail.Value("data.images").([]any); !ok || len(images) != 0 {
			t.Errorf("images of another type are %v", detail.Value("data.images"))
		}
		if res, content := bench.Fetch(w, detail.String("data.audio.url")); res.StatusCode != 200 || res.Header.Get("Content-Type") != "audio/mpeg" || len(content) != len(bench.MP3) {
			t.Errorf("the audio answers %d %s", res.StatusCode, res.Header.Get("Content-Type"))
		}
		plain := member.Get("/app/articles/" + bench.NewListedArticle(admin)).OK()
		if plain.Int("data.district.type") != 0 || plain.String("data.district.desc") != "" || plain.Value("data.registrationLink") != nil {
			t.Errorf("an article that is no activity: %s", plain.Text)
		}

		// Marks, each once, and the likes of all.
		other := bench.SetDistrict(w.Member(), w.District(7), 1)
		for range 2 {
			other.Post("/app/articles/"+id+"/like", nil).OK()
			for _, mark := range []string{"like", "bookmark", "read"} {
				member.Post("/app/articles/"+id+"/"+mark, nil).OK()
			}
		}
		want := map[string]any{"likeNo": 2.0, "like": true, "bookmark": true, "read": true}
		if got := member.Get("/app/articles/" + id).OK().Value("data.statistics"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("statistics are %v", got)
		}
		if n := w.Service().Post("/star/articles/statistics", bench.Body{"articleIds": []string{id}}).OK(); n.Int("data.0.like") != 2 {
			t.Errorf("other services count %s", n.Text)
		}
		bookmarks := member.Post("/app/articles/bookmarks/page", bench.Body{"pagination": bench.Body{"page": 1}}).OK()
		if bookmarks.Int("data.pagination.totalItems") != 1 || bookmarks.String("data.items.0.id") != id || bookmarks.Value("data.items.0.statistics.0.like") != true {
			t.Errorf("bookmarks are %s", bookmarks.Text)
		}
		for range 2 {
			for _, mark := range []string{"like", "bookmark", "read"} {
				member.Delete("/app/articles/" + id + "/" + mark).OK()
			}
		}
		want = map[string]any{"likeNo": 1.0, "like": false, "bookmark": false, "read": false}
		if got := member.Get("/app/articles/" + id).OK().Value("data.statistics"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("after taking all back: %v", got)
		}
		if n := member.Post("/app/articles/bookmarks/page", bench.Body{"pagination": bench.Body{}}).OK().Int("data.pagination.totalItems"); n != 0 {
			t.Errorf("%d bookmarks are left", n)
		}
		member.Post("/app/articles/page", bench.Body{}).Fails(400, "VALIDATION", "pagination")
		member.Post("/app/articles/bookmarks/page", bench.Body{}).Fails(400, "VALIDATION", "pagination")
		if got := fmt.Sprint(member.Get("/app/articles/districts").OK().List("data.0", "desc")); got != "[九龍 新界 葵涌中心 深水埗中心 屯門中心 天水圍中心 油尖旺中心 離島中心 九龍西計劃 新界西計劃]" {
			t.Errorf("districts are %s", got)
		}
		parts := member.Get("/app/articles/subcategories").OK()
		if len(parts.List("data", "type")) != 9 || parts.Int("data.8.subcategoryId") != 9 || parts.String("data.8.desc") != "其他" {
			t.Errorf("subcategories are %s", parts.Text)
		}
		w.RunJobs() // our own pictures are put up by a job
		if res, _ := bench.Fetch(w, parts.String("data.0.url")); res.StatusCode != 200 {
			t.Errorf("a subcategory's picture answers %d", res.StatusCode)
		}
	})
}

// What a member may not see is not there, whichever way one asks for it.
func TestHiddenArticlesAreHiddenEverywhere(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, b := w.Admin(), w.Staff(access.Chief, access.CentreB)
		member := bench.SetDistrict(w.Member(), w.District(0), 1) // of centre A
		moved := func(statuses ...int) string {
			id := bench.NewArticle(admin)
			for _, status := range statuses {
				bench.MoveArticles(admin, status, id).OK()
			}
			return id
		}
		bookmarked := bench.NewListedArticle(admin)
		over := bench.NewListedArticle(admin, bench.Body{"pullTime": "2026-11-16T00:00:00Z"})
		early := bench.NewListedArticle(admin)
		for _, id := range []string{bookmarked, over, early} {
			member.Post("/app/articles/"+id+"/bookmark", nil).OK()
		}
		bench.MoveArticles(admin, 6, bookmarked).OK()
		ofB := bench.NewArticle(b)
		bench.ListArticles(admin, ofB)
		w.Clock.Set(time.Date(2026, 11, 16, 0, 0, 0, 0, bench.Start.Location())) // and no job has run
		admin = w.Admin()
		d := admin.Get("/web/articles/" + early).OK()
		admin.Put("/web/articles/"+early, bench.ArticleDraft(admin, bench.Body{
			"thumbnail": bench.FileKey(d.String("data.thumbnail.fileKey")), "pushTime": "2026-11-17T00:00:00Z",
		})).OK()
		deleted := moved(3, 4, 5, 6)
		admin.Delete("/web/articles/" + deleted).OK()
		hidden := map[string]string{
			"a draft": moved(), "one that waits for the chief": moved(2), "one that waits for the supervisor": moved(3),
			"one that is not yet listed": moved(3, 4), "a delisted one": bookmarked, "one whose time is over": over,
			"one whose time has not come": early, "a deleted one": deleted, "the other centre's": ofB, "none": "nothing",
		}
		for what, id := range hidden {
			member.Get("/app/articles/"+id).Fails(404, "NOT_FOUND")
			for _, mark := range []string{"like", "bookmark", "read"} {
				member.Post("/app/articles/"+id+"/"+mark, nil).Fails(404, "NOT_FOUND")
				member.Delete("/app/articles/"+id+"/"+mark).Fails(404, "NOT_FOUND")
			}
			if id == ofB || id == "nothing" || id == deleted {
				continue
			}
			key := admin.Get("/web/articles/" + id).OK().String("data.thumbnail.fileKey")
			if res, _ := bench.Fetch(w, "/files/"+key); res.StatusCode != 404 {
				t.Errorf("the file of %s answers %d", what, res.StatusCode)
			}
		}
		if ids, total := appIDs(member, nil); total != 0 || len(ids) != 0 {
			t.Errorf("the page shows %v of %d", ids, total)
		}
		if ids, total := appIDs(member, bench.Body{"searchKey": "故事"}); total != 0 || len(ids) != 0 {
			t.Errorf("a search shows %v of %d", ids, total)
		}
		if n := member.Post("/app/articles/bookmarks/page", bench.Body{"pagination": bench.Body{}}).OK().Int("data.pagination.totalItems"); n != 0 {
			t.Errorf("%d hidden bookmarks are shown", n)
		}
		// When its time comes the last one is there again, with its bookmark.
		w.Clock.Set(time.Date(2026, 11, 17, 0, 0, 0, 0, bench.Start.Location()))
		if ids, total := appIDs(member, nil); total != 1 || !slices.Equal(ids, []any{early}) {
			t.Errorf("then the page shows %v of %d", ids, total)
		}
		again := member.Get("/app/articles/" + early).OK()
		// Put off once more and taken back, it is published at that moment.
		back := bench.ArticleDraft(w.Admin(), bench.Body{"thumbnail": bench.FileKey(d.String("data.thumbnail.fileKey"))})
		for _, push := range []any{"2026-12-01T00:00:00Z", nil} {
			back["pushTime"] = push
			w.Admin().Put("/web/articles/"+early, back).OK()
			w.Clock.Advance(time.Hour)
		}
		if at := member.Get("/app/articles/" + early).OK().String("data.publishedAt"); at != "2026-11-16T17:00:00.000Z" {
			t.Errorf("what was put off and taken back is published at %s", at)
		}
		if res, _ := bench.Fetch(w, again.String("data.thumbnail.url")); res.StatusCode != 200 || again.Value("data.statistics.bookmark") != true ||
			again.String("data.publishedAt") != "2026-11-16T16:00:00.000Z" {
			t.Errorf("then its file answers %d, it shows %s", res.StatusCode, again.Text)
		}
	})
}

func TestArticlesOfCentres(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		ofA, ofB := bench.NewArticle(w.Staff(access.Professional, access.CentreA)), bench.NewArticle(w.Staff(access.Professional, access.CentreB))
		shared := bench.NewArticle(admin)
		kowloon := bench.NewArticle(admin, bench.Body{"category": 1, "district": bench.Body{"type": 1}})
		ntWest := bench.NewArticle(admin, bench.Body{"category": 1, "district": bench.Body{"type": 10}})
		bench.ListArticles(admin, ofA, ofB, shared, kowloon, ntWest)
		folders := map[string]string{
			ofA: "centre_a/article/ls/", ofB: "centre_b/article/ls/", shared: "shared/article/ls/", kowloon: "centre_a/article/ap/kl/", ntWest: "centre_b/article/ap/ntw/",
		}
		for id, folder := range folders {
			if key := admin.Get("/web/articles/" + id).OK().String("data.thumbnail.fileKey"); key != folder+id+"/thumbnail/1" {
				t.Errorf("the file is %s", key)
			}
		}
		none := w.Member()
		for _, c := range []struct {
			who  string
			m    *bench.Caller
			sees []string
		}{
			{"a member of A", bench.SetDistrict(w.Member(), w.District(1), 1), []string{ofA, shared, kowloon}},
			{"a member of B", bench.SetDistrict(w.Member(), w.District(12), 1), []string{ofB, shared, ntWest}},
			{"someone of no centre", bench.SetDistrict(w.Member(), w.District(-1), 1), []string{ofA, ofB, shared, kowloon, ntWest}},
			{"someone who has not chosen", none, []string{ofA, ofB, shared, kowloon, ntWest}},
		} {
			ids, total := appIDs(c.m, bench.Body{"districts": []bench.Body{{"type": 0, "desc": ""}}}) // 0 is no district: all
			if total != len(c.sees) || len(ids) != len(c.sees) {
				t.Errorf("%s is shown %d of %d articles, want %d", c.who, len(ids), total, len(c.sees))
			}
			for id := range folders {
				sees := slices.Contains(c.sees, id)
				if got := c.m.Get("/app/articles/" + id).Status; (got == 200) != sees || slices.Contains(ids, any(id)) != sees {
					t.Errorf("%s, article in %s: %d", c.who, folders[id], got)
				}
			}
		}
		// The count costs as many statements for one as for many.
		few := w.Statements(func() { appIDs(none, bench.Body{"pagination": bench.Body{"size": 1}}) })
		many := w.Statements(func() { appIDs(none, bench.Body{"pagination": bench.Body{"size": 5}}) })
		if len(few) != len(many) || len(many) > 4 {
			t.Errorf("a page of one takes %d statements, one of five %d:\n%v", len(few), len(many), many)
		}
	})
}

func TestArticleOrder(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, staff := w.Admin(), w.Staff(access.Professional, access.CentreA)
		member := bench.SetDistrict(w.Member(), w.District(0), 1)
		key := bench.FileKey(bench.Upload(staff, bench.PNG(4, 4)))
		title := func(name string) bench.Body { return bench.Body{"title": name, "thumbnail": key} }
		a, b, c := bench.NewArticle(staff, title("甲")), bench.NewArticle(staff, title("乙")), bench.NewArticle(staff, title("丙"))
		for _, id := range []string{b, c, a} { // in this order they are listed
			bench.ListArticles(admin, id)
		}
		away := bench.NewArticle(w.Staff(access.Professional, access.CentreB))
		bench.ListArticles(admin, away)
		waiting := bench.NewArticle(staff, title("待上架"))
		bench.MoveArticles(admin, 3, waiting).OK()
		bench.MoveArticles(admin, 4, waiting).OK()
		order := func() []any {
			return staff.Post("/web/articles/order/list", bench.Body{"categoryId": 3}).OK().List("data", "id")
		}
		put := func(ids ...string) *bench.Reply {
			all := []bench.Body{}
			for _, id := range ids {
				all = append(all, bench.Body{"id": id, "title": "", "ordering": 9})
			}
			return staff.Post("/web/articles/order", bench.Body{"categoryId": 3, "subcategoryId": 0, "aritcles": all})
		}
		expect := func(when string, inPortal []any, inApp ...any) {
			t.Helper()
			if got := order(); !slices.Equal(got, inPortal) {
				t.Errorf("%s: the order is %v, want %v", when, got, inPortal)
			}
			if got, _ := appIDs(member, nil); !slices.Equal(got, inApp) {
				t.Errorf("%s: members see %v, want %v", when, got, inApp)
			}
		}
		expect("at first the newest is on top", []any{waiting, a, c, b}, a, c, b)
		for _, wrong := range [][]string{{a, b, c}, {a, b, c, waiting, away}, {a, b, c, c}, {a, b, c, "nothing"}, {}} {
			put(wrong...).Fails(409, "CONFLICT")
		}
		reply := put(b, waiting, a, c).OK()
		if !slices.Equal(reply.List("data", "id"), []any{b, waiting, a, c}) || !slices.Equal(reply.List("data", "ordering"), []any{1.0, 2.0, 3.0, 4.0}) ||
			reply.String("data.0.centre") != "CENTRE_A" || reply.Int("data.1.status.type") != 4 {
			t.Errorf("the reply is %s", reply.Text)
		}
		expect("in staff's order", []any{b, waiting, a, c}, b, a, c)
		bench.MoveArticles(admin, 5, waiting).OK()
		expect("what staff placed stays where they put it", []any{b, waiting, a, c}, b, waiting, a, c)
		fresh := bench.NewArticle(staff, title("新"))
		bench.ListArticles(admin, fresh)
		expect("new listings go on top", []any{fresh, b, waiting, a, c}, fresh, b, waiting, a, c)
		bench.MoveArticles(admin, 6, a).OK()
		bench.MoveArticles(admin, 5, a).OK()
		expect("also those that come back", []any{a, fresh, b, waiting, c}, a, fresh, b, waiting, c)
		sorted := member.Post("/app/articles/page", bench.Body{"pagination": bench.Body{}, "sortings": []bench.Body{{"property": "title", "direction": "asc"}}}).OK()
		if got := fmt.Sprint(sorted.List("data.items", "title")); got != "[丙 乙 待上架 新 甲]" {
			t.Errorf("sorted by title: %s", got)
		}
		// The other centre's article kept its place between them all.
		if got, _ := appIDs(w.Member(), nil); !slices.Equal(got, []any{a, fresh, b, away, waiting, c}) {
			t.Errorf("someone of no centre sees %v", got)
		}
	})
}

func TestArticleTags(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA).English()
		for _, name := range []string{"散步", " Sleep ", "一"} {
			staff.Post("/web/articles/tags", bench.Body{"name": name}).OK()
		}
		for _, taken := range []string{"散步", "SLEEP", "sleep "} {
			staff.Post("/web/articles/tags", bench.Body{"name": taken}).Fails(409, "CONFLICT")
		}
		for _, bad := range []any{bench.Body{}, bench.Body{"name": ""}, bench.Body{"name": "  "}, bench.Body{"name": string(make([]rune, 51))}} {
			if r := staff.Post("/web/articles/tags", bad); r.Status != 400 {
				t.Errorf("%v answers %d", bad, r.Status)
			}
		}
		tags := w.Staff(access.Support, access.CentreB).Get("/web/articles/tags").OK()
		if got := fmt.Sprint(tags.List("data", "name")); got != "[Sleep 一 散步]" {
			t.Errorf("tags are %s", got)
		}
		sleep, walk := tags.String("data.0.id"), tags.String("data.2.id")
		id := bench.NewArticle(staff, bench.Body{"tags": []bench.Body{{"id": walk, "name": "x"}, {"id": sleep}, {"id": walk}}})
		if got := fmt.Sprint(staff.Get("/web/articles/"+id).OK().List("data.tags", "name")); got != "[散步 Sleep]" {
			t.Errorf("the article's tags are %s", got)
		}
		staff.Do("DELETE", "/web/articles/tags", bench.Body{"id": walk, "name": "散步"}).OK()
		staff.Do("DELETE", "/web/articles/tags", bench.Body{"id": walk}).Fails(404, "NOT_FOUND")
		if got := fmt.Sprint(staff.Get("/web/articles/"+id).OK().List("data.tags", "name")); got != "[Sleep]" {
			t.Errorf("then the article's tags are %s", got)
		}
		staff.Post("/web/articles/tags", bench.Body{"name": "散步"}).OK() // the name is free again
	})
}
