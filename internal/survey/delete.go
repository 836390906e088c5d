package survey

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Delete takes a survey out of every list; its row is kept.
func (s *Service) Delete(ctx context.Context, who access.Staff, id string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		old, err := lock(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := markDeleted(ctx, tx, id, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: old.Content})
	})
}
