package survey

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Update changes what the edit gives. With a version, only if that is still the
// present one.
func (s *Service) Update(ctx context.Context, who access.Staff, id string, edit Edit, version *int64) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		old, err := lock(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if version != nil && *version != old.Version {
			return fault.ErrStale
		}
		after, err := edit.applied(old.Content).check()
		if err != nil {
			return err
		}
		if err := update(ctx, tx, id, after, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: old.Content, After: after})
	})
}
