package resource_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// The moves there are, typed from the programme's table. The letters are
// SUPPORT, PROFESSIONAL, CHIEF, SUPERVISOR, ADMIN: first on what they wrote and
// edited last themselves, then on what a colleague did. y: moved, n: 403.
var resourceMoves = map[string][2]string{
	"1→2": {"yyyyy", "nyyyy"}, // submit: the author, and everyone above support staff
	"1→3": {"nnyny", "nnnny"}, // past the chief: a chief on an own draft
	"2→1": {"yyyyy", "nnyyy"}, // withdraw or return
	"2→3": {"nnnny", "nnyny"}, // the chief approves, not what they edited last
	"3→1": {"nnnyy", "nnnyy"},
	"3→2": {"nnnyy", "nnnyy"},
	"3→4": {"nnnny", "nnnyy"}, // the supervisor approves, not what they edited last
	"4→1": {"nnyyy", "nnyyy"},
	"4→5": {"nnyyy", "nnyyy"},
	"5→6": {"nnyyy", "nnyyy"},
	"6→1": {"yyyyy", "nnyyy"},
	"6→5": {"nnnyy", "nnnyy"},
}

// All 36 pairs of statuses, for nine roles, on what is one's own, a colleague's
// and the other centre's.
func TestResourceMoves(t *testing.T) {
	positions := []access.Code{access.Support, access.Professional, access.Chief, access.Supervisor, access.Admin}
	bench.Each(t, func(t *testing.T, w *bench.World) {
		colleague := w.Admin().ID
		type end struct{ status, lines int }
		want := map[string]end{} // how each resource must end
		for i, position := range positions {
			for _, centre := range []access.Centre{access.CentreA, access.CentreB} {
				if position == access.Admin && centre == access.CentreB {
					continue // there is one administrator's role
				}
				who := w.Staff(position, centre)
				away := access.CentreA
				if centre == access.CentreA {
					away = access.CentreB
				}
				for from := 1; from <= 6; from++ {
					for to := 1; to <= 6; to++ {
						for whose, author := range []string{who.ID, colleague, who.ID, colleague} {
							place := centre
							if whose >= 2 {
								place = away
							}
							id := w.Resource(bench.Resource{Centre: string(place), Status: from, Author: author})
							letters, exists := resourceMoves[fmt.Sprintf("%d→%d", from, to)]
							expect := http.StatusOK
							switch {
							case place == away && position != access.Admin:
								expect = http.StatusNotFound
							case !exists:
								expect = http.StatusConflict
							case letters[whose%2][i] == 'n':
								expect = http.StatusForbidden
							}
							want[id] = end{from, 0}
							if expect == http.StatusOK {
								want[id] = end{to, 1}
							}
							r := bench.MoveResource(who, id, to, "因為")
							if r.Status != expect || expect == http.StatusConflict && r.Header.Get("X-Error-Code") != "MOVE_NOT_ALLOWED" {
								t.Errorf("%s of %s, %d→%d of %s, own %v: %d, want %d", position, centre, from, to, place, whose%2 == 0, r.Status, expect)
							}
						}
					}
				}
			}
		}
		rows, err := w.SQL().Query(`SELECT r.id, r.status, (SELECT COUNT(*) FROM content_logs l WHERE l.item_id = r.id AND l.kind = 'resource') FROM resources r`)
		bench.Must(t, err)
		defer rows.Close()
		n := 0
		for ; rows.Next(); n++ {
			var id string
			var got end
			bench.Must(t, rows.Scan(&id, &got.status, &got.lines))
			if got != want[id] {
				t.Errorf("%s ended with %v, want %v", id, got, want[id])
			}
		}
		if n != len(want) || n != 36*9*4 {
			t.Errorf("%d resources", n)
		}
		checkResourceCounts(w)
	})
}

