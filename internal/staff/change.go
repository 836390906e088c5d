package staff

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/session"
)

// take reads a staff member who is about to change and holds on to the row.
// Only administrators come here, and they reach everyone. They queue at their
// role first: two who take each other away do so one after the other.
func take(ctx context.Context, tx *db.Tx, id string) (account, error) {
	if err := holdAdministrators(ctx, tx); err != nil {
		return account{}, err
	}
	found, err := hold(ctx, tx, id)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return found, err
}

// save stores a staff member who was taken, unless no administrator would be
// left. No session outlives a change of what opens the account.
func (s *Service) save(ctx context.Context, tx *db.Tx, old, changed account) error {
	if old.administers() && !changed.administers() {
		others, err := otherAdministrators(ctx, tx, old.ID)
		if err != nil {
			return err
		}
		if others == 0 {
			return errLastAdmin
		}
	}
	if changed.Disabled != old.Disabled || changed.PasswordHash != old.PasswordHash {
		if err := s.sessions.EndAll(ctx, tx, session.Web, old.ID, ""); err != nil {
			return err
		}
	}
	if changed != old {
		if err := update(ctx, tx, changed, s.clock.Now()); err != nil {
			return err
		}
	}
	entry := audit.Entry{Subject: subject, ID: old.ID, Before: old.logged()}
	if changed.DeletedAt == nil {
		entry.After = changed.logged()
	}
	return s.audit.Record(ctx, tx, entry)
}
