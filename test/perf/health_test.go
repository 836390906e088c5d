package perf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hearten/internal/health"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/session"
	"hearten/test/bench"
)

// A synchronisation of 24 hourly rows, with its merge, hours, totals and
// missions, against a bare transaction that upserts the same rows.
func BenchmarkStepSync(b *testing.B)       { stepSync(b, 1) }
func BenchmarkStepSyncOfMany(b *testing.B) { stepSync(b, 16) }

func stepSync(b *testing.B, callers int) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		// A member's day is sent a few times, not thousands of times: callers
		// take turns at many members.
		const members = 64
		p.seedWalkers(b, callers*members, 0, 0)
		walker := func(caller, n int) string { return walkerID(caller*members + n/walkDays%members) }
		bare := newBareSteps(b, p, 24)
		ours := &workers{callers: callers, work: func(caller, n int) {
			first, steps := walk(n)
			bench.Must(b, p.Health.Sync(context.Background(), report(walker(caller, n), first, steps)))
		}}
		theirs := &workers{callers: callers, work: func(caller, n int) {
			first, steps := walk(n)
			bench.Must(b, bare.write(context.Background(), walker(caller, n), first.Start(), steps))
		}}
		ratio, our, their := byTurns(b, func() float64 { return ours.rate(4 * slice) }, func() float64 { return theirs.rate(4 * slice) })
		figure(b, fmt.Sprintf("sync of 24 hours, %d at once / bare upsert", callers), ratio, "ratio", atLeast(0.5),
			perSecond("product", our), perSecond("bare", their))
	})
}

// The whole request, against a handler by hand that verifies the token, reads
// the session and the body and upserts the rows.
func BenchmarkStepSyncRequest(b *testing.B)       { stepSyncRequest(b, 1) }
func BenchmarkStepSyncRequestOfMany(b *testing.B) { stepSyncRequest(b, 16) }

func stepSyncRequest(b *testing.B, callers int) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		p.seedWalkers(b, callers, 0, 0)
		walkers := p.walkers(b, callers, callers)
		server := httptest.NewServer(newBareSteps(b, p, 24).handler(b, p))
		defer server.Close()
		request := func(caller, n int) []byte {
			first, steps := walk(n)
			return walkers[caller].sync(first, steps)
		}
		ours, theirs := newTurns(b, p.url, callers, request), newTurns(b, server.URL, callers, request)
		ratio, our, their := byTurns(b, func() float64 { return ours.rate(4 * slice) }, func() float64 { return theirs.rate(4 * slice) })
		figure(b, fmt.Sprintf("POST …/steps/sync, %d at once / by hand", callers), ratio, "ratio", atLeast(0.5),
			perSecond("product", our), perSecond("by hand", their))
	})
}

// report is a walker's day as the use case takes it.
func report(userID string, day clock.Date, steps []int) health.Report {
	r := health.Report{UserID: userID, Origin: "fit", OwnBody: true, Rows: make([]health.Row, len(steps))}
	for i, n := range steps {
		at := day.Start().Add(time.Duration(i) * time.Hour).UnixMilli()
		r.Rows[i] = health.Row{Span: health.Span{Start: at, End: at + time.Hour.Milliseconds()}, Steps: int64(n)}
	}
	return r
}

func walkerID(i int) string { return fmt.Sprint("walker-", i) }

// walk is a day and its steps for the n-th call of a caller: each time other
// days, and when they come round again other steps.
func walk(n int) (clock.Date, []int) {
	const days = walkDays
	steps := make([]int, 24)
	for i := range steps {
		steps[i] = 100 + (n/days*7+n+i)%900
	}
	return clock.DateOf(time.Now()).AddDays(-1 - n%days), steps
}

// walkDays is how many days the walkers report, over and over.
const walkDays = 50

// The months of a year against the hours of a day.
func BenchmarkStepYear(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		p.seedWalkers(b, 1000, 30, 0)
		walkers := p.walkers(b, 64, 1000)
		ratio, day, year := byTurns(b, p.fetches(b, walkers, "day"), p.fetches(b, walkers, "year"))
		figure(b, "steps: cost of a year / of a day", ratio, "times", atMost(2), perSecond("day", day), perSecond("year", year))
	})
}

