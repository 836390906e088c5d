package test

import (
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// What waits for approval is counted for those who may approve it, and not for
// who edited it last.
func TestTodoCountsWhatWaitsForReview(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		author := w.Staff(access.Professional, access.CentreA)
		chief, supervisor := w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreA)
		for _, r := range []bench.Resource{
			{Centre: "CENTRE_A", Status: 1}, {Centre: "CENTRE_A", Status: 2}, {Centre: "CENTRE_A", Status: 2}, {Centre: "CENTRE_A", Status: 2, Editor: chief.ID},
			{Centre: "CENTRE_A", Status: 3}, {Centre: "CENTRE_B", Status: 2}, {Centre: "CENTRE_B", Status: 3}, {Centre: "CENTRE_A", Status: 4},
		} {
			r.Author = author.ID
			w.Resource(r)
		}
		w.Article(bench.Article{Author: author.ID, Status: 2})
		for _, c := range []struct {
			who                 *bench.Caller
			resources, articles int
		}{
			{w.Staff(access.Support, access.CentreA), 0, 0}, {author, 0, 0}, {chief, 2, 1}, {w.Staff(access.Chief, access.CentreA), 3, 1},
			{supervisor, 1, 0}, {w.Staff(access.Chief, access.CentreB), 1, 1}, {w.Staff(access.Supervisor, access.CentreB), 1, 0}, {w.Admin(), 6, 1},
		} {
			r := c.who.Get("/web/todo").OK()
			if r.Int("data.resources") != c.resources || r.Int("data.articles") != c.articles {
				t.Errorf("want %d and %d: %s", c.resources, c.articles, r.Text)
			}
		}
	})
}
