package article_test

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

// The moves that exist and who may make them, typed from the decisions. The
// words are SUPPORT, PROFESSIONAL, CHIEF, SUPERVISOR, ADMIN; the letters of a
// word are whose article it is:
//
//	1 written and last edited by the caller
//	2 written by the caller, last edited by another
//	3 another's
//	4 another's, last edited by the caller
//	5 the other centre's
//
// y: moved, n: 403, .: 404. A pair that is not here is 409 for everyone.
var articleMoves = map[string]string{
	"1→2": "yynn. yyyy. yyyy. yyyy. yyyyy",
	"1→3": "nnnn. nnnn. yynn. nnnn. yyyyy",
	"2→1": "yynn. yynn. yyyy. yyyy. yyyyy",
	"2→3": "nnnn. nnnn. nyyn. nnnn. yyyyy",
	"3→2": "nnnn. nnnn. nnnn. yyyy. yyyyy",
	"3→1": "nnnn. nnnn. nnnn. yyyy. yyyyy",
	"3→4": "nnnn. nnnn. nnnn. nyyn. yyyyy",
	"4→5": "nnnn. nnnn. yyyy. yyyy. yyyyy",
	"4→1": "nnnn. nnnn. yyyy. yyyy. yyyyy",
	"5→6": "nnnn. nnnn. yyyy. yyyy. yyyyy",
	"6→5": "nnnn. nnnn. nnnn. yyyy. yyyyy",
	"6→1": "yynn. yynn. yyyy. yyyy. yyyyy",
}

func TestArticleMoves(t *testing.T) {
	type cell struct {
		name     string
		id       string
		who      *bench.Caller
		from, to int
		want     byte
	}
	bench.Each(t, func(t *testing.T, w *bench.World) {
		positions := []access.Code{access.Support, access.Professional, access.Chief, access.Supervisor, access.Admin}
		somebody := w.Admin().ID
		other := map[access.Centre]access.Centre{access.CentreA: access.CentreB, access.CentreB: access.CentreA}
		var cells []cell
		var articles []bench.Article
		for p, code := range positions {
			centres := []access.Centre{access.CentreA, access.CentreB}
			if code == access.Admin {
				centres = centres[:1]
			}
			for _, centre := range centres {
				who := w.Staff(code, centre)
				for from := 1; from <= 6; from++ {
					for to := 1; to <= 6; to++ {
						word := "··c·."
						if row, exists := articleMoves[fmt.Sprintf("%d→%d", from, to)]; exists {
							word = strings.Fields(row)[p]
						} else if code == access.Admin {
							word = "··c·c"
						}
						for i, want := range []rune(word) {
							if want == '·' {
								continue
							}
							id := fmt.Sprintf("move-%05d", len(cells))
							cells = append(cells, cell{fmt.Sprintf("%d→%d by %s of %s, %d", from, to, code, centre, i+1), id, who, from, to, byte(want)})
							author, editor, of := somebody, somebody, centre
							if i < 2 {
								author = who.ID
							}
							if i == 0 || i == 3 {
								editor = who.ID
							}
							if i == 4 {
								of = other[centre]
							}
							articles = append(articles, bench.Article{ID: id, Centre: string(of), Status: from, Author: author, Editor: editor, Title: id})
						}
					}
				}
			}
		}
		w.CountArticles(1000)
		w.Articles(articles...)
		letters := map[string]byte{"200 ": 'y', "403 FORBIDDEN": 'n', "404 NOT_FOUND": '.', "409 MOVE_NOT_ALLOWED": 'c'}
		want := map[string]int{}
		for _, c := range cells {
			reply := c.who.Post("/web/articles/statuses", bench.Body{"articleIds": c.id, "status": bench.Body{"type": c.to}, "mark": "原因"})
			if got := letters[fmt.Sprintf("%d %s", reply.Status, reply.Header.Get("X-Error-Code"))]; got != c.want {
				t.Errorf("%s: %c, the table says %c (%d %s)", c.name, got, c.want, reply.Status, reply.Text)
			}
			want[c.id] = c.from
			if c.want == 'y' {
				want[c.id] = c.to
			}
		}
		statuses, err := w.SQL().Query(`SELECT id, status FROM articles`)
		bench.Must(t, err)
		defer statuses.Close()
		for statuses.Next() {
			var id string
			var status int
			bench.Must(t, statuses.Scan(&id, &status))
			if want[id] != status {
				t.Errorf("%s is in status %d, want %d", id, status, want[id])
			}
		}
	})
}

