package perf

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
)

// limited leaves rate limits on, too high to be reached.
var limited = map[string]string{"HEARTEN_RATE_LIMITS": "on", "HEARTEN_RATE_GENERAL": "2000000000"}

// An operation that reads nothing but the session, against a bare handler that
// does the same.
func BenchmarkAuthenticatedRequest(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		p.against(b, newBare(b, p).roles, contest{
			route: "GET /web/roles/list", statements: []string{sessionSQL}, target: atLeast(0.6),
		})
	})
}

// The same with a small reply. Its limit is counted in the database, so it is
// lifted here.
func BenchmarkSmallAuthenticatedRequest(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, nil)
		p.against(b, newBare(b, p).info, contest{
			route: "GET /web/auth/info", statements: []string{sessionSQL}, target: atLeast(0.6),
		})
	})
}

// firstPage asks for a full page.
const firstPage = `{"searchKey":"","pagination":{"page":1,"size":20}}`

// A page of 20 among 10,000, against a handler with the same SQL and JSON.
func BenchmarkSurveyPage(b *testing.B) {
	surveyPage(b, 10_000, contest{note: " among 10,000", target: atLeast(0.7)})
}

// The same among a hundred, where counting does not outweigh the rest: it tells
// what the product adds.
func BenchmarkSurveyPageOfShortList(b *testing.B) {
	surveyPage(b, 100, contest{note: " among 100"})
}

func surveyPage(b *testing.B, surveys int, c contest) {
	c.route, c.body = "POST /web/survey/page", firstPage
	c.statements = []string{sessionSQL, rowsSQL, countSQL}
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		p.seed(b, surveys)
		p.against(b, newBare(b, p).page, c)
	})
}

// contest is an operation that is also written by hand.
type contest struct {
	route, note, body string
	statements        []string // what both run
	target            target
	turn              time.Duration // of each, where a slice of time is too short for many calls
}

// against measures the product's throughput as a part of the handler's, once
// both run the same statements and answer the same bytes.
func (p *product) against(b *testing.B, byHand http.HandlerFunc, c contest) {
	b.Helper()
	server := httptest.NewServer(byHand)
	defer server.Close()
	ours := newLoad(b, p.url, c.route, p.token, c.body, callers)
	theirs := newLoad(b, server.URL, c.route, p.token, c.body, callers)

	var reply string
	ran := p.statements(func() { reply = ours.once() })
	if !slices.EqualFunc(ran, c.statements, sameSQL) {
		b.Fatalf("the product runs other statements than the baseline:\n%s", strings.Join(ran, "\n"))
	}
	for try := 1; ; try++ { // addresses are signed anew each second
		other := theirs.once()
		if other == reply {
			break
		}
		if try == 3 {
			b.Fatalf("the baseline answers\n%s\nthe product\n%s", other, reply)
		}
		reply = ours.once()
	}
	turn := cmp.Or(c.turn, slice)
	ratio, our, their := byTurns(b, func() float64 { return ours.rate(turn) }, func() float64 { return theirs.rate(turn) })
	figure(b, c.route+c.note+" / by hand", ratio, "ratio", c.target, perSecond("product", our), perSecond("by hand", their))
}

// sameSQL compares statements whatever their line breaks and the numbers of
// their placeholders. Inserts of one row are the same when they write the same
// columns of the same table, in whatever order.
func sameSQL(one, other string) bool { return slices.Equal(plainSQL(one), plainSQL(other)) }

var insertedRow = regexp.MustCompile(`^\s*INSERT INTO (\w+) \(([\w\s,]+)\)\s+VALUES`)

func plainSQL(text string) []string {
	if m := insertedRow.FindStringSubmatch(text); m != nil {
		columns := strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune(", \t\n", r) })
		slices.Sort(columns)
		return append([]string{"INSERT", m[1]}, columns...)
	}
	return strings.Fields(numbered.ReplaceAllString(text, "$$"))
}
