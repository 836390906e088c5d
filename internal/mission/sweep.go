package mission

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

const (
	// remembered is for how many days the progress of single days is kept after
	// they ended. Nothing shows it any more; the margin is for whoever looks into
	// a complaint.
	remembered   = 7
	forgetAtOnce = 500
)

// Sweep forgets the progress of days long over, and the events of those days
// that cannot come again because their key has the day in it. What is for life
// stays: progress of missions without days, first photos, friendships,
// purchases. So does a reward that still waits, and the ledger knows what was
// paid.
func (s *Service) Sweep(ctx context.Context) error {
	before := clock.Today(s.clock).AddDays(-remembered)
	for _, forget := range []func(context.Context, *db.Tx, clock.Date, int) (int64, error){forgetProgress, forgetEvents} {
		for n := int64(forgetAtOnce); n == forgetAtOnce; {
			err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
				n, err = forget(ctx, tx, before, forgetAtOnce)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func forgetProgress(ctx context.Context, tx *db.Tx, before clock.Date, atMost int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM mission_progress WHERE (user_id, mission_id, period) IN
			(SELECT user_id, mission_id, period FROM mission_progress
			WHERE period <> '' AND period < $1 AND (completed_at IS NULL OR claimed_at IS NOT NULL) LIMIT $2)`, before.String(), atMost)
}

// forgetEvents names the events whose keys hold a day: an article is read, and
// an item used, anew each day.
func forgetEvents(ctx context.Context, tx *db.Tx, before clock.Date, atMost int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM mission_events WHERE id IN
			(SELECT id FROM mission_events WHERE event IN ('article_read', 'item_used') AND day < $1 LIMIT $2)`, before, atMost)
}
