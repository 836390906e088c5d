// Package mission counts what members do. Areas record events in the
// transaction of the act; each is counted once by its key, however often the
// act is repeated or undone.
package mission

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/catalog"
	"hearten/internal/clock"
	"hearten/internal/db"
)

// Service records events.
type Service struct{ clock clock.Clock }

// New builds the service.
func New(c clock.Clock) *Service { return &Service{c} }

// Record counts an event of a member in the caller's transaction and reports
// whether it counted. The key is what makes it the same event again: the
// building of a first photo, the article and day of a read.
func (s *Service) Record(ctx context.Context, tx *db.Tx, userID string, event catalog.Event, key string) (counted bool, err error) {
	now := s.clock.Now()
	n, err := tx.Exec(ctx, `
		INSERT INTO mission_events (id, user_id, event, event_key, day, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (user_id, event, event_key) DO NOTHING`,
		uuid.Must(uuid.NewV7()).String(), userID, string(event), key, clock.DateOf(now), now)
	return n > 0, err
}
