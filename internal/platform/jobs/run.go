package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"hearten/internal/platform/db"
)

const (
	workers      = 4
	lease        = 30 * time.Second
	pollEvery    = 250 * time.Millisecond
	tendEvery    = time.Second // schedules and lost leases
	extendEvery  = 10 * time.Second
	firstBackoff = 5 * time.Second
	maxBackoff   = time.Hour
	keepDone     = 7 * 24 * time.Hour
	errorLength  = 500
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
	r.finished.Go(func() { r.fetch(fetching, working) })
	r.finished.Go(func() { q.tend(fetching) })
	return r
}

// Stop takes no more jobs and waits for those at work; when the context ends
// first they are cancelled and given back.
func (r *Runner) Stop(ctx context.Context) {
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

// fetch hands due jobs to free workers.
func (r *Runner) fetch(fetching, working context.Context) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	slots := make(chan struct{}, workers)
	for fetching.Err() == nil {
		free := workers - len(slots)
		rows := r.q.claimDue(fetching, free)
		for _, job := range rows {
			slots <- struct{}{}
			r.finished.Go(func() {
				r.q.run(working, job)
				<-slots
				r.q.nudge()
			})
		}
		if len(rows) > 0 && len(rows) == free {
			continue // there may be more
		}
		select {
		case <-fetching.Done():
		case <-poll.C:
		case <-r.q.wake:
		}
	}
}

func (q *Queue) claimDue(ctx context.Context, limit int) []row {
	if limit == 0 {
		return nil
	}
	now := q.clock.Now()
	due, err := anyDue(ctx, q.db, now)
	if err != nil || !due {
		q.complain(ctx, "look for jobs", err)
		return nil
	}
	var rows []row
	err = q.db.Write(ctx, func(tx *db.Tx) error {
		rows, err = claim(ctx, tx, q.owner, now, now.Add(lease), limit)
		return err
	})
	if err != nil {
		q.complain(ctx, "claim jobs", err)
		return nil
	}
	return rows
}

// run does one job and writes down how it ended.
func (q *Queue) run(ctx context.Context, r row) {
	err := q.attempt(ctx, r)
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
		text := clip(err)
		q.log.Error("job is dead", "kind", r.Kind, "job", r.ID, "attempts", r.Attempts, "error", text)
		q.settle(r, func(ctx context.Context, tx *db.Tx) error {
			return finish(ctx, tx, r, q.owner, Dead, &text, now)
		})
	default:
		text := clip(err)
		q.log.Warn("job failed", "kind", r.Kind, "job", r.ID, "attempt", r.Attempts, "error", text)
		q.settle(r, func(ctx context.Context, tx *db.Tx) error {
			return postpone(ctx, tx, r, q.owner, text, now.Add(max(backoff(r.Attempts), waitOf(err))))
		})
	}
}

func (q *Queue) attempt(ctx context.Context, r row) (err error) {
	defer func() {
		if p := recover(); p != nil {
			q.log.Error("job panicked", "kind", r.Kind, "job", r.ID, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	work, ok := q.handlers[r.Kind]
	if !ok {
		return fmt.Errorf("no handler for jobs of kind %s", r.Kind)
	}
	return work(ctx, r)
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

func clip(err error) string {
	text := err.Error()
	if len(text) > errorLength {
		text = text[:errorLength]
	}
	return text
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
		rows := q.claimDue(ctx, workers)
		if len(rows) == 0 {
			break
		}
		for _, r := range rows {
			q.run(ctx, r)
		}
	}
	return ctx.Err()
}

// Depths counts the jobs that are not done, by state.
func (q *Queue) Depths(ctx context.Context) ([]Depth, error) { return depths(ctx, q.db) }

// DeadJobs lists the jobs that gave up, newest first.
func (q *Queue) DeadJobs(ctx context.Context) ([]DeadJob, error) { return listDead(ctx, q.db) }
