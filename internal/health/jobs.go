package health

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// forgetAtOnce bounds one transaction of the sweep.
const forgetAtOnce = 1000

// Sweep forgets reported rows that nothing can change any more; hours stay.
func (s *Service) Sweep(ctx context.Context) error {
	before := clock.Today(s.clock).AddDays(-remembered)
	for {
		var n int64
		err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
			n, err = forget(ctx, tx, before, forgetAtOnce)
			return err
		})
		if err != nil || n < forgetAtOnce {
			return err
		}
	}
}
