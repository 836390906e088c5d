package staff

import (
	"context"
	"fmt"

	"hearten/internal/audit"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/session"
)

// Update changes what is given; what is empty stays. With a version, only if
// no colleague has saved since. Sessions go on: the role is read on every request.
func (s *Service) Update(ctx context.Context, id string, d Details, version *int64) error {
	d = d.trimmed()
	err := s.DB.Write(ctx, func(tx *db.Tx) error {
		old, err := lockForChange(ctx, tx, id)
		if err != nil {
			return err
		}
		if version != nil && *version != old.Version {
			return fault.ErrStale
		}
		if invalid := d.invalid(); len(invalid) > 0 {
			return fault.Invalid(invalid...)
		}
		changed := old.edited(d)
		if err := s.save(ctx, tx, old, changed); err != nil {
			return err
		}
		if centre, leaves := changed.leavesCentre(old); leaves {
			return s.Users.Unassign(ctx, tx, id, centre)
		}
		return nil
	})
	return emailTaken(err)
}

// lockForChange locks and reads a staff member who is about to change. Only
// administrators come here, and they reach everyone. Their role is locked first:
// of two who remove each other the second finds itself the last.
func lockForChange(ctx context.Context, tx *db.Tx, id string) (account, error) {
	if err := lockAdministrators(ctx, tx); err != nil {
		return account{}, err
	}
	found, err := lock(ctx, tx, id)
	return found, db.NoneAs(err, fault.ErrNotFound)
}

// save stores a staff member who is locked, unless no administrator would be
// left. A change of the password, or closing the account, ends its sessions.
func (s *Service) save(ctx context.Context, tx *db.Tx, old, changed account) error {
	if old.administers() && !changed.administers() {
		others, err := countOtherAdministrators(ctx, tx, old.ID)
		if err != nil {
			return err
		}
		if others == 0 {
			return errLastAdmin
		}
	}
	if changed.Disabled != old.Disabled || changed.PasswordHash != old.PasswordHash {
		if err := s.Sessions.EndAll(ctx, tx, session.Web, old.ID, ""); err != nil {
			return fmt.Errorf("end the sessions of staff: %w", err)
		}
	}
	if changed != old {
		if err := update(ctx, tx, changed, s.Clock.Now()); err != nil {
			return err
		}
	}
	entry := audit.Entry{Subject: subject, ID: old.ID, Before: old.logged()}
	if changed.DeletedAt == nil {
		entry.After = changed.logged()
	}
	return s.Audit.Record(ctx, tx, entry)
}
