package resource

import (
	"context"
	"fmt"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// MarkRead notes that a member has read a resource that members see.
func (s *Service) MarkRead(ctx context.Context, who access.Member, id string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if _, err := findListed(ctx, tx, id); err != nil {
			return err
		}
		if _, err := s.Reactions.SetResourceRead(ctx, tx, who.ID, id, true); err != nil {
			return fmt.Errorf("note that a resource was read: %w", err)
		}
		return nil
	})
}
