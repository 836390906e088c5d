package perf

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hearten/internal/db"
)

// limited leaves rate limits on, too high to be reached.
var limited = map[string]string{"HEARTEN_RATE_LIMITS": "on", "HEARTEN_RATE_GENERAL": "2000000000"}

// An operation that reads nothing but the session, against a bare handler that
// does the same.
func BenchmarkAuthenticatedRequest(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		against(b, p, newBare(b, p).roles, "GET /web/roles/list", "", atLeast(0.6), sessionSQL)
	})
}

// The same with a small reply. Its limit is counted in the database, so it is
// lifted here.
func BenchmarkSmallAuthenticatedRequest(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, nil)
		against(b, p, newBare(b, p).info, "GET /web/auth/info", "", atLeast(0.6), sessionSQL)
	})
}

// firstPage asks for a full page.
const firstPage = `{"searchKey":"","pagination":{"page":1,"size":20}}`

// A page of 20 among 10,000, against a handler with the same SQL and JSON.
func BenchmarkSurveyPage(b *testing.B) { surveyPage(b, 10_000) }

// The same among a hundred, where counting does not outweigh the rest.
func BenchmarkSurveyPageOfShortList(b *testing.B) { surveyPage(b, 100) }

func surveyPage(b *testing.B, surveys int) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		p.seed(b, surveys)
		against(b, p, newBare(b, p).page, "POST /web/survey/page", firstPage, atLeast(0.7), sessionSQL, rowsSQL, countSQL)
	})
}

// against measures the product's throughput as a part of the handler's, once
// both run the given statements and answer the same bytes.
func against(b *testing.B, p *product, handler http.HandlerFunc, route, body string, t target, statements ...string) {
	b.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	ours := newLoad(b, p.url, route, p.token, body, callers)
	theirs := newLoad(b, server.URL, route, p.token, body, callers)

	var reply string
	ran := p.statements(func() { reply = ours.once() })
	if !slices.EqualFunc(ran, statements, sameSQL) {
		b.Fatalf("the product runs other statements than the baseline:\n%s", strings.Join(ran, "\n"))
	}
	if other := theirs.once(); strings.TrimSpace(other) != strings.TrimSpace(reply) {
		b.Fatalf("the baseline answers\n%s\nthe product\n%s", other, reply)
	}
	ratio, our, their := byTurns(b, func() float64 { return ours.rate(slice) }, func() float64 { return theirs.rate(slice) })
	figure(b, route+" / the same by hand", ratio, "ratio", t, perSecond("product", our), perSecond("bare", their))
}

// sameSQL compares statements whatever their line breaks.
func sameSQL(one, other string) bool {
	return slices.Equal(strings.Fields(one), strings.Fields(other))
}