func TestArticleStatusesOfARole(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for position, rows := range map[access.Code][]string{
			access.Support:      {"2", "1", "", "", "", "1"},
			access.Professional: {"2", "1", "", "", "", "1"},
			access.Chief:        {"2 3", "1 3", "", "1 5", "6", "1"},
			access.Supervisor:   {"2", "1", "1 2 4", "1 5", "6", "1 5"},
			access.Admin:        {"2 3", "1 3", "1 2 4", "1 5", "6", "1 5"},
		} {
			staff := w.Staff(position, access.CentreB)
			for i, want := range rows {
				var got []string
				for _, to := range staff.Get(fmt.Sprintf("/web/articles/statuses/%d", i+1)).OK().List("data", "type") {
					got = append(got, fmt.Sprint(to))
				}
				slices.Sort(got)
				if strings.Join(got, " ") != want {
					t.Errorf("%s could move from %d to %v, want %s", position, i+1, got, want)
				}
			}
		}
		staff := w.Staff(access.Support, access.CentreA)
		for _, unknown := range []string{"0", "7", "x", "-1"} {
			staff.Get("/web/articles/statuses/"+unknown).Fails(404, "NOT_FOUND")
		}
		for _, send := range []any{nil, bench.Body{}, bench.Body{"type": 1, "desc": ""}} {
			all := staff.Post("/web/articles/statuses/list", send).OK()
			if got := fmt.Sprint(all.List("data", "type"), all.List("data", "desc")); got != "[1 2 3 4 5 6] [草稿 待主任審批 待督導審批 未上架 已上架 已下架]" {
				t.Errorf("all statuses are %s", got)
			}
		}
	})
}

