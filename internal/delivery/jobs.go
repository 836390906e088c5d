package delivery

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// keepState is how long it is known how a message fared, and that its dedupe
// key was used.
const keepState = 365 * 24 * time.Hour

// Sweep forgets old states and devices nobody has seen, and gives up messages
// whose job died unheard; a periodic job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := failLost(ctx, tx, now); err != nil {
			return err
		}
		if err := removeBefore(ctx, tx, now.Add(-keepState)); err != nil {
			return err
		}
		return removeUnseen(ctx, tx, now.Add(-deviceUnseen))
	})
}
