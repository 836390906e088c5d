package article_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// modelArticle and modelStore are a slow model of articles: lists that are
// walked, no counters, no indexes. It shares nothing with the product.
type modelArticle struct {
	id, title                      string
	home                           string // the author's centre
	category, part, district, kind int
	status                         int
	push, pull                     *time.Time
	placed                         bool
	thumbnail                      string
}

func (a *modelArticle) centre() string {
	switch {
	case a.category != 1:
		return a.home
	case a.district <= 2:
		return "CENTRE_A"
	default:
		return "CENTRE_B"
	}
}

type modelStore struct {
	articles []*modelArticle
	line     []*modelArticle // ready and listed ones, the top first
}

func (s *modelStore) onTop(a *modelArticle) {
	s.drop(a)
	s.line = slices.Insert(s.line, 0, a)
	a.placed = false
}

func (s *modelStore) drop(a *modelArticle) {
	s.line = slices.DeleteFunc(s.line, func(other *modelArticle) bool { return other == a })
}

// turn is a change of status, by hand or by the schedule.
func (s *modelStore) turn(a *modelArticle, to int) {
	from := a.status
	a.status = to
	switch {
	case to == 4 || to == 5 && (from != 4 || !a.placed):
		s.onTop(a)
	case to != 5:
		s.drop(a)
	}
}

// byHand is a move by staff.
func (s *modelStore) byHand(a *modelArticle, to int, now time.Time) {
	s.turn(a, to)
	switch to {
	case 5:
		a.push = &now
		if a.pull != nil && !a.pull.After(now) {
			a.pull = nil
		}
	case 6:
		a.push, a.pull = nil, nil
	}
}

func (a *modelArticle) over(now time.Time) bool { return a.pull != nil && !a.pull.After(now) }

func (a *modelArticle) due(now time.Time) bool {
	return a.status == 4 && a.push != nil && !a.push.After(now) && !a.over(now)
}

// jobs is what the schedule does at a moment.
func (s *modelStore) jobs(now time.Time) {
	for _, a := range s.articles {
		switch {
		case a.due(now):
			s.turn(a, 5)
		case a.status == 5 && a.over(now):
			s.turn(a, 6)
		}
	}
}

type modelQuery struct {
	key                 string
	category, part      int
	districts, statuses []int
	kinds               []int
	page, size          int
}

func (q modelQuery) matches(a *modelArticle) bool {
	return strings.Contains(strings.ToLower(a.title), strings.ToLower(strings.TrimSpace(q.key))) && (q.category == 0 || q.category == a.category)
}

// inApp is a member's page.
func (s *modelStore) inApp(centre string, q modelQuery, now time.Time) (ids []any, total int) {
	var all []any
	for _, a := range s.line {
		visible := a.status == 5 && !a.over(now) && (a.push == nil || !a.push.After(now))
		mine := centre == "" || a.centre() == centre || a.centre() == ""
		part := q.part == 0 || q.category == 1 || q.category > 2 || q.part == a.part
		place := len(q.districts) == 0 || q.category > 1 || slices.Contains(q.districts, a.district)
		if visible && mine && part && place && q.matches(a) {
			all = append(all, a.id)
		}
	}
	return cut(all, q), len(all)
}

// inPortal is a staff member's page, newest first.
func (s *modelStore) inPortal(centre string, q modelQuery) (ids []any, total int) {
	var all []any
	for _, a := range slices.Backward(s.articles) {
		mine := centre == "" || a.centre() == centre || a.centre() == ""
		if mine && q.matches(a) && among(q.districts, a.district) && among(q.statuses, a.status) && among(q.kinds, a.kind) {
			all = append(all, a.id)
		}
	}
	return cut(all, q), len(all)
}

func among(list []int, n int) bool { return len(list) == 0 || slices.Contains(list, n) }

func cut(all []any, q modelQuery) []any {
	from := min((q.page-1)*q.size, len(all))
	return append([]any{}, all[from:min(from+q.size, len(all))]...)
}

func (q modelQuery) paging() bench.Body { return bench.Body{"page": q.page, "size": q.size} }

func types(numbers []int) []bench.Body {
	out := []bench.Body{}
	for _, n := range numbers {
		out = append(out, bench.Body{"type": n})
	}
	return out
}

type modelStep struct {
	act            string
	who, which, to int
	title          string
	category, part int
	district, kind int
	push, pull     int // minutes from now; 0 none
	minutes        int
	query          modelQuery
}

