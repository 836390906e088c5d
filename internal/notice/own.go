package notice

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// OwnPage lists a member's notices.
func (s *Service) OwnPage(ctx context.Context, who access.Member, p page.Request) (page.Of[Notice], error) {
	return list(ctx, s.db, (&db.Where{}).And("user_id = ?", who.ID).And("deleted_at IS NULL"), p)
}

// HasNew reports whether a member has a notice to read.
func (s *Service) HasNew(ctx context.Context, who access.Member) (bool, error) {
	return hasUnread(ctx, s.db, who.ID)
}

// MarkRead notes that a member read a notice; the first time counts.
func (s *Service) MarkRead(ctx context.Context, who access.Member, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markRead(ctx, tx, who.ID, id, s.clock.Now()) })
}

// MarkAllRead notes that a member read everything there is.
func (s *Service) MarkAllRead(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markAllRead(ctx, tx, who.ID, s.clock.Now()) })
}

// Hide takes a notice out of its user's list; its record is kept.
func (s *Service) Hide(ctx context.Context, who access.Member, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markDeleted(ctx, tx, who.ID, id, s.clock.Now()) })
}