// From a support worker's draft to the members and back, with what the log says.
func TestArticleReview(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		author, chief := w.Staff(access.Support, access.CentreA), w.Staff(access.Chief, access.CentreA)
		supervisor, member := w.Staff(access.Supervisor, access.CentreA), bench.SetDistrict(w.Member(), w.District(0), 1)
		id := bench.NewArticle(author, bench.Body{"pushTime": "2027-01-01T00:00:00Z", "pullTime": "2027-02-01T00:00:00Z"})
		one := func(c *bench.Caller, status int, mark any) *bench.Reply {
			return c.Post("/web/articles/statuses", bench.Body{"articleIds": id, "status": bench.Body{"type": status, "desc": ""}, "mark": mark})
		}
		thumbnail := author.Get("/web/articles/" + id).OK().String("data.thumbnail.fileKey")
		public := func(want bool) {
			t.Helper()
			if res, _ := bench.Fetch(w, "/files/"+thumbnail); (res.StatusCode == 200) != want {
				t.Errorf("public: %v, its file answers %d", want, res.StatusCode)
			}
			if got := member.Get("/app/articles/" + id).Status; (got == 200) != want {
				t.Errorf("public: %v, the App answers %d", want, got)
			}
		}
		one(author, 2, nil).OK()
		author.Put("/web/articles/"+id, bench.ArticleDraft(author)).Fails(403, "FORBIDDEN")
		one(chief, 1, nil).Fails(400, "VALIDATION", "mark")
		one(chief, 1, "  ").Fails(400, "VALIDATION", "mark")
		one(chief, 1, "題目太長").OK()
		one(author, 2, nil).OK()
		one(author, 1, nil).OK() // a withdrawal needs no reason
		one(author, 2, nil).OK()
		chief.Put("/web/articles/"+id, bench.ArticleDraft(chief, bench.Body{"title": "主任改"})).OK()
		one(chief, 3, nil).Fails(403, "FORBIDDEN") // the chief edited it last
		other := w.Staff(access.Chief, access.CentreA)
		one(other, 3, nil).OK()
		one(supervisor, 4, nil).OK()
		author.Delete("/web/articles/"+id).Fails(409, "CONFLICT")
		public(false)
		w.Clock.Advance(time.Minute)
		one(chief, 5, nil).OK()
		public(true)
		detail := supervisor.Get("/web/articles/" + id).OK()
		if detail.String("data.pushTime") != "2026-11-15T10:01:00" || detail.String("data.pullTime") != "2027-02-01T00:00:00" || !detail.Value("data.canEdit").(bool) || detail.Value("data.canDelete").(bool) {
			t.Errorf("listed by hand: %s", detail.Text)
		}
		if strings.Contains(detail.String("data.thumbnail.url"), "signature") {
			t.Errorf("the address of a listed picture is %s", detail.String("data.thumbnail.url"))
		}
		one(chief, 6, nil).OK()
		public(false)
		if d := chief.Get("/web/articles/" + id).OK(); d.Value("data.pushTime") != nil || d.Value("data.pullTime") != nil || d.Value("data.canEdit") != false || d.Value("data.canDelete") != true {
			t.Errorf("delisted by hand: %s", d.Text)
		}
		one(chief, 7, nil).Fails(400, "VALIDATION", "status")
		one(chief, 2, nil).Fails(409, "MOVE_NOT_ALLOWED", id)

		logs := author.Post("/web/articles/"+id+"/logs", bench.Body{"pagination": bench.Body{"size": 20}, "sortings": []bench.Body{{"property": "updatedAt", "direction": "ASC"}}}).OK()
		var lines []string
		for i, line := range logs.List("data.items", "content") {
			lines = append(lines, strings.TrimPrefix(line.(string), "同工")+logs.String(fmt.Sprintf("data.items.%d.mark", i)))
		}
		want := []string{
			"（支援同工）將狀態更改為草稿", "（支援同工）將狀態更改為待主任審批", "（主任）將狀態更改為草稿題目太長", "（支援同工）將狀態更改為待主任審批",
			"（支援同工）將狀態更改為草稿", "（支援同工）將狀態更改為待主任審批", "（主任）將狀態更改為待督導審批", "（督導）將狀態更改為未上架",
			"（主任）將狀態更改為已上架", "（主任）將狀態更改為已下架",
		}
		if !slices.Equal(lines, want) {
			t.Errorf("the log says\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
		if logs.String("data.items.9.updatedAt") != "2026-11-15T10:01:00" || author.Get("/web/articles/"+id+"/log-count").OK().Int("data.0.logCount") != 10 {
			t.Errorf("times and number of lines: %s", logs.Text)
		}
		counts := chief.Post("/web/articles/count", bench.Body{"categoryId": 3}).OK()
		if counts.Int("data.0.pullCount") != 1 || counts.Int("data.0.draftCount") != 0 ||
			chief.Post("/web/articles/count", bench.Body{"categoryId": 1}).OK().Int("data.0.pullCount") != 0 {
			t.Errorf("counts are %s", counts.Text)
		}
		chief.Delete("/web/articles/" + id).OK()
		w.RunJobs()
		if res, _ := bench.Fetch(w, detail.String("data.thumbnail.url")); res.StatusCode != 404 {
			t.Errorf("a deleted article's picture answers %d", res.StatusCode)
		}
	})
}

