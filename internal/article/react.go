package article

import (
	"context"
	"fmt"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/reaction"
)

// React sets or takes back a member's reaction to an article that the member
// sees.
func (s *Service) React(ctx context.Context, who access.Member, id string, kind reaction.Kind, up bool) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := checkVisible(ctx, tx, who, id, s.Clock.Now()); err != nil {
			return err
		}
		if _, err := s.Reactions.Set(ctx, tx, who.ID, id, kind, up); err != nil {
			return fmt.Errorf("react to an article: %w", err)
		}
		return nil
	})
}
