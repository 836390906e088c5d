package reaction_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hearten/test/bench"
)

// pairsOf are the pairs of a reply, as text.
func pairsOf(r *bench.Reply, field string) []string {
	users, items := r.OK().List("data", "userId"), r.List("data", field)
	pairs := []string{}
	for i := range users {
		pairs = append(pairs, fmt.Sprint(users[i], " ", items[i]))
	}
	slices.Sort(pairs)
	return pairs
}

func pairs(of ...string) []string {
	out := []string{}
	for i := 0; i+1 < len(of); i += 2 {
		out = append(out, of[i]+" "+of[i+1])
	}
	slices.Sort(out)
	return out
}

// starWorld is two members, two articles without reactions, and two
// resources.
func starWorld(w *bench.World) (service, one, two *bench.Caller, articles, resources []string) {
	admin := w.Admin()
	for status := 1; status <= 5; status += 4 { // a draft and a listed one
		articles = append(articles, w.Article(bench.Article{Author: admin.ID, Status: status}))
		resources = append(resources, w.Resource(bench.Resource{Centre: "CENTRE_A", Status: status, Author: admin.ID}))
	}
	return w.Service(), w.Member(), w.Member(), articles, resources
}

func TestStarMarksArticles(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		service, one, two, articles, _ := starWorld(w)
		star := func(user, article string, more bench.Body) *bench.Reply {
			b := bench.Body{"userId": user, "articleId": article}
			for k, v := range more {
				b[k] = v
			}
			return service.Post("/star", b)
		}
		star(one.ID, articles[0], nil).OK()                                  // a like, and up, unless told otherwise
		star(one.ID, articles[0], bench.Body{"type": 0, "vote": 1}).OK()     // once more changes nothing
		star(one.ID, articles[0], bench.Body{"type": nil, "vote": nil}).OK() // nor does null
		star(two.ID, articles[0], bench.Body{"type": 0}).OK()
		star(two.ID, articles[0], bench.Body{"type": 1}).OK()
		star(two.ID, articles[1], bench.Body{"type": 2}).OK()
		star(two.ID, articles[1], bench.Body{"type": 1}).OK()
		star(two.ID, articles[1], bench.Body{"type": 1, "vote": 0}).OK()
		star(two.ID, articles[1], bench.Body{"type": 1, "vote": 0}).OK()
		of := service.Post("/star/articles/statistics", bench.Body{"articleIds": []string{articles[1], articles[0]}}).OK()
		if of.Text[len(`{"success":true,"message":"","data":`):] != fmt.Sprintf(
			`[{"articleId":"%s","like":0,"bookmark":0,"read":1},{"articleId":"%s","like":2,"bookmark":1,"read":0}]}`+"\n", articles[1], articles[0]) {
			t.Errorf("articles: %s", of.Text)
		}
		of = service.Post("/star/users/statistics", bench.Body{"userIds": []string{one.ID, two.ID}}).OK()
		if of.Text[len(`{"success":true,"message":"","data":`):] != fmt.Sprintf(
			`[{"userId":"%s","like":1,"bookmark":0,"read":0},{"userId":"%s","like":1,"bookmark":1,"read":1}]}`+"\n", one.ID, two.ID) {
			t.Errorf("users: %s", of.Text)
		}
		// The App sees the same reactions, of the article that is listed.
		if seen := two.Get("/app/articles/" + articles[1]).OK(); seen.Value("data.statistics.read") != true || seen.Int("data.statistics.likeNo") != 0 {
			t.Errorf("the App: %s", seen.Text)
		}
		two.Post("/app/articles/"+articles[1]+"/like", nil).OK()
		if n := service.Post("/star/articles/statistics", bench.Body{"articleIds": []string{articles[1]}}).OK().Int("data.0.like"); n != 1 {
			t.Errorf("%d likes", n)
		}
		star("nobody", articles[0], nil).Fails(404, "NOT_FOUND")
		star(one.ID, "nothing", nil).Fails(404, "NOT_FOUND")
		star(one.ID, articles[0], bench.Body{"type": 3}).Fails(400, "VALIDATION", "type")
		star(one.ID, articles[0], bench.Body{"vote": 2}).Fails(400, "VALIDATION", "vote")
		service.Post("/star", bench.Body{"userId": one.ID}).Fails(400, "VALIDATION", "articleId")
		service.Post("/star/users/statistics", bench.Body{"userIds": []string{one.ID, "nobody"}}).Fails(404, "NOT_FOUND")
		service.Post("/star/articles/statistics", bench.Body{"articleIds": []string{"nothing"}}).Fails(404, "NOT_FOUND")
		service.Post("/star/articles/statistics", bench.Body{}).Fails(400, "VALIDATION", "articleIds")
		if got := service.Post("/star/articles/statistics", bench.Body{"articleIds": []string{}}).OK().List("data", "articleId"); len(got) != 0 {
			t.Errorf("of none: %v", got)
		}
		w.Admin().Delete("/web/articles/" + articles[0]).OK() // a draft
		star(one.ID, articles[0], nil).Fails(404, "NOT_FOUND")
	})
}

