package workflow

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// appointment is a moment at which an item may have to list or delist itself.
type appointment struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

var scheduled = jobs.Kind[appointment]{Name: "workflow.schedule", Lane: jobs.Normal, Timeout: time.Minute}

// Schedule plans the moment at which an item lists or delists itself. Call it
// when staff gave a listed or ready item other times. A job too many does no
// harm, because the job decides by what it finds.
func (r *Review) Schedule(ctx context.Context, tx *db.Tx, item Item) error {
	at := next(item)
	if at == nil {
		return nil
	}
	if err := jobs.Enqueue(ctx, r.Queue, tx, scheduled, appointment{r.kind.Name, item.ID}, jobs.At(*at)); err != nil {
		return fmt.Errorf("schedule %s %s: %w", r.kind.Name, item.ID, err)
	}
	return nil
}

// runSchedule lists or delists an item whose time has come. The item is locked
// meanwhile, so that two replicas move it once.
func (s *Service) runSchedule(ctx context.Context, job jobs.Job[appointment]) error {
	r := s.reviews[job.Args.Kind]
	if r == nil {
		return nil // a kind that a later version no longer has
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		item, err := r.lockScheduled(ctx, tx, job.Args.ID)
		if db.IsNone(err) {
			return nil // deleted since
		}
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		to, ok := due(item, now)
		if !ok {
			return nil
		}
		after := item
		after.Status = to
		return r.apply(ctx, tx, []Move{{item, after, now}}, []line{{item.ID, bySchedule(to), "", nil}})
	})
}
