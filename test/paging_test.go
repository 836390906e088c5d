package test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/test/bench"
)

// modelSurvey and its list are a slow model of the survey page; it shares
// nothing with the product.
type modelSurvey struct {
	id, title, link string
	created         time.Time
}

func modelPage(all []modelSurvey, key, property, direction string, page, size int) (ids []any, total int) {
	var found []modelSurvey
	for _, s := range all {
		if strings.Contains(strings.ToLower(s.title), strings.ToLower(key)) || strings.Contains(strings.ToLower(s.link), strings.ToLower(key)) {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(a, b modelSurvey) int {
		order := map[string]int{
			"title": strings.Compare(a.title, b.title), "link": strings.Compare(a.link, b.link),
			"createdAt": a.created.Compare(b.created), "id": 0,
		}[property]
		order = cmp.Or(order, strings.Compare(a.id, b.id))
		if direction == "DESC" {
			order = -order
		}
		return order
	})
	ids = []any{}
	for i := (page - 1) * size; i < page*size && i < len(found); i++ {
		ids = append(ids, found[i].id)
	}
	return ids, len(found)
}

// Filters, sorting, paging and totals equal the model's, whatever the data.
func TestSurveyPageEqualsAModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		piece := rapid.SampledFrom([]string{"散步", "睡眠", "a", "B", "É", "é", "%", "_", `\`, "'", "心情", " ", "1"})
		text := rapid.Custom(func(t *rapid.T) string {
			return "題" + strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces"), "") + "。"
		})
		var all []modelSurvey
		titles := rapid.SliceOfN(text, 80, 80).Example(7)
		for i, title := range titles {
			s := modelSurvey{
				id: fmt.Sprintf("id-%03d", (i*37)%80), title: title, link: fmt.Sprintf("https://x.hk/%d", i%7),
				created: w.Clock.Now().Add(time.Duration(i%11) * 1500 * time.Microsecond),
			}
			all = append(all, s)
			w.Surveys(bench.Survey{ID: s.id, Title: s.title, Link: s.link, Centre: "CENTRE_ALL", Author: admin.ID, Created: s.created})
		}
		rapid.Check(t, func(rt *rapid.T) {
			key := strings.TrimSpace(strings.Join(rapid.SliceOfN(piece, 0, 2).Draw(rt, "key"), ""))
			property := rapid.SampledFrom([]string{"title", "link", "createdAt", "id"}).Draw(rt, "property")
			direction := rapid.SampledFrom([]string{"ASC", "DESC"}).Draw(rt, "direction")
			page, size := rapid.IntRange(1, 9).Draw(rt, "page"), rapid.IntRange(1, 100).Draw(rt, "size")
			got := admin.Post("/web/survey/page", bench.Body{
				"searchKey": key, "pagination": bench.Body{"page": page, "size": size},
				"sortings": []bench.Body{{"property": property, "direction": direction}},
			}).OK()
			ids, total := modelPage(all, key, property, direction, page, size)
			if !slices.Equal(got.List("data.items", "id"), ids) || got.Int("data.pagination.totalItems") != total {
				rt.Fatalf("key %q by %s %s, page %d of %d:\n got %v of %d\nwant %v of %d", key, property, direction, page, size,
					got.List("data.items", "id"), got.Int("data.pagination.totalItems"), ids, total)
			}
		})
	})
}

// A page costs the same number of statements however many rows it has.
func TestSurveyPageStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		ask := func(size int) int {
			return len(w.Statements(func() {
				admin.Post("/web/survey/page", bench.Body{"searchKey": "", "pagination": bench.Body{"size": size}}).OK()
			}))
		}
		for i := range 30 {
			admin.Post("/web/survey", bench.Body{"title": fmt.Sprint("問卷", i), "link": bench.SurveyLink}).OK()
		}
		if few, many := ask(2), ask(25); few != 3 || many != 3 {
			t.Fatalf("a page of 2 costs %d statements, of 25 %d; want session, rows and total", few, many)
		}
	})
}
