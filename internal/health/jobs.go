package health

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// deletedAtOnce bounds one transaction of the sweep.
const deletedAtOnce = 1000

// Sweep deletes reported rows of days that cannot change any more; hours stay.
func (s *Service) Sweep(ctx context.Context) error {
	before := clock.Today(s.Clock).AddDays(-keptDays)
	for {
		var n int64
		err := s.DB.Write(ctx, func(tx *db.Tx) (err error) {
			n, err = deleteRows(ctx, tx, before, deletedAtOnce)
			return err
		})
		if err != nil || n < deletedAtOnce {
			return err
		}
	}
}