func TestArticleBatchIsAllOrNothing(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, colleague := w.Staff(access.Chief, access.CentreA), w.Staff(access.Support, access.CentreA)
		away := bench.NewArticle(w.Staff(access.Chief, access.CentreB))
		key := bench.FileKey(bench.Upload(colleague, bench.PNG(4, 4)))
		var ids []string
		for range 3 {
			ids = append(ids, bench.NewArticle(colleague, bench.Body{"thumbnail": key}))
		}
		bench.MoveArticles(chief, 2, ids...).OK()
		back := bench.NewArticle(colleague, bench.Body{"thumbnail": key})
		with := func(id string) []string { return append(slices.Clone(ids), id) }
		bench.MoveArticles(chief, 3, with("nothing")...).Fails(404, "NOT_FOUND")
		bench.MoveArticles(chief, 3, with(away)...).Fails(404, "NOT_FOUND")
		bench.MoveArticles(chief, 6, with(back)...).Fails(409, "MOVE_NOT_ALLOWED", back, ids[0])
		bench.MoveArticles(chief, 1, with(back)...).Fails(409, "MOVE_NOT_ALLOWED", back)
		edited := bench.NewArticle(chief)
		bench.MoveArticles(chief, 2, edited).OK()
		bench.MoveArticles(chief, 3, with(edited)...).Fails(403, "FORBIDDEN") // one of them is the chief's own
		bench.MoveArticles(chief, 3).Fails(400, "VALIDATION", "articleIds")
		bench.MoveArticles(chief, 3, slices.Repeat([]string{"x"}, 101)...).Fails(400, "VALIDATION", "articleIds")
		chief.Post("/web/articles/statuses/batch", bench.Body{"articleIds": 7, "status": bench.Body{"type": 2}}).Fails(400, "VALIDATION", "articleIds")
		count := func(field string) int {
			return chief.Post("/web/articles/count", bench.Body{}).OK().Int("data.0." + field)
		}
		if count("secondDraftCount") != 4 || count("thirdDraftCount") != 0 {
			t.Fatal("a refused batch moved something")
		}
		bench.MoveArticles(chief, 3, append(slices.Clone(ids), ids...)...).OK() // twice in a list is once
		if count("secondDraftCount") != 1 || count("thirdDraftCount") != 3 {
			t.Error("the batch did not move")
		}
		if n := chief.Get("/web/articles/" + ids[0] + "/log-count").OK().Int("data.0.logCount"); n != 3 {
			t.Errorf("the log has %d lines", n)
		}
	})
}

func TestTwoApproveAnArticleAtOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		author := w.Staff(access.Professional, access.CentreA)
		var chiefs []*bench.Caller
		for range 6 {
			chiefs = append(chiefs, w.Staff(access.Chief, access.CentreA))
		}
		id := bench.NewArticle(author)
		bench.MoveArticles(author, 2, id).OK()
		replies := make([]*bench.Reply, len(chiefs))
		var all sync.WaitGroup
		for i, chief := range chiefs {
			all.Go(func() { replies[i] = bench.MoveArticles(chief, 3, id) })
		}
		all.Wait()
		won := 0
		for _, r := range replies {
			if r.Status == 200 {
				won++
			} else {
				r.Fails(409, "MOVE_NOT_ALLOWED")
			}
		}
		if n := author.Get("/web/articles/" + id + "/log-count").OK().Int("data.0.logCount"); won != 1 || n != 3 {
			t.Errorf("%d approved, the log has %d lines", won, n)
		}
	})
}

// scheduled is an article that is ready, with times.
func scheduled(admin *bench.Caller, push, pull string) (id string) {
	id = bench.NewArticle(admin, bench.Body{"pushTime": push, "pullTime": pull})
	bench.MoveArticles(admin, 3, id).OK()
	bench.MoveArticles(admin, 4, id).OK()
	return id
}

func TestArticleSchedule(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, member := w.Admin(), w.Member()
		replica := w.Replica()
		var ids []string
		for range 3 {
			ids = append(ids, scheduled(admin, "2026-11-16T00:00:00Z", "2026-11-18T00:00:00Z"))
		}
		thumbnail := admin.Get("/web/articles/" + ids[0]).OK().String("data.thumbnail.fileKey")
		tick := func() { // both replicas at once
			var both sync.WaitGroup
			both.Go(w.RunJobs)
			both.Go(replica.RunJobs)
			both.Wait()
		}
		check := func(moment string, visible bool, status, lines int) {
			t.Helper()
			listed := member.Post("/app/articles/page", bench.Body{"pagination": bench.Body{}}).OK().Int("data.pagination.totalItems")
			if (listed == len(ids)) != visible || listed != 0 && !visible {
				t.Errorf("%s: the App lists %d", moment, listed)
			}
			if res, _ := bench.Fetch(w, "/files/"+thumbnail); (res.StatusCode == 200) != visible {
				t.Errorf("%s: a file answers %d", moment, res.StatusCode)
			}
			for _, id := range ids {
				if got := member.Get("/app/articles/" + id).Status; (got == 200) != visible {
					t.Errorf("%s: the App answers %d", moment, got)
				}
				got := w.Admin().Get("/web/articles/" + id).OK().Int("data.status.type")
				if n := w.Admin().Get("/web/articles/" + id + "/log-count").OK().Int("data.0.logCount"); got != status || n != lines {
					t.Errorf("%s: status %d with %d lines, want %d with %d", moment, got, n, status, lines)
				}
			}
		}
		midnight := time.Date(2026, 11, 16, 0, 0, 0, 0, bench.Start.Location())
		w.Clock.Set(midnight.Add(-time.Second))
		tick()
		check("a second before", false, 4, 3)
		w.Clock.Set(midnight)
		tick()
		tick()
		check("at its time", true, 5, 4)
		w.Clock.Set(midnight.AddDate(0, 0, 2))
		check("when it is over and nothing ran", false, 5, 4)
		tick()
		tick()
		check("when it is over", false, 6, 5)
		if log := w.Admin().Post("/web/articles/"+ids[0]+"/logs", bench.Body{}).OK().String("data.items.0.content"); !strings.Contains(log, "將狀態更改為已下架") {
			t.Errorf("the log says %s", log)
		}
	})
}

