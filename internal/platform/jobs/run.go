package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/words"
)

const (
	lease         = 30 * time.Second
	pollEvery     = 250 * time.Millisecond
	maintainEvery = time.Second // schedules and lost leases
	extendEvery   = 10 * time.Second
	hangGrace     = 5 * time.Second
	firstBackoff  = 5 * time.Second
	maxBackoff    = time.Hour
	keepDone      = 7 * 24 * time.Hour
	errorLength   = 500
)

// Runner is the queue at work.
type Runner struct {
	q        *Queue
	stop     context.CancelFunc // no new jobs
	abandon  context.CancelFunc // stop the jobs at work too
	finished sync.WaitGroup
}

// Start sets the queue to work until Stop.
func (q *Queue) Start() *Runner {
	fetching, stop := context.WithCancel(context.Background())
	working, abandon := context.WithCancel(context.Background())
	r := &Runner{q: q, stop: stop, abandon: abandon}
	for _, l := range q.lanes {
		l.active.Store(q.clock.Now().UnixMicro())
	}
	q.started.Store(true)
	r.finished.Go(func() { r.fetch(fetching, working) })
	r.finished.Go(func() { q.maintain(fetching) })
	return r
}

// Stop takes no more jobs and waits for those at work; when the context ends
// first they are cancelled and given back.
func (r *Runner) Stop(ctx context.Context) {
	r.q.started.Store(false)
	r.stop()
	done := make(chan struct{})
	go func() { r.finished.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		r.abandon()
		<-done
	}
	r.abandon()
}

// fetch hands due jobs to the free workers of their lanes. A worker that becomes
// free wakes it.
func (r *Runner) fetch(fetching, working context.Context) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for fetching.Err() == nil {
		for _, job := range r.q.claimDue(fetching) {
			l := r.q.lane(job.Lane)
			l.slots <- struct{}{}
			r.finished.Go(func() {
				r.q.run(working, job)
				<-l.slots
				r.q.nudge()
			})
		}
		select {
		case <-fetching.Done():
		case <-poll.C:
		case <-r.q.wake:
		}
	}
}

// claimDue takes as many due jobs of each lane as it has free workers. One
// query tells which lanes have any, so that an idle queue costs one read.
func (q *Queue) claimDue(ctx context.Context) []row {
	if !slices.ContainsFunc(q.lanes, func(l *lane) bool { return l.free() > 0 }) {
		return nil
	}
	now := q.clock.Now()
	due, err := lanesDue(ctx, q.db, now)
	if err != nil {
		q.complain(ctx, "look for jobs", err)
		return nil
	}
	due = slices.DeleteFunc(due, func(name Lane) bool { return q.lane(name).free() == 0 })
	if len(due) == 0 {
		return nil
	}
	var all []row
	err = q.db.Write(ctx, func(tx *db.Tx) error {
		all = nil
		for _, name := range due {
			rows, err := claim(ctx, tx, q.owner, name, now, now.Add(lease), q.lane(name).free())
			if err != nil {
				return err
			}
			all = append(all, rows...)
		}
		return nil
	})
	if err != nil {
		q.complain(ctx, "claim jobs", err)
		return nil
	}
	for _, r := range all {
		q.lane(r.Lane).active.Store(now.UnixMicro())
	}
	return all
}

// run does one job and writes down how it ended. It returns when the worker is
// free again.
func (q *Queue) run(ctx context.Context, r row) {
	l, timeout := q.lane(r.Lane), defaultTimeout
	if h, ok := q.handlers[r.Kind]; ok {
		timeout = h.timeout
	}
	q.inFlight.add(r.ID)
	ended := make(chan error, 1)
	go func() { ended <- q.attempt(ctx, r, timeout) }()
	patience := time.NewTimer(timeout + q.grace)
	defer patience.Stop()
	// A stop waits for a handler that ignores its context no longer than others do.
	defer context.AfterFunc(ctx, func() { patience.Reset(q.grace) })()
	select {
	case err := <-ended:
		q.inFlight.remove(r.ID)
		q.conclude(ctx, r, err)
	case <-patience.C:
		q.inFlight.remove(r.ID)
		if ctx.Err() == nil {
			l.hung.Add(1)
		}
		q.log.Error("job hangs", "kind", r.Kind, "job", r.ID, "lane", string(r.Lane), "timeout", timeout.String())
		q.conclude(ctx, r, fmt.Errorf("hung: did not end %s after its time limit of %s", q.grace, timeout))
		if !l.leave(ended) {
			select {
			case <-ended:
			case <-ctx.Done():
			}
		}
	}
	l.active.Store(q.clock.Now().UnixMicro())
}