func TestStarMarksResources(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		service, one, two, _, resources := starWorld(w)
		star := func(user, info string, more bench.Body) *bench.Reply {
			b := bench.Body{"userId": user, "infoId": info}
			for k, v := range more {
				b[k] = v
			}
			return service.Post("/star/info", b)
		}
		star(one.ID, resources[0], nil).OK()
		star(one.ID, resources[0], bench.Body{"type": 2, "vote": 1}).OK()
		star(two.ID, resources[0], nil).OK()
		two.Post("/app/community-resource/"+resources[1]+"/read", nil).OK() // the App's reactions are the same
		star(one.ID, resources[1], nil).OK()
		star(one.ID, resources[1], bench.Body{"vote": 0}).OK()
		star(one.ID, resources[1], bench.Body{"vote": 0}).OK()
		of := service.Post("/star/info/statistics", bench.Body{"infoIds": resources}).OK()
		if of.Text[len(`{"success":true,"message":"","data":`):] != fmt.Sprintf(
			`[{"infoId":"%[1]s","articleId":"%[1]s","read":2},{"infoId":"%[2]s","articleId":"%[2]s","read":1}]}`+"\n", resources[0], resources[1]) {
			t.Errorf("resources: %s", of.Text)
		}
		whole := bench.Body{"userIds": []string{one.ID, two.ID}, "infoIds": resources, "startTime": "2026-11-15T00:00:00.000Z", "endTime": "2026-11-16T00:00:00.000Z"}
		if got := pairsOf(service.Post("/star/info/filter", whole), "infoId"); !slices.Equal(got, pairs(one.ID, resources[0], two.ID, resources[0], two.ID, resources[1])) {
			t.Errorf("filtered: %v", got)
		}
		whole["type"] = 1
		service.Post("/star/info/filter", whole).Fails(400, "VALIDATION", "type")
		star(one.ID, resources[0], bench.Body{"type": 0}).Fails(400, "VALIDATION", "type")
		star("nobody", resources[0], nil).Fails(404, "NOT_FOUND")
		star(one.ID, "nothing", nil).Fails(404, "NOT_FOUND")
		service.Post("/star/info/statistics", bench.Body{"infoIds": []string{"nothing"}}).Fails(404, "NOT_FOUND")
	})
}