func TestArticleScheduleAfterDowntime(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		late := scheduled(admin, "2026-11-16T00:00:00Z", "2026-12-01T00:00:00Z")
		missed := scheduled(admin, "2026-11-16T00:00:00Z", "2026-11-17T00:00:00Z")
		cancelled := scheduled(admin, "2026-11-16T00:00:00Z", "2026-12-01T00:00:00Z")
		moved := scheduled(admin, "2026-11-16T00:00:00Z", "2026-12-01T00:00:00Z")
		bench.MoveArticles(admin, 1, cancelled).OK()
		d := admin.Get("/web/articles/" + moved).OK()
		admin.Put("/web/articles/"+moved, bench.ArticleDraft(admin, bench.Body{"thumbnail": bench.FileKey(d.String("data.thumbnail.fileKey")), "pushTime": "2026-11-25T00:00:00Z"})).OK()
		w.Clock.Set(time.Date(2026, 11, 20, 12, 0, 0, 0, bench.Start.Location())) // the server was down for days
		w.RunJobs()
		admin = w.Admin()
		for id, want := range map[string]int{late: 5, missed: 4, cancelled: 1, moved: 4} {
			if got := admin.Get("/web/articles/" + id).OK().Int("data.status.type"); got != want {
				t.Errorf("status %d, want %d", got, want)
			}
		}
		// Delisted by hand, it does not come back at any of its old times.
		bench.MoveArticles(admin, 6, late).OK()
		w.Clock.Set(time.Date(2026, 12, 2, 0, 0, 0, 0, bench.Start.Location()))
		w.RunJobs()
		admin = w.Admin()
		if got := admin.Get("/web/articles/" + late).OK(); got.Int("data.status.type") != 6 || admin.Get("/web/articles/"+late+"/log-count").OK().Int("data.0.logCount") != 5 {
			t.Errorf("after a delisting by hand: %s", got.Text)
		}
	})
}

// What waits for someone is what they may approve: not what they edited last,
// and not the other centre's.
func TestArticlesToApprove(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, supervisor := w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreA)
		author, admin := w.Staff(access.Professional, access.CentreA), w.Admin()
		waiting := func(c *bench.Caller) int { return c.Get("/web/todo").OK().Int("data.articles") }
		ofChief, first, second := bench.NewArticle(chief), bench.NewArticle(author), bench.NewArticle(author)
		bench.MoveArticles(author, 2, ofChief, first, second).OK()
		away := bench.NewArticle(w.Staff(access.Professional, access.CentreB))
		bench.MoveArticles(admin, 2, away).OK()
		bench.MoveArticles(chief, 3, first).OK()
		for who, want := range map[*bench.Caller]int{
			chief: 1, w.Staff(access.Chief, access.CentreA): 2, w.Staff(access.Chief, access.CentreB): 1, supervisor: 1,
			w.Staff(access.Supervisor, access.CentreB): 0, author: 0, w.Staff(access.Support, access.CentreA): 0, admin: 4,
		} {
			if got := waiting(who); got != want {
				t.Errorf("%d articles wait, want %d", got, want)
			}
		}
	})
}
