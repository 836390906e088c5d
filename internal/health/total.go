package health

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// TotalOf is how many steps count for a day of someone, for areas below that
// show them.
func (s *Service) TotalOf(ctx context.Context, userID string, day clock.Date) (int64, error) {
	total, err := db.Value[int64](ctx, s.db, `SELECT steps FROM health_days WHERE user_id = $1 AND day = $2`, userID, day)
	if db.IsNone(err) {
		return 0, nil
	}
	return total, err
}
