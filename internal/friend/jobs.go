package friend

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// announcement is that someone asked a member, or has become their friend.
type announcement struct {
	Pair   string `json:"pair"`
	To     string `json:"to"`
	Of     string `json:"of"` // whom it is about
	Status Status `json:"status"`
}

// tellKind turns announcements into pushes. It is a job of its own so that what
// was undone meanwhile is not told: a request taken back, someone blocked.
var tellKind = jobs.Kind[announcement]{Name: "friend.tell", Lane: jobs.Normal, Timeout: time.Minute}

func (s *Service) announce(ctx context.Context, tx *db.Tx, all ...announcement) error {
	work := make([]jobs.Item[announcement], len(all))
	for i, a := range all {
		work[i] = jobs.Item[announcement]{Args: a}
	}
	if err := jobs.EnqueueAll(ctx, s.Queue, tx, tellKind, work); err != nil {
		return fmt.Errorf("enqueue announcements: %w", err)
	}
	return nil
}

// tell pushes an announcement to each device of the member, if it is still true
// and both accounts are in use. It locks the two, so that no block comes in
// between.
func (s *Service) tell(ctx context.Context, job jobs.Job[announcement]) error {
	a := job.Args
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := lockUsers(ctx, tx, a.To, a.Of); err != nil {
			return err
		}
		found, err := findRelations(ctx, tx, a.To, []string{a.Of}, s.Clock.Now())
		if err != nil {
			return err
		}
		r := found[a.Of]
		if !r.Normal || r.PairID == nil || *r.PairID != a.Pair || *r.PairStatus != a.Status {
			return nil
		}
		devices, err := s.Delivery.DevicesOf(ctx, tx, []string{a.To})
		if err != nil {
			return fmt.Errorf("find devices: %w", err)
		}
		if err := s.Delivery.Enqueue(ctx, tx, pushes(a, r.name(), devices[a.To])...); err != nil {
			return fmt.Errorf("enqueue pushes: %w", err)
		}
		return nil
	})
}

// Sweep deletes rejections that no longer count.
func (s *Service) Sweep(ctx context.Context) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error { return deleteOldCoolDowns(ctx, tx, s.Clock.Now()) })
}
