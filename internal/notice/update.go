package notice

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// MarkRead notes that a member has read a notice; the first time counts.
func (s *Service) MarkRead(ctx context.Context, who access.Member, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markRead(ctx, tx, who.ID, id, s.clock.Now()) })
}

// MarkAllRead notes that a member has read every notice.
func (s *Service) MarkAllRead(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markAllRead(ctx, tx, who.ID, s.clock.Now()) })
}

// Hide takes a notice out of its user's list; staff still see it.
func (s *Service) Hide(ctx context.Context, who access.Member, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markDeleted(ctx, tx, who.ID, id, s.clock.Now()) })
}
