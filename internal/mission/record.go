package mission

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Record counts an event of a member in the caller's transaction and reports
// whether it counted. The key is what makes it the same event again: the
// building of a first photo, the article and day of a read.
func (s *Service) Record(ctx context.Context, tx *db.Tx, userID string, event catalog.Event, key string) (counted bool, err error) {
	now := s.clock.Now()
	counted, err = insertEvent(ctx, tx, userID, event, key, now)
	if err != nil || !counted {
		return false, err
	}
	return true, addProgress(ctx, tx, userID, event, now)
}

// Walked is a member's total of a Hong Kong day.
type Walked struct {
	UserID string
	Day    clock.Date
	Steps  int64
}

// Steps tells that members' totals of days rose, in the caller's transaction. It
// completes the missions whose target a day has reached and whose period is
// still open: daily ones today alone, those of a window while it lasts and for
// its own days. A total that falls is not told: it takes nothing back.
func (s *Service) Steps(ctx context.Context, tx *db.Tx, walked ...Walked) error {
	if len(walked) == 0 {
		return nil
	}
	return completeSteps(ctx, tx, walked, s.clock.Now())
}
