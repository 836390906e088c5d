package mission

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

const (
	// keptDays is how long the progress of a single day is kept after it. Nothing
	// shows it; it is there for whoever looks into a complaint.
	keptDays    = 7
	sweepAtOnce = 500
)

// Sweep deletes the progress of days long over, and the events of those days
// that cannot come again because their key has the day in it. What is for life
// stays: progress of missions without days, first photos, friendships,
// purchases. So does a reward that still waits, and the ledger knows what was
// paid.
func (s *Service) Sweep(ctx context.Context) error {
	before := clock.Today(s.clock).AddDays(-keptDays)
	for _, sweep := range []func(context.Context, *db.Tx, clock.Date, int) (int64, error){deleteProgress, deleteEvents} {
		for n := int64(sweepAtOnce); n == sweepAtOnce; {
			err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
				n, err = sweep(ctx, tx, before, sweepAtOnce)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