func modelSteps(seed int) []modelStep {
	title := rapid.Custom(func(t *rapid.T) string {
		piece := rapid.SampledFrom([]string{"散步", "睡", "a", "B", "É", "é", "%", "_", `\`, "'", "心情", " ", "100%"})
		return "題" + strings.Join(rapid.SliceOfN(piece, 0, 4).Draw(t, "pieces"), "")
	})
	number := func(t *rapid.T, from, to int) int { return rapid.IntRange(from, to).Draw(t, "n") }
	numbers := func(t *rapid.T, from, to int) []int {
		if rapid.Bool().Draw(t, "any") {
			return nil
		}
		return rapid.SliceOfNDistinct(rapid.IntRange(from, to), 1, 3, rapid.ID).Draw(t, "some")
	}
	step := rapid.Custom(func(t *rapid.T) modelStep {
		return modelStep{
			act: rapid.SampledFrom([]string{"write", "write", "move", "move", "move", "move", "list", "list", "edit", "edit", "delete", "order", "wait", "jobs"}).Draw(t, "act"),
			who: number(t, 0, 2), which: number(t, 0, 999), to: number(t, 1, 6), title: title.Draw(t, "title"),
			category: number(t, 1, 4), part: number(t, 1, 9), district: number(t, 1, 10), kind: 3 * number(t, 0, 1),
			push: max(0, number(t, -5, 20)), pull: max(0, number(t, -15, 40)), minutes: number(t, 1, 8),
			query: modelQuery{
				key: rapid.SampledFrom([]string{"", "", "", "散步", "%", "_", `\`, "É", "b", "0%", " 心情"}).Draw(t, "key"), category: number(t, 0, 4), part: number(t, 0, 9) % 5,
				districts: numbers(t, 1, 10), statuses: numbers(t, 1, 6), kinds: numbers(t, 0, 4), page: number(t, 1, 2), size: number(t, 1, 6),
			},
		}
	})
	return rapid.SliceOfN(step, 90, 90).Example(seed)
}

// Whatever staff and the schedule do, the App's page and the portal's show what
// the model does, and the counters equal the rows.
func TestArticlesFollowTheModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := []*bench.Caller{w.Staff(access.Supervisor, access.CentreA), w.Staff(access.Supervisor, access.CentreB), w.Admin()}
		admin, homes := staff[2], []string{"CENTRE_A", "CENTRE_B", ""}
		members := []*bench.Caller{bench.SetDistrict(w.Member(), w.District(0), 1), bench.SetDistrict(w.Member(), w.District(8), 1), w.Member()}
		var keys []string
		for _, c := range staff {
			keys = append(keys, bench.Upload(c, bench.PNG(3, 3)))
		}
		store := &modelStore{}
		for i, st := range modelSteps(cmp.Compare(w.Engine, "q") + 7) {
			w.Clock.Advance(time.Second)
			now := w.Clock.Now()
			at := func(minutes int) (any, *time.Time) {
				if minutes == 0 {
					return nil, nil
				}
				moment := now.Add(time.Duration(minutes)*time.Minute + time.Duration(i)*time.Millisecond) // no two alike
				return moment.Format(time.RFC3339Nano), &moment
			}
			content := func(key string, home string) (bench.Body, modelArticle) {
				push, pushAt := at(st.push)
				pull, pullAt := at(st.pull)
				a := modelArticle{title: strings.TrimSpace(st.title), home: home, category: st.category, kind: st.kind, push: pushAt, pull: pullAt}
				request := bench.Body{"title": st.title, "category": st.category, "type": st.kind, "thumbnail": bench.FileKey(key), "pushTime": push, "pullTime": pull}
				if a.category == 1 {
					a.district = st.district
					if home != "" && a.centre() != home {
						a.district = map[string]int{"CENTRE_A": 2, "CENTRE_B": 9}[home]
					}
					request["district"] = bench.Body{"type": a.district}
				}
				if a.category == 2 {
					a.part = st.part
					request["subcategory"] = a.part
				}
				if a.kind == 3 {
					request["videoLink"] = "https://v.example.hk/1"
				}
				return request, a
			}
			var a *modelArticle
			if len(store.articles) > 0 {
				a = store.articles[st.which%len(store.articles)]
			}
			wrongTimes := st.push > 0 && st.pull > 0 && st.pull <= st.push
			switch {
			case st.act == "write" || a == nil:
				request, made := content(keys[st.who], homes[st.who])
				reply := staff[st.who].Post("/web/articles", request)
				if wrongTimes {
					reply.Fails(400, "VALIDATION", "pullTime")
					break
				}
				made.id, made.thumbnail, made.status = reply.OK().String("data.id"), reply.String("data.thumbnail.fileKey"), 1
				store.articles = append(store.articles, &made)
			case st.act == "edit":
				request, changed := content(a.thumbnail, a.home)
				reply := admin.Put("/web/articles/"+a.id, request)
				if wrongTimes {
					reply.Fails(400, "VALIDATION", "pullTime")
					break
				}
				changed.id, changed.thumbnail, changed.status, changed.placed = a.id, reply.OK().String("data.thumbnail.fileKey"), a.status, a.placed
				*a = changed
			case st.act == "list":
				for _, to := range map[int][]int{1: {3, 4, 5}, 2: {3, 4, 5}, 3: {4, 5}, 4: {5}, 6: {5}}[a.status] {
					bench.MoveArticles(admin, to, a.id).OK()
					store.byHand(a, to, now)
				}
			case st.act == "move":
				reply := bench.MoveArticles(admin, st.to, a.id)
				if !strings.Contains("12 13 21 23 32 31 34 45 41 56 65 61", fmt.Sprint(a.status)+fmt.Sprint(st.to)) {
					reply.Fails(409, "MOVE_NOT_ALLOWED")
					break
				}
				reply.OK()
				store.byHand(a, st.to, now)
			case st.act == "delete":
				reply := admin.Delete("/web/articles/" + a.id)
				if a.status != 1 && a.status != 6 {
					reply.Fails(409, "CONFLICT")
					break
				}
				reply.OK()
				store.articles = slices.DeleteFunc(store.articles, func(other *modelArticle) bool { return other == a })
			case st.act == "order":
				store.reorder(staff[st.who], homes[st.who], st)
			case st.act == "jobs":
				w.RunJobs()
				store.jobs(now)
			case st.act == "wait":
				until := now.Add(time.Duration(st.minutes) * time.Minute)
				store.wait(w, until)
			}
			for _, a := range store.articles {
				if a.due(w.Clock.Now()) { // at once, before another is due too
					w.RunJobs()
					store.jobs(w.Clock.Now())
					break
				}
			}
			store.compare(t, w, st, members[st.who], staff[st.which%3], homes[st.who], homes[st.which%3])
		}
		if shown, total := store.inApp("", modelQuery{page: 1, size: 50}, w.Clock.Now()); total < 3 || len(store.articles) < 8 {
			t.Fatalf("the model saw too little: %v of %d", shown, len(store.articles))
		}
	})
}

// wait lets time pass; the schedule runs whenever something is to be listed,
// and comes late for what is to be delisted.
func (s *modelStore) wait(w *bench.World, until time.Time) {
	for {
		var next *time.Time
		for _, a := range s.articles {
			if a.status == 4 && a.push != nil && a.push.After(w.Clock.Now()) && !a.push.After(until) && (next == nil || a.push.Before(*next)) {
				next = a.push
			}
		}
		if next == nil {
			w.Clock.Set(until)
			return
		}
		w.Clock.Set(*next)
		w.RunJobs()
		s.jobs(w.Clock.Now())
	}
}

// reorder turns the order of a category around, as one of the staff sees it.
func (s *modelStore) reorder(staff *bench.Caller, centre string, st modelStep) {
	var places []int
	for i, a := range s.line {
		if (centre == "" || a.centre() == centre || a.centre() == "") && a.category == st.category && (st.query.part == 0 || a.part == st.query.part) {
			places = append(places, i)
		}
	}
	request := []bench.Body{}
	before := slices.Clone(s.line)
	for i, place := range places {
		a := before[places[len(places)-1-i]]
		request = append(request, bench.Body{"id": a.id})
		s.line[place], a.placed = a, true
	}
	staff.Post("/web/articles/order", bench.Body{"categoryId": st.category, "subcategoryId": st.query.part, "aritcles": request}).OK()
}

func (s *modelStore) compare(t *testing.T, w *bench.World, st modelStep, member, staff *bench.Caller, memberOf, staffOf string) {
	t.Helper()
	q := st.query
	request := bench.Body{"pagination": q.paging(), "searchKey": q.key, "categoryId": q.category, "subcategoryId": q.part, "districts": types(q.districts)}
	reply := member.Post("/app/articles/page", request).OK()
	want, total := s.inApp(memberOf, q, w.Clock.Now())
	if got := reply.List("data.items", "id"); !slices.Equal(got, want) || reply.Int("data.pagination.totalItems") != total {
		t.Fatalf("after %+v: the App of %q shows %v of %d, the model %v of %d", st, memberOf, got, reply.Int("data.pagination.totalItems"), want, total)
	}
	request = maps.Clone(request)
	delete(request, "subcategoryId")
	request["statuses"], request["types"] = types(q.statuses), q.kinds
	if len(q.statuses) > 1 { // one by its own field, the others by the list
		request["statusType"], request["statuses"] = q.statuses[0], types(q.statuses[1:])
	}
	reply = staff.Post("/web/articles/page", request).OK()
	want, total = s.inPortal(staffOf, q)
	if got := reply.List("data.items", "id"); !slices.Equal(got, want) || reply.Int("data.pagination.totalItems") != total {
		t.Fatalf("after %+v: the portal of %q shows %v of %d, the model %v of %d", st, staffOf, got, reply.Int("data.pagination.totalItems"), want, total)
	}
	var wrong int
	bench.Must(t, w.SQL().QueryRow(`
		SELECT COUNT(*) FROM (
			SELECT centre, category, subcategory, district, COUNT(*) AS n FROM articles WHERE status = 5 AND deleted_at IS NULL
			GROUP BY centre, category, subcategory, district) a
		FULL OUTER JOIN (SELECT * FROM article_counts WHERE listed <> 0) c
			ON c.centre = a.centre AND c.category = a.category AND c.subcategory = a.subcategory AND c.district = a.district
		WHERE a.n IS NULL OR c.listed IS NULL OR a.n <> c.listed`).Scan(&wrong))
	if wrong != 0 {
		t.Fatalf("after %+v %d counters are wrong", st, wrong)
	}
}
