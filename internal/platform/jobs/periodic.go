package jobs

import (
	"cmp"
	"context"
	"time"

	"hearten/internal/platform/db"
)

// Periodic declares work that runs once per period across all replicas.
type Periodic struct {
	Name   string
	Period time.Duration
	// Lane is where it runs; empty means Upkeep.
	Lane Lane
	// Timeout ends the context of one try; zero means ten minutes.
	Timeout time.Duration
}

const periodicTimeout = 10 * time.Minute

type schedule struct {
	name  string
	every time.Duration
	kind  Kind[struct{}]
}

// Every runs work once per period across all replicas. A period missed while
// nothing was running is made up for once.
func (q *Queue) Every(p Periodic, work func(ctx context.Context) error) {
	kind := Kind[struct{}]{
		Name: p.Name, Attempts: 3, Lane: cmp.Or(p.Lane, Upkeep), Timeout: cmp.Or(p.Timeout, periodicTimeout),
	}
	q.schedules = append(q.schedules, schedule{p.Name, p.Period, kind})
	Handle(q, kind, func(ctx context.Context, _ Job[struct{}]) error { return work(ctx) })
}

// EverySweep removes jobs that were done long ago.
func (q *Queue) EverySweep() {
	q.Every(Periodic{Name: "jobs.sweep", Period: time.Hour}, func(ctx context.Context) error {
		return q.db.Write(ctx, func(tx *db.Tx) error { return removeDone(ctx, tx, q.clock.Now().Add(-keepDone)) })
	})
}

// maintain keeps schedules and leases until the context ends.
func (q *Queue) maintain(ctx context.Context) {
	ticker := time.NewTicker(maintainEvery)
	defer ticker.Stop()
	q.retimeMistimed(ctx)
	extended := time.Now()
	for {
		q.tick(ctx)
		q.rescueLost(ctx)
		if time.Since(extended) >= extendEvery {
			extended = time.Now()
			q.retimeMistimed(ctx)
			q.extendLeases(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// extendLeases keeps the jobs at work for this process. A job that hangs is not
// among them any more.
func (q *Queue) extendLeases(ctx context.Context) {
	ids := q.inFlight.all()
	if len(ids) == 0 {
		return
	}
	err := q.db.Write(ctx, func(tx *db.Tx) error { return extend(ctx, tx, q.owner, ids, q.clock.Now().Add(lease)) })
	q.complain(ctx, "extend leases", err)
}

// tick enqueues the periodic jobs that are due. The guarded update of the
// schedule's row lets one replica win.
func (q *Queue) tick(ctx context.Context) {
	now := q.clock.Now()
	ahead, err := schedulesAfter(ctx, q.db, now)
	if err != nil {
		q.complain(ctx, "read schedules", err)
		return
	}
	next := map[string]time.Time{}
	for _, a := range ahead {
		next[a.Name] = a.At
	}
	for _, s := range q.schedules {
		// A run much further ahead than a period was set by a clock that was
		// wrong: waiting for it could take for ever. A little further is only
		// another replica that looked at its clock later, or has a faster one.
		tooFar := now.Add(2*s.every + time.Minute)
		if at := next[s.name]; at.After(now) && !at.After(tooFar) {
			continue
		}
		err := q.db.Write(ctx, func(tx *db.Tx) error {
			won, err := moveSchedule(ctx, tx, s.name, now, now.Add(s.every), tooFar)
			if err != nil || !won {
				return err
			}
			return Enqueue(ctx, q, tx, s.kind, struct{}{})
		})
		q.complain(ctx, "run schedule "+s.name, err)
	}
}

// retimeMistimed frees jobs from a clock that was ahead and has been set right:
// no message waits until that time comes.
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
	if err != nil {
		q.complain(ctx, "free jobs of a wrong clock", err)
		return
	}
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
		q.log.Warn("rescued jobs whose lease ran out", "jobs", n)
	}
}
