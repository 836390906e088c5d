package article

import (
	"context"

	"hearten/internal/platform/db"
)

// Existing counts which of the articles there are, listed or not.
func (s *Service) Existing(ctx context.Context, r db.Reader, ids []string) (int, error) {
	where, args := (&db.Where{}).And("deleted_at IS NULL").In("id", db.Anys(ids)...).SQL()
	return db.Value[int](ctx, r, `SELECT COUNT(*) FROM articles WHERE `+where, args...)
}