// Among 20,000 members with thirty days of hours and 80,000 more with totals of
// days, against 1,000 members.
func BenchmarkStepsAmongMany(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		few, many := start(b, engine, limited), start(b, engine, limited)
		few.seedWalkers(b, 1_000, 30, 0)
		many.seedWalkers(b, 20_000, 30, 80_000)
		fewWalkers, manyWalkers := few.walkers(b, 64, 1_000), many.walkers(b, 64, 20_000)
		compare := func(name string, short, long func() float64) {
			b.Run(name, func(b *testing.B) {
				ratio, fast, slow := byTurns(b, short, long)
				figure(b, "steps, "+name+": cost among 100,000 / among 1,000", ratio, "times", atMost(1.3),
					perSecond("1,000", fast), perSecond("100,000", slow))
			})
		}
		compare("day", few.fetches(b, fewWalkers, "day"), many.fetches(b, manyWalkers, "day"))
		compare("year", few.fetches(b, fewWalkers, "year"), many.fetches(b, manyWalkers, "year"))
		compare("sync", few.syncs(b, fewWalkers), many.syncs(b, manyWalkers))
	})
}

// fetches is how often a second a period can be fetched, by many members.
func (p *product) fetches(tb testing.TB, walkers []walker, period string) func() float64 {
	tb.Helper()
	t := newTurns(tb, p.url, callers, func(caller, n int) []byte {
		return walkers[(caller+callers*n)%len(walkers)].request("/app/health/steps/fetch/"+period, "{}")
	})
	return func() float64 { return t.rate(2 * slice) }
}

// syncs is how often a second members can report a day.
func (p *product) syncs(tb testing.TB, walkers []walker) func() float64 {
	tb.Helper()
	t := newTurns(tb, p.url, callers, func(caller, n int) []byte {
		first, steps := walk(n)
		return walkers[(caller+callers*n)%len(walkers)].sync(first, steps)
	})
	return func() float64 { return t.rate(4 * slice) }
}

// walker is a member with a token.
type walker struct{ id, token string }

// walkers gives sessions to members spread over all of them.
func (p *product) walkers(tb testing.TB, n, among int) []walker {
	tb.Helper()
	ctx := context.Background()
	out := make([]walker, n)
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) (err error) {
		for i := range out {
			out[i].id = walkerID(i * among / n)
			if out[i].token, err = p.Sessions.Open(ctx, tx, session.App, out[i].id, access.ScopeFull); err != nil {
				return err
			}
		}
		return nil
	}))
	return out
}

func (w walker) request(path, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: hearten\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		path, w.token, len(body), body)
}

// sync is the request that reports the hours of a day.
func (w walker) sync(day clock.Date, steps []int) []byte {
	var body strings.Builder
	body.WriteString(`{"dataOrigins":["fit"],"dataOrigin":"fit","data":[`)
	for i, n := range steps {
		if i > 0 {
			body.WriteByte(',')
		}
		at := day.Start().Add(time.Duration(i) * time.Hour)
		fmt.Fprintf(&body, `{"startTime":"%s","endTime":"%s","steps":%d}`, at.Format(isoTime), at.Add(time.Hour).Format(isoTime), n)
	}
	body.WriteString(`]}`)
	return w.request("/app/health/steps/sync", body.String())
}

const isoTime = "2006-01-02T15:04:05.000Z"

// workers do something again and again, several at once.
type workers struct {
	callers int
	work    func(caller, n int)
	done    sync.Map // caller → how often
}

func (w *workers) rate(d time.Duration) float64 {
	var total atomic.Int64
	var all sync.WaitGroup
	started := time.Now()
	for caller := range w.callers {
		all.Go(func() {
			n := 0
			if last, ok := w.done.Load(caller); ok {
				n = last.(int)
			}
			for time.Since(started) < d {
				w.work(caller, n)
				n++
				total.Add(1)
			}
			w.done.Store(caller, n)
		})
	}
	all.Wait()
	return float64(total.Load()) / time.Since(started).Seconds()
}

