package workflow

import (
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// appointment is a moment at which an item may have to list or delist itself.
type appointment struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

var scheduled = jobs.Kind[appointment]{Name: "workflow.schedule"}

// Plan makes the schedule look at an item when its time comes. Call it when
// staff gave a listed or ready item other times; one look too many does no
// harm, for it decides on what it finds.
func (r *Review) Plan(ctx context.Context, tx *db.Tx, item Item) error {
	at := next(item)
	if at == nil {
		return nil
	}
	return jobs.Enqueue(ctx, r.queue, tx, scheduled, appointment{r.kind.Name, item.ID}, jobs.At(*at))
}

// runSchedule lists or delists an item whose time has come. The item is held
// meanwhile, so that two replicas move it once.
func (s *Service) runSchedule(ctx context.Context, job jobs.Job[appointment]) error {
	r := s.reviews[job.Args.Kind]
	if r == nil {
		return nil // a kind that a later version no longer has
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		found, err := db.All[Item](ctx, tx, `
			SELECT `+itemColumns+` FROM `+r.kind.Table+` WHERE id = $1 AND deleted_at IS NULL`+tx.ForUpdate(), job.Args.ID)
		if err != nil || len(found) == 0 {
			return err
		}
		item, now := found[0], s.clock.Now()
		to, ok := due(item, now)
		if !ok {
			return nil
		}
		after := item
		after.Status = to
		return r.apply(ctx, tx, []Move{{item, after, now}}, []line{{item.ID, bySystem(to), "", nil}})
	})
}