// Who wrote something may approve it once a colleague has edited it; who edited
// it may not, whoever wrote it.
func TestResourceApprovalLooksAtTheLastEditor(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		for position, from := range map[access.Code]int{access.Chief: 2, access.Supervisor: 3} {
			who := w.Staff(position, access.CentreA)
			written := w.Resource(bench.Resource{Centre: "CENTRE_A", Status: from, Author: who.ID, Editor: admin.ID})
			edited := w.Resource(bench.Resource{Centre: "CENTRE_A", Status: from, Author: admin.ID, Editor: who.ID})
			bench.MoveResource(who, written, from+1).OK()
			bench.MoveResource(who, edited, from+1).Fails(403, "FORBIDDEN")
			// An edit makes one the last editor.
			third := w.Resource(bench.Resource{Centre: "CENTRE_A", Status: from, Author: admin.ID})
			who.Put("/web/community-resource", bench.Body{"id": third, "name": "改"}).OK()
			bench.MoveResource(who, third, from+1).Fails(403, "FORBIDDEN")
		}
		own := w.Resource(bench.Resource{Centre: "CENTRE_A", Status: 2, Author: admin.ID})
		bench.MoveResource(admin, own, 3).OK()
		if line := admin.Post("/web/community-resource/"+own+"/logs", bench.Body{}).OK().String("data.items.0.content"); !strings.Contains(line, "審批自己最後編輯的內容") {
			t.Errorf("the log does not say so: %s", line)
		}
	})
}

func TestResourceRemarks(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		author, chief, supervisor := w.Staff(access.Support, access.CentreB), w.Staff(access.Chief, access.CentreB), w.Staff(access.Supervisor, access.CentreB)
		of := func(status int) string {
			return w.Resource(bench.Resource{Centre: "CENTRE_B", Status: status, Author: author.ID})
		}
		bench.MoveResource(author, of(2), 1).OK() // a withdrawal needs no reason
		returned := of(2)
		bench.MoveResource(chief, returned, 1).Fails(400, "VALIDATION", "mark")
		bench.MoveResource(chief, returned, 1, "  ").Fails(400, "VALIDATION", "mark")
		w.Clock.Advance(time.Minute)
		bench.MoveResource(chief, returned, 1, "地址不全").OK()
		bench.MoveResource(supervisor, of(3), 2).Fails(400, "VALIDATION", "mark")
		bench.MoveResource(supervisor, of(3), 1).Fails(400, "VALIDATION", "mark")
		bench.MoveResource(supervisor, of(3), 2, "再看").OK()
		bench.MoveResource(author, returned, 2, strings.Repeat("長", 501)).Fails(400, "VALIDATION", "mark")
		bench.MoveResource(author, returned, 7).Fails(400, "VALIDATION", "status")
		bench.MoveResource(author, returned, 0).Fails(400, "VALIDATION", "status")
		bench.MoveResource(author, "nothing", 2).Fails(404, "NOT_FOUND")
		w.Clock.Advance(time.Minute)
		bench.MoveResource(author, returned, 2).OK()

		logs := author.Post("/web/community-resource/"+returned+"/logs", bench.Body{
			"pagination": bench.Body{"page": 1, "size": 10}, "sortings": []bench.Body{{"property": "resource-updated-at", "direction": "DESC"}},
		}).OK()
		if !slices.Equal(logs.List("data.items", "content"), []any{"同工（支援同工）將狀態更改為待主任審批", "同工（主任）將狀態更改為草稿"}) ||
			!slices.Equal(logs.List("data.items", "mark"), []any{"", "地址不全"}) || logs.String("data.items.0.updatedAt") != "2026-11-15T02:02:00.000Z" {
			t.Errorf("the log: %s", logs.Text)
		}
		if n := author.Get("/web/community-resource/" + returned + "/log-count").OK().Int("data.0.logCount"); n != 2 {
			t.Errorf("%d lines", n)
		}
		made := bench.NewResource(w, author, 6)
		if first := author.Post("/web/community-resource/"+made+"/logs", bench.Body{}).OK(); first.String("data.items.0.content") != "同工（支援同工）將狀態更改為草稿" {
			t.Errorf("a new one's log: %s", first.Text)
		}
	})
}

