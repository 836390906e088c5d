package account

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Unassign leaves a staff member's users without one, except those of the
// centre that is kept; "" keeps none.
func (s *Service) Unassign(ctx context.Context, tx *db.Tx, staffID string, kept access.Centre) error {
	ids, err := clearStaff(ctx, tx, staffID, kept, s.clock.Now())
	if err != nil {
		return err
	}
	entries := make([]audit.Entry, len(ids))
	for i, id := range ids {
		entries[i] = audit.Entry{Subject: subject, ID: id, UserID: id, Before: responsible{&staffID}, After: responsible{}}
	}
	return s.audit.Record(ctx, tx, entries...)
}
