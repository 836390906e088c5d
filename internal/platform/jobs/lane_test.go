package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
	"hearten/test/bench"
)

// start sets the queue to work until the test ends.
func start(t *testing.T, w *bench.World) {
	t.Helper()
	runner := w.App.Queue.Start()
	t.Cleanup(func() {
		now, cancel := context.WithCancel(context.Background())
		cancel()
		runner.Stop(now)
	})
}

func eventually(t *testing.T, what string, true func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !true(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never happens that %s", what)
		}
	}
}

func add[T any](w *bench.World, kind jobs.Kind[T], n int, args T, options ...jobs.Option) {
	w.T.Helper()
	items := make([]jobs.Item[T], n)
	for i := range items {
		items[i] = jobs.Item[T]{Args: args, Options: options}
	}
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error { return jobs.EnqueueAll(ctx, w.App.Queue, tx, kind, items) }))
}

func metrics(w *bench.World) string { return w.Service().Unchecked("GET", "/metrics", nil).Text }

func hasMetric(t *testing.T, w *bench.World, lines ...string) {
	t.Helper()
	text := metrics(w)
	for _, line := range lines {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("the metrics lack %s", line)
		}
	}
}

// Jobs that block one lane do not delay those of another, and the metrics name
// the lane where they wait.
func TestLanesDoNotWaitForEachOther(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		q, release := w.App.Queue, make(chan struct{})
		var busy, most atomic.Int64
		slow := jobs.Kind[int]{Name: "test.slow", Lane: jobs.Bulk}
		jobs.Handle(q, slow, func(ctx context.Context, _ jobs.Job[int]) error {
			most.Store(max(most.Load(), busy.Add(1)))
			defer busy.Add(-1)
			select {
			case <-release:
			case <-ctx.Done():
			}
			return ctx.Err()
		})
		var did atomic.Int64
		jobs.Handle(q, noteKind, func(context.Context, jobs.Job[note]) error { did.Add(1); return nil })
		add(w, slow, 50, 0)
		start(t, w)
		workers := int64(q.Workers(jobs.Bulk))
		eventually(t, "the lane is full", func() bool { return busy.Load() == workers })
		for i, lane := range []jobs.Lane{jobs.Urgent, jobs.Normal, jobs.Upkeep} {
			enqueue(w, "other work", jobs.In(lane))
			eventually(t, string(lane)+" goes on", func() bool { return did.Load() == int64(i+1) })
		}
		enqueue(w, "behind them", jobs.In(jobs.Bulk))
		w.Clock.Advance(10 * time.Minute)
		hasMetric(t, w, `hearten_jobs{lane="bulk",state="running"} `+fmt.Sprint(workers), `hearten_jobs{lane="bulk",state="ready"} `+fmt.Sprint(51-workers),
			`hearten_jobs_oldest_seconds{lane="bulk"} 600`, `hearten_jobs_oldest_seconds{lane="urgent"} 0`, `hearten_jobs_hung_total{lane="bulk"} 0`)
		w.Anonymous().Get("/readyz").OK()
		if did.Load() != 3 {
			t.Fatal("a job did not wait for its lane")
		}
		close(release)
		eventually(t, "the rest is done", func() bool {
			return did.Load() == 4 && bench.CountRows(w, "jobs", `kind = 'test.slow' AND state <> 'done'`) == 0
		})
		if most.Load() > workers {
			t.Fatalf("%d jobs of a lane with %d workers ran at once", most.Load(), workers)
		}
	})
}

func TestTimeLimitEndsATry(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		kind := jobs.Kind[int]{Name: "test.endless", Timeout: 30 * time.Millisecond}
		jobs.Handle(w.App.Queue, kind, func(ctx context.Context, _ jobs.Job[int]) error {
			<-ctx.Done()
			return fmt.Errorf("ask the provider: %w", ctx.Err())
		})
		var limit time.Duration
		jobs.Handle(w.App.Queue, noteKind, func(ctx context.Context, _ jobs.Job[note]) error {
			end, _ := ctx.Deadline()
			limit = time.Until(end)
			return nil
		})
		add(w, kind, 1, 0)
		enqueue(w, "no time limit given")
		w.RunJobs()
		var state, lastError string
		var attempts int
		bench.Must(t, w.SQL().QueryRow(`SELECT state, attempts, last_error FROM jobs WHERE kind = 'test.endless'`).Scan(&state, &attempts, &lastError))
		if state != jobs.Ready || attempts != 1 || lastError != "its time limit of 30ms is over: ask the provider: context deadline exceeded" {
			t.Errorf("%s after %d attempts: %s", state, attempts, lastError)
		}
		if limit <= 0 || limit > time.Minute {
			t.Errorf("a job without a time limit of its own has %v", limit)
		}
	})
}