func TestResourceBatch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		of := func(centre string, status int) string {
			return w.Resource(bench.Resource{Centre: centre, Status: status, Author: w.Admin().ID})
		}
		batch := func(to int, ids ...string) *bench.Reply {
			return chief.Put("/web/community-resource/batch-status", bench.Body{"ids": ids, "status": to, "mark": ""})
		}
		a, b, draft, foreign := of("CENTRE_A", 2), of("CENTRE_A", 2), of("CENTRE_A", 1), of("CENTRE_B", 2)
		still := func(want ...int) {
			t.Helper()
			for i, id := range []string{a, b} {
				if got := chief.Get("/web/community-resource/" + id).OK().Int("data.status"); got != want[i] {
					t.Errorf("status %d, want %d", got, want[i])
				}
			}
		}
		batch(4, a, b).Fails(409, "MOVE_NOT_ALLOWED", a, b)
		batch(3, a, draft, b).Fails(403, "FORBIDDEN") // past the chief is for own drafts
		batch(3, a, b, of("CENTRE_A", 5)).Fails(409, "MOVE_NOT_ALLOWED")
		batch(3, a, foreign, b).Fails(404, "NOT_FOUND")
		batch(3, a, "nothing", b).Fails(404, "NOT_FOUND")
		batch(3).Fails(400, "VALIDATION", "ids")
		still(2, 2)
		batch(3, a, b, a).OK() // named twice, moved once
		still(3, 3)
		many := make([]string, 101)
		for i := range many {
			many[i] = of("CENTRE_A", 2)
		}
		batch(3, many...).Fails(400, "VALIDATION", "ids: 必須有 1 至 100 項")
		batch(3, many[:100]...).OK()
		count := chief.Get("/web/community-resource/count").OK()
		if count.Text[len(`{"success":true,"message":"","data":`):] !=
			`[{"draftCount":1,"secondDraftCount":1,"thirdDraftCount":102,"readyCount":0,"publishCount":1,"pullCount":0}]}`+"\n" {
			t.Errorf("counts: %s", count.Text)
		}
		if all := w.Admin().Get("/web/community-resource/count").OK(); all.Int("data.0.secondDraftCount") != 2 {
			t.Errorf("of all centres: %s", all.Text)
		}
	})
}

// Of two who approve at once one does it and the other is told.
func TestResourceTwoApproversAtOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chiefs := []*bench.Caller{w.Staff(access.Chief, access.CentreA), w.Staff(access.Chief, access.CentreA)}
		for range 5 {
			id := w.Resource(bench.Resource{Centre: "CENTRE_A", Status: 2, Author: w.Admin().ID})
			statuses := make([]int, 2)
			var both sync.WaitGroup
			for i, chief := range chiefs {
				both.Go(func() { statuses[i] = bench.MoveResource(chief, id, 3).Status })
			}
			both.Wait()
			slices.Sort(statuses)
			if !slices.Equal(statuses, []int{200, 409}) {
				t.Fatalf("they are answered %v", statuses)
			}
			if n := chiefs[0].Get("/web/community-resource/" + id + "/log-count").OK().Int("data.0.logCount"); n != 1 {
				t.Fatalf("%d lines", n)
			}
		}
	})
}

// The statuses that a role could give to something, an author's moves included.
func TestResourceTargets(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for position, want := range map[access.Code][6][]any{
			access.Support:      {{2.0}, {1.0}, {}, {}, {}, {1.0}},
			access.Professional: {{2.0}, {1.0}, {}, {}, {}, {1.0}},
			access.Chief:        {{2.0, 3.0}, {1.0, 3.0}, {}, {1.0, 5.0}, {6.0}, {1.0}},
			access.Supervisor:   {{2.0}, {1.0}, {1.0, 2.0, 4.0}, {1.0, 5.0}, {6.0}, {1.0, 5.0}},
			access.Admin:        {{2.0, 3.0}, {1.0, 3.0}, {1.0, 2.0, 4.0}, {1.0, 5.0}, {6.0}, {1.0, 5.0}},
		} {
			who := w.Staff(position, access.CentreA)
			for i, targets := range want {
				r := who.Get(fmt.Sprintf("/web/community-resource/status/%d", i+1)).OK()
				got := r.List("data", "status")
				slices.SortFunc(got, func(a, b any) int { return int(a.(float64) - b.(float64)) })
				if !slices.Equal(got, targets) {
					t.Errorf("%s from %d: %v, want %v", position, i+1, got, targets)
				}
			}
			for _, none := range []string{"0", "7", "x", "-1"} {
				who.Get("/web/community-resource/status/"+none).Fails(404, "NOT_FOUND")
			}
		}
		if r := w.Admin().Get("/web/community-resource/status/5").OK(); r.String("data.0.desc") != "已下架" {
			t.Errorf("the name: %s", r.Text)
		}
	})
}