// newTurns are callers whose requests differ from one time to the next.
func newTurns(tb testing.TB, base string, callers int, request func(caller, n int) []byte) *workers {
	tb.Helper()
	conns := newLoad(tb, base, "GET /", "", "", callers).conns
	return &workers{callers: callers, work: func(caller, n int) {
		var reply strings.Builder
		if err := conns[caller].call(request(caller, n), &reply); err != nil {
			tb.Errorf("%v: %s", err, reply.String())
		}
	}}
}

// seedWalkers makes members, each with days of 24 hours up to yesterday, and
// more who have nothing but totals of a week.
func (p *product) seedWalkers(tb testing.TB, members, days, more int) {
	tb.Helper()
	ctx, today := context.Background(), clock.DateOf(time.Now())
	hours, reported, months := seedDay(), seedRows(), map[string]int{}
	count := func(n int) string {
		return fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %d) ", n)
	}
	exec := func(text string, values ...any) {
		tb.Helper()
		bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
			text, args := named(text, values...)
			_, err := tx.Exec(ctx, text, args)
			return err
		}))
	}
	exec(count(members+more)+`INSERT INTO users (id, username, username_key, password_chosen, nickname, signature, status, user_type,
			centre, default_avatar, invitation_code, version, created_at, updated_at)
		SELECT 'walker-' || i, 'walker-' || i, 'walker-' || i, FALSE, '街坊', '', 1, 1, 'CENTRE_OTHER', 1, 'walker-' || i, 1, $1, $1 FROM n`, p.Clock.Now())
	exec(count(members) + `INSERT INTO health_people (user_id, age, height, weight, connected, sent, origins)
		SELECT 'walker-' || i, 40, 17000, 6000, TRUE, 1000, '["fit"]' FROM n`)
	for i := 1; i <= days; i++ {
		day := today.AddDays(-i)
		months[day.String()[:7]]++
		exec(count(members)+fmt.Sprintf(`INSERT INTO health_days (user_id, day, steps, distance, calories, last_at, sources, hours, reported)
			SELECT 'walker-' || i, '%s', 2400, 168912000000, 739834560, $1, 1, $2, $3 FROM n`, day), day.End(), hours, reported)
		if i <= 7 && more > 0 {
			exec(count(more) + fmt.Sprintf(`INSERT INTO health_days (user_id, day, steps, distance, calories, sources, hours, reported)
				SELECT 'walker-' || (i + %d), '%s', 2400, 168912000000, 739834560, 0, '{"sources":[],"hours":[]}', '' FROM n`, members, day))
		}
	}
	for month, days := range months {
		exec(count(members+more) + fmt.Sprintf(`INSERT INTO health_months (user_id, month, steps, distance, calories)
			SELECT 'walker-' || i, '%s', %d, %d, %d FROM n`, month, 2400*days, 168912000000*days, 739834560*days))
	}
	for _, table := range []string{"users", "health_people", "health_days", "health_months"} {
		p.vacuum(tb, table)
	}
	if p.DB.Engine() == db.SQLite { // what the next writers would do bit by bit
		handle, err := sql.Open("sqlite", "file:"+filepath.Join(p.Config.Data, "hearten.db")+"?_pragma=busy_timeout(10000)")
		bench.Must(tb, err)
		_, err = handle.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
		bench.Must(tb, errors.Join(err, handle.Close()))
	}
}

// seedDay is a day of 24 hours as the product stores it.
func seedDay() string {
	hours := make([]string, 24)
	for i := range hours {
		hours[i] = fmt.Sprintf("[%d,0,100,7038000000,30826440]", i)
	}
	return `{"sources":["fit"],"hours":[` + strings.Join(hours, ",") + `]}`
}

// seedRows is the rows of that day.
func seedRows() string {
	rows := make([]string, 24)
	for i := range rows {
		rows[i] = fmt.Sprintf("[0,%d,3600000,100,%d,0]", i*3600000, i)
	}
	return `{"sources":["fit"],"bodies":[[17000,6000]],"rows":[` + strings.Join(rows, ",") + `],"past":[]}`
}