// conclude writes down how a try ended.
func (q *Queue) conclude(ctx context.Context, r row, err error) {
	if err != nil && !isPermanent(err) && ctx.Err() != nil {
		q.settle(r, func(ctx context.Context, tx *db.Tx) error { return release(ctx, tx, r, q.owner) })
		return
	}
	now := q.clock.Now()
	switch {
	case err == nil:
		q.settle(r, func(ctx context.Context, tx *db.Tx) error {
			return finish(ctx, tx, r, q.owner, Done, nil, now)
		})
	case isPermanent(err) || r.Attempts >= r.MaxAttempts:
		text := textOf(err)
		q.log.Error("job is dead", "kind", r.Kind, "job", r.ID, "attempts", r.Attempts, "error", text)
		q.settle(r, func(ctx context.Context, tx *db.Tx) error {
			return finish(ctx, tx, r, q.owner, Dead, &text, now)
		})
	default:
		text := textOf(err)
		q.log.Warn("job failed", "kind", r.Kind, "job", r.ID, "attempt", r.Attempts, "error", text)
		until := now.Add(max(backoff(r.Attempts), waitOf(err)))
		q.settle(r, func(ctx context.Context, tx *db.Tx) error {
			return postpone(ctx, tx, r, q.owner, laneOf(err, r.Lane), text, until)
		})
	}
}

// attempt calls the handler under the time limit of its kind.
func (q *Queue) attempt(ctx context.Context, r row, timeout time.Duration) (err error) {
	defer func() {
		if p := recover(); p != nil {
			q.log.Error("job panicked", "kind", r.Kind, "job", r.ID, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	h, ok := q.handlers[r.Kind]
	if !ok {
		return fmt.Errorf("no handler for jobs of kind %s", r.Kind)
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err = h.work(limited, r)
	if err != nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("its time limit of %s is over: %w", timeout, err)
	}
	return err
}

// settle writes a job's end even while the process stops. When it fails the
// lease runs out and the job is done again: at least once.
func (q *Queue) settle(r row, write func(context.Context, *db.Tx) error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := q.db.Write(ctx, func(tx *db.Tx) error { return write(ctx, tx) }); err != nil {
		q.log.Error("could not settle a job", "kind", r.Kind, "job", r.ID, "error", err)
	}
}

// backoff doubles from five seconds to an hour, with a quarter of chance so
// that failures of one moment do not all return at one moment.
func backoff(attempt int) time.Duration {
	d := firstBackoff << min(attempt-1, 12)
	d = min(d, maxBackoff)
	return d + rand.N(d/4) // #nosec G404 -- jitter needs no secret
}

// textOf is an error as both engines store it: no half characters, no NUL.
func textOf(err error) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(err.Error(), ""), "\x00", "")
	return words.Clip(text, errorLength)
}

func (q *Queue) complain(ctx context.Context, doing string, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		q.log.Error("job queue", "doing", doing, "error", err)
	}
}

// RunDue works off everything that is due, schedules included, in the caller's
// goroutine. It is for whoever moves the clock by hand.
func (q *Queue) RunDue(ctx context.Context) error {
	q.tick(ctx)
	q.rescueLost(ctx)
	q.retimeMistimed(ctx)
	for ctx.Err() == nil {
		rows := q.claimDue(ctx)
		if len(rows) == 0 {
			break
		}
		for _, r := range rows {
			q.run(ctx, r)
		}
	}
	return ctx.Err()
}

// Depths counts the jobs that are not done, by lane and state.
func (q *Queue) Depths(ctx context.Context) ([]Depth, error) { return depths(ctx, q.db) }

// DeadJobs lists the jobs that gave up, newest first.
func (q *Queue) DeadJobs(ctx context.Context) ([]DeadJob, error) { return listDead(ctx, q.db) }
