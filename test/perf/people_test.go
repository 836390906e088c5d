package perf

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"hearten/internal/member"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// planMembers asks for a centre's members of the plan, with every filter that
// the list's index holds.
func planMembers(tb testing.TB, p *product) (body, district string) {
	tb.Helper()
	district, err := db.Value[string](context.Background(), p.DB, `SELECT id FROM districts WHERE community_number = 0`)
	bench.Must(tb, err)
	return fmt.Sprintf(`{"userTypes":[2],"statuses":[false],"districtIds":[%q],"pagination":{"page":1,"size":20}}`, district), district
}

// A centre's list of 20 with filters among 100,000 users, against a handler
// with the same SQL and JSON.
func BenchmarkPeoplePage(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := peopleOf(b, engine, many)
		p.token = p.tokenOf(b, access.Chief)
		body, _ := planMembers(b, p)
		p.against(b, newBarePeople(b, p).page, contest{
			route: "POST /web/users/org/page", note: " among 100,000", body: body,
			statements: []string{sessionSQL, peopleSQL, peopleCountSQL}, target: atLeast(0.7), turn: 6 * slice,
		})
	})
}

// The rows of that page among many users, against the same among few.
func BenchmarkPeopleRows(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		ratio, fast, slow := byTurns(b, peopleRows(b, peopleOf(b, engine, few)), peopleRows(b, peopleOf(b, engine, many)))
		figure(b, "rows of a page of users: cost among 100,000 / 1,000", ratio, "times", atMost(2),
			perSecond("1,000", fast), perSecond("100,000", slow))
	})
}

func peopleRows(tb testing.TB, p *product) func() float64 {
	tb.Helper()
	_, district := planMembers(tb, p)
	text, args := named(peopleSQL, 2, 1, district, "CENTRE_A")
	return func() float64 {
		return rateOf(func() {
			found, err := db.All[member.Person](context.Background(), p.DB, text, args)
			bench.Must(tb, err)
			if len(found) != 20 {
				tb.Fatalf("%d rows", len(found))
			}
		})
	}
}

// A search by name among 100,000 users, as a centre and an administrator ask:
// for someone rare, common and not there.
func BenchmarkPeopleSearch(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := peopleOf(b, engine, many)
		var searches []*load
		for _, token := range []string{p.token, p.tokenOf(b, access.Chief)} {
			for _, key := range []string{"u00000010", nickname(4242), "陳", "沒有"} {
				body := fmt.Sprintf(`{"loginID":%q,"pagination":{"page":1,"size":20}}`, key)
				searches = append(searches, newLoad(b, p.url, "POST /web/users/org/page", token, body, 1))
			}
		}
		for _, search := range searches {
			search.once()
		}
		took := make([][]float64, len(searches))
		for b.Loop() {
			for i, search := range searches {
				started := time.Now()
				search.once()
				took[i] = append(took[i], 1000*time.Since(started).Seconds())
			}
		}
		kinds := make([]float64, len(searches))
		for i := range kinds {
			kinds[i] = median(took[i])
		}
		figure(b, "search by name among 100,000 users, the slowest kind", slices.Max(kinds), "ms", atMost(100),
			fmt.Sprintf("the quickest %.0f ms", slices.Min(kinds)))
	})
}
