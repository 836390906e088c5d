package article

import (
	"context"
	"fmt"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Delete removes an article from every list and deletes its files; its row and
// its log are kept.
func (s *Service) Delete(ctx context.Context, who access.Staff, id string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.review.LockForDelete(ctx, tx, who, id); err != nil {
			return err
		}
		old, err := find(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := s.review.MarkDeleted(ctx, tx, id); err != nil {
			return fmt.Errorf("delete an article: %w", err)
		}
		if err := s.removeFiles(ctx, tx, old.keys()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: recordOf(old)})
	})
}