// A handler that ignores its context loses its job and its worker: the lane
// goes on, the job is tried again, and what the handler says later is ignored.
func TestHungHandlerLosesItsJobAndItsWorker(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		q, release := w.App.Queue, make(chan struct{})
		q.SetGrace(20 * time.Millisecond)
		var hanging, second atomic.Int64
		deaf := jobs.Kind[int]{Name: "test.deaf", Lane: jobs.Urgent, Timeout: 20 * time.Millisecond}
		jobs.Handle(q, deaf, func(_ context.Context, job jobs.Job[int]) error {
			if job.Attempt > 1 {
				second.Add(1)
				return nil
			}
			hanging.Add(1)
			defer hanging.Add(-1)
			<-release
			return jobs.Permanent(errors.New("too late"))
		})
		did := handleNotes(w)
		n := q.Workers(jobs.Urgent)
		add(w, deaf, n, 0)
		start(t, w)
		eventually(t, "all workers of the lane were given back", func() bool { return q.Hung(jobs.Urgent) == int64(n) })
		enqueue(w, "goes on", jobs.In(jobs.Urgent))
		eventually(t, "the lane goes on", func() bool { did.mu.Lock(); defer did.mu.Unlock(); return len(did.done) == 1 })
		hasMetric(t, w, fmt.Sprintf(`hearten_jobs_hung_total{lane="urgent"} %d`, n))
		if bench.CountRows(w, "jobs", `kind = 'test.deaf' AND state = 'ready' AND last_error LIKE 'hung: %'`) != n {
			t.Errorf("the jobs are not ready to be tried again:\n%s", bench.Dump(w, "jobs"))
		}
		if !strings.Contains(w.Logs.String(), `"level":"ERROR","msg":"job hangs","kind":"test.deaf"`) {
			t.Error("no log line names the kind that hangs")
		}
		w.Clock.Advance(10 * time.Second)
		eventually(t, "each is done the second time", func() bool {
			return second.Load() == int64(n) && bench.CountRows(w, "jobs", `kind = 'test.deaf' AND state = 'done'`) == n
		})
		close(release)
		eventually(t, "the first tries end", func() bool { return hanging.Load() == 0 })
		time.Sleep(50 * time.Millisecond)
		if bench.CountRows(w, "jobs", `kind = 'test.deaf' AND state = 'done'`) != n {
			t.Error("a handler that lost its job still changed it")
		}
	})
}

// Handlers that hang without end are left behind up to a limit. Then the lane
// stops, and the server says so.
func TestStuckUrgentLaneIsNotReady(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		q, release := w.App.Queue, make(chan struct{})
		q.SetGrace(5 * time.Millisecond)
		var begun atomic.Int64
		deaf := jobs.Kind[int]{Name: "test.deaf", Lane: jobs.Urgent, Timeout: 5 * time.Millisecond}
		jobs.Handle(q, deaf, func(context.Context, jobs.Job[int]) error { begun.Add(1); <-release; return nil })
		did := handleNotes(w)
		n := q.Workers(jobs.Urgent)
		add(w, deaf, 5*n, 0)
		start(t, w)
		eventually(t, "the lane stops", func() bool { return q.Hung(jobs.Urgent) == int64(2*n) })
		w.Anonymous().Get("/readyz").OK() // it may still go on
		w.Clock.Advance(6 * time.Minute)
		enqueue(w, "other lanes go on")
		eventually(t, "other lanes go on", func() bool { did.mu.Lock(); defer did.mu.Unlock(); return len(did.done) == 1 })
		if r := w.Anonymous().English().Get("/readyz"); r.Status != http.StatusServiceUnavailable || !strings.Contains(r.Text, "urgent jobs") {
			t.Errorf("a lane that stands still: %d %s", r.Status, r.Text)
		}
		if begun.Load() != int64(2*n) {
			t.Errorf("%d handlers hang in a lane of %d workers", begun.Load(), n)
		}
		close(release)
		eventually(t, "it is ready again", func() bool { return w.Anonymous().Unchecked("GET", "/readyz", nil).Status == http.StatusOK })
	})
}

