package jobs

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

type schedule struct {
	name  string
	every time.Duration
	kind  Kind[struct{}]
}

// Every runs work once per period across all replicas. A period missed while
// nothing was running is made up for once.
func (q *Queue) Every(name string, period time.Duration, work func(ctx context.Context) error) {
	kind := Kind[struct{}]{Name: name, Attempts: 3}
	q.schedules = append(q.schedules, schedule{name, period, kind})
	Handle(q, kind, func(ctx context.Context, _ Job[struct{}]) error { return work(ctx) })
}

// EverySweep registers the queue's own housekeeping.
func (q *Queue) EverySweep() {
	q.Every("jobs.sweep", time.Hour, func(ctx context.Context) error {
		return q.db.Write(ctx, func(tx *db.Tx) error { return removeDone(ctx, tx, q.clock.Now().Add(-keepDone)) })
	})
}

// tend keeps schedules and leases until the context ends.
func (q *Queue) tend(ctx context.Context) {
	ticker := time.NewTicker(tendEvery)
	defer ticker.Stop()
	q.retimeMistimed(ctx)
	extended := time.Now()
	for {
		q.tick(ctx)
		q.rescueLost(ctx)
		if time.Since(extended) >= extendEvery {
			extended = time.Now()
			q.retimeMistimed(ctx)
			err := q.db.Write(ctx, func(tx *db.Tx) error { return extend(ctx, tx, q.owner, q.clock.Now().Add(lease)) })
			q.complain(ctx, "extend leases", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// tick enqueues the periodic jobs that are due. The guarded update of the
// schedule's row lets one replica win.
func (q *Queue) tick(ctx context.Context) {
	now := q.clock.Now()
	ahead, err := db.All[struct {
		Name    string    `db:"name"`
		NextRun time.Time `db:"next_run"`
	}](ctx, q.db, `SELECT name, next_run FROM job_schedules WHERE next_run > $1`, now)
	if err != nil {
		q.complain(ctx, "read schedules", err)
		return
	}
	nextRun := map[string]time.Time{}
	for _, a := range ahead {
		nextRun[a.Name] = a.NextRun
	}
	for _, s := range q.schedules {
		// A run much further ahead than a period was set by a clock that was
		// wrong: waiting for it could take for ever. A little further is only
		// another replica that looked at its clock later, or has a faster one.
		tooFar := now.Add(2*s.every + time.Minute)
		if next := nextRun[s.name]; next.After(now) && !next.After(tooFar) {
			continue
		}
		err := q.db.Write(ctx, func(tx *db.Tx) error {
			n, err := tx.Exec(ctx, `
				INSERT INTO job_schedules (name, next_run) VALUES ($1, $2)
				ON CONFLICT (name) DO UPDATE SET next_run = excluded.next_run
				WHERE job_schedules.next_run <= $3 OR job_schedules.next_run > $4`, s.name, now.Add(s.every), now, tooFar)
			if err != nil || n == 0 {
				return err
			}
			return Enqueue(ctx, q, tx, s.kind, struct{}{})
		})
		q.complain(ctx, "run schedule "+s.name, err)
	}
}

// retimeMistimed frees jobs from a clock that was ahead and has been set right:
// nobody's message waits until that time comes.
func (q *Queue) retimeMistimed(ctx context.Context) {
	now := q.clock.Now()
	found, err := anyMistimed(ctx, q.db, now)
	if err != nil || !found {
		q.complain(ctx, "look for jobs of a wrong clock", err)
		return
	}
	var n int64
	err = q.db.Write(ctx, func(tx *db.Tx) error {
		n, err = retime(ctx, tx, now)
		return err
	})
	q.complain(ctx, "free jobs of a wrong clock", err)
	q.log.Warn("the clock was ahead: jobs no longer wait for its time", "jobs", n)
}

func (q *Queue) rescueLost(ctx context.Context) {
	now := q.clock.Now()
	lost, err := anyLost(ctx, q.db, now)
	if err != nil || !lost {
		q.complain(ctx, "look for lost jobs", err)
		return
	}
	var n int64
	err = q.db.Write(ctx, func(tx *db.Tx) error {
		n, err = rescue(ctx, tx, now)
		return err
	})
	q.complain(ctx, "rescue jobs", err)
	if n > 0 {
		q.log.Warn("rescued jobs of a process that ended", "jobs", n)
	}
}