// The filter knows users, articles, kinds and times to the millisecond, both
// ends included; a read counts on each day on which it happened.
func TestStarFilter(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		service, one, two, articles, _ := starWorld(w)
		a, b := articles[0], articles[1]
		star := func(user, article string, kind, vote int) {
			service.Post("/star", bench.Body{"userId": user, "articleId": article, "type": kind, "vote": vote}).OK()
		}
		filter := func(from, until string, more bench.Body) []string {
			t.Helper()
			ask := bench.Body{"userIds": []string{one.ID, two.ID, "nobody"}, "articleIds": []string{a, b, "nothing"}, "startTime": from, "endTime": until}
			for k, v := range more {
				ask[k] = v
			}
			return pairsOf(service.Post("/star/filter", ask), "articleId")
		}
		same := func(what string, got, want []string) {
			t.Helper()
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		star(one.ID, a, 0, 1) // 02:00 UTC
		star(one.ID, a, 1, 1)
		w.Clock.Advance(time.Hour)
		star(two.ID, b, 0, 1) // 03:00
		star(two.ID, a, 2, 1)
		w.Clock.Advance(24 * time.Hour)
		star(two.ID, a, 2, 1) // read again on the 16th at 03:00
		const day1, day2 = "2026-11-15T", "2026-11-16T"
		same("any", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", nil), pairs(one.ID, a, two.ID, b, two.ID, a))
		same("likes", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", bench.Body{"type": 0}), pairs(one.ID, a, two.ID, b))
		same("bookmarks", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", bench.Body{"type": 1}), pairs(one.ID, a))
		same("at its moment", filter(day1+"02:00:00.000Z", day1+"02:00:00.000Z", bench.Body{"type": 0}), pairs(one.ID, a))
		same("a moment later", filter(day1+"02:00:00.001Z", day1+"02:59:59.999Z", nil), pairs())
		same("one user", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", bench.Body{"userIds": []string{one.ID}}), pairs(one.ID, a))
		same("one article", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", bench.Body{"articleIds": []string{b}}), pairs(two.ID, b))
		same("nobody", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", bench.Body{"userIds": []string{}}), pairs())
		same("reads of the first day", filter(day1+"00:00:00.000Z", day1+"23:00:00.000Z", bench.Body{"type": 2}), pairs(two.ID, a))
		same("reads of the second", filter(day2+"00:00:00.000Z", day2+"23:00:00.000Z", bench.Body{"type": 2}), pairs(two.ID, a))
		same("all times", filter("0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", bench.Body{"type": 2}), pairs(two.ID, a))
		w.Clock.Advance(time.Hour)
		star(two.ID, a, 2, 1) // again on the same day: the first time stays
		same("a second time that day", filter(day2+"03:30:00.000Z", day2+"23:00:00.000Z", bench.Body{"type": 2}), pairs())
		star(two.ID, a, 2, 0)
		same("taken back", filter(day2+"00:00:00.000Z", day2+"23:00:00.000Z", bench.Body{"type": 2}), pairs())
		service.Post("/star/filter", bench.Body{"userIds": []string{}, "articleIds": []string{}, "startTime": day2 + "00:00:00.000Z", "endTime": day1 + "00:00:00.000Z"}).
			Fails(400, "VALIDATION", "endTime")
		service.Post("/star/filter", bench.Body{"userIds": []string{}, "articleIds": []string{}, "startTime": "yesterday", "endTime": day1 + "00:00:00.000Z"}).
			Fails(400, "VALIDATION", "startTime")
		service.Post("/star/filter", bench.Body{"userIds": []string{}, "articleIds": []string{}}).Fails(400, "VALIDATION", "startTime", "endTime")
	})
}

// A day's reads are those of the Hong Kong day.
func TestStarDaily(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		service, one, _, articles, _ := starWorld(w)
		daily := func() []string {
			return pairsOf(service.Post("/star/articles/daily", bench.Body{"userId": one.ID}), "articleId")
		}
		read := func(article string, vote int) {
			service.Post("/star", bench.Body{"userId": one.ID, "articleId": article, "type": 2, "vote": vote}).OK()
		}
		if got := daily(); len(got) != 0 {
			t.Errorf("at first: %v", got)
		}
		read(articles[0], 1)
		one.Post("/app/articles/"+articles[1]+"/read", nil).OK()
		if got := daily(); !slices.Equal(got, pairs(one.ID, articles[0], one.ID, articles[1])) {
			t.Errorf("today: %v", got)
		}
		read(articles[0], 0)
		if got := daily(); !slices.Equal(got, pairs(one.ID, articles[1])) {
			t.Errorf("one taken back: %v", got)
		}
		w.Clock.Advance(14 * time.Hour) // midnight in Hong Kong
		if got := daily(); len(got) != 0 {
			t.Errorf("tomorrow: %v", got)
		}
		service.Post("/star/articles/daily", bench.Body{"userId": "nobody"}).Fails(404, "NOT_FOUND")
		service.Post("/star/articles/daily", bench.Body{}).Fails(400, "VALIDATION", "userId")
	})
}
