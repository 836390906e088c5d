package perf

import (
	"context"
	"testing"

	"hearten/internal/platform/db"
	"hearten/internal/survey"
	"hearten/test/bench"
)

const (
	few  = 1_000
	many = 100_000
)

// The rows of the first page among many surveys, against the same among few.
func BenchmarkRowsOfPage(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := listOf(b, engine, few), listOf(b, engine, many)
		ratio, fast, slow := byTurns(b, short.rows(b), long.rows(b))
		figure(b, "rows of a page: cost among 100,000 / among 1,000", ratio, "times", atMost(1.3),
			perSecond("1,000", fast), perSecond("100,000", slow))
	})
}

// The whole request, total included: counting grows with the list.
func BenchmarkPageOfLongList(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := listOf(b, engine, few), listOf(b, engine, many)
		one := newLoad(b, short.url, "POST /web/survey/page", short.token, firstPage, callers)
		other := newLoad(b, long.url, "POST /web/survey/page", long.token, firstPage, callers)
		ratio, fast, slow := byTurns(b, one.slice, other.slice)
		figure(b, "page with its total: cost among 100,000 / among 1,000", ratio, "times", target{},
			perSecond("1,000", fast), perSecond("100,000", slow))
	})
}

// Reads while six callers count a long list, against the same reads alone.
func BenchmarkReadsBesideCounting(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := listOf(b, engine, many)
		id := firstID(b, p)
		reads := newLoad(b, p.url, "GET /web/survey/"+id, p.token, "", callers)
		counting := newLoad(b, p.url, "POST /web/survey/page", p.token, firstPage, 6)
		var pages int64
		beside := func() (rate float64) {
			pages += counting.during(func() { rate = reads.rate(2 * slice) })
			return rate
		}
		ratio, busy, alone := byTurns(b, beside, func() float64 { return reads.rate(2 * slice) })
		if pages == 0 {
			b.Error("nobody counted")
		}
		figure(b, "reads beside six callers counting 100,000 / alone", ratio, "ratio", atLeast(0.3),
			perSecond("beside", busy), perSecond("alone", alone))
	})
}

// listOf is a product with that many surveys.
func listOf(tb testing.TB, engine db.Engine, surveys int) *product {
	tb.Helper()
	p := start(tb, engine, limited)
	p.seed(tb, surveys)
	return p
}

// rows is how often a second the rows of the first page can be read, by the
// statement that the product runs for them.
func (p *product) rows(tb testing.TB) func() float64 {
	tb.Helper()
	ctx := context.Background()
	return func() float64 {
		return rateOf(func() {
			found, err := db.All[survey.Survey](ctx, p.DB, rowsSQL)
			bench.Must(tb, err)
			if len(found) != 20 {
				tb.Fatalf("%d rows", len(found))
			}
		})
	}
}

func firstID(tb testing.TB, p *product) string {
	tb.Helper()
	found, err := db.All[survey.Survey](context.Background(), p.DB, rowsSQL)
	bench.Must(tb, err)
	return found[0].ID
}