// A lease is extended while the job is at work, and only then: a job whose end
// could not be written down does not stay with a process that lives.
func TestOnlyJobsAtWorkKeepTheirLease(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		q, begun, release, ctx := w.App.Queue, make(chan struct{}), make(chan struct{}), context.Background()
		kind := jobs.Kind[int]{Name: "test.long", Timeout: time.Hour}
		jobs.Handle(q, kind, func(context.Context, jobs.Job[int]) error { close(begun); <-release; return nil })
		did := handleNotes(w)
		add(w, kind, 1, 0)
		start(t, w)
		<-begun
		enqueue(w, "forgotten", jobs.At(w.Clock.Now().Add(time.Hour)))
		_, err := w.SQL().Exec(`UPDATE jobs SET state = 'running', attempts = 1,
			leased_by = (SELECT leased_by FROM jobs WHERE kind = 'test.long'), leased_until = (SELECT leased_until FROM jobs WHERE kind = 'test.long')
			WHERE kind = 'test.note'`)
		bench.Must(t, err)
		w.Clock.Advance(25 * time.Second)
		q.ExtendLeases(ctx)
		w.Clock.Advance(25 * time.Second)
		eventually(t, "the other one is rescued", func() bool { did.mu.Lock(); defer did.mu.Unlock(); return len(did.done) == 1 })
		if bench.CountRows(w, "jobs", `kind = 'test.long' AND state = 'running' AND attempts = 1`) != 1 {
			t.Error("the job at work lost its lease")
		}
		close(release)
		eventually(t, "it is done", func() bool { return bench.CountRows(w, "jobs", `kind = 'test.long' AND state = 'done'`) == 1 })
	})
}

func TestFailedJobGoesOnInAnotherLane(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		did.fail = func(attempt int) error {
			if attempt == 1 {
				return jobs.RetryIn(jobs.RetryAfter(errors.New("the provider hangs"), time.Minute), jobs.Bulk)
			}
			return nil
		}
		enqueue(w, "a push")
		w.RunJobs()
		if bench.CountRows(w, "jobs", `kind = 'test.note' AND lane = 'bulk' AND state = 'ready'`) != 1 {
			t.Errorf("it waits elsewhere:\n%s", bench.Dump(w, "jobs"))
		}
		w.Clock.Advance(50 * time.Second)
		w.RunJobs()
		if len(did.done) != 0 {
			t.Error("it did not wait as long as it was told")
		}
		w.Clock.Advance(10 * time.Second)
		w.RunJobs()
		if len(did.done) != 1 {
			t.Error("it was not tried again")
		}
	})
}

// The text of an error is cut between characters; PostgreSQL would not take it
// otherwise, and the job would be done for ever.
func TestLongErrorsAreCutBetweenCharacters(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		for _, prefix := range []string{"", "a", "ab", "half \xe4\xbd and \x00 nothing"} {
			did.fail = func(int) error { return jobs.Permanent(errors.New(prefix + strings.Repeat("伺服器太忙", 200))) }
			enqueue(w, prefix+"long")
			w.RunJobs()
		}
		dead, err := w.App.Queue.DeadJobs(context.Background())
		bench.Must(t, err)
		if len(dead) != 4 {
			t.Fatalf("%d of 4 gave up", len(dead))
		}
		for _, d := range dead {
			if !utf8.ValidString(d.LastError) || len(d.LastError) > 500 || len(d.LastError) < 490 || !strings.HasSuffix(d.LastError, "…") {
				t.Errorf("%d bytes: %q", len(d.LastError), d.LastError)
			}
		}
	})
}

// A queue without work only reads, and no more often than it did with one lane:
// four looks for jobs and two for schedules and leases a second.
func TestIdleQueueOnlyReads(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		w.RunJobs()
		start(t, w)
		const seconds = 3
		statements := w.Statements(func() { time.Sleep(seconds * time.Second) })
		for _, s := range statements {
			if !strings.HasPrefix(strings.TrimSpace(s), "SELECT") {
				t.Errorf("an idle queue does %s", s)
			}
		}
		t.Logf("%.1f statements a second", float64(len(statements))/seconds)
		if len(statements) > 6*seconds+6 {
			t.Errorf("%d statements in %d seconds", len(statements), seconds)
		}
	})
}
