package staff

import (
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Update changes what is given; what is empty stays. With a version, only if
// nobody saved in between. Sessions go on: the role is read on every request.
func (s *Service) Update(ctx context.Context, id string, d Details, version *int64) error {
	d = d.tidy()
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		old, err := take(ctx, tx, id)
		if err != nil {
			return err
		}
		if version != nil && *version != old.Version {
			return fault.ErrStale
		}
		if broken := d.broken(); len(broken) > 0 {
			return fault.Invalid(broken...)
		}
		changed := old.edited(d)
		if err := s.save(ctx, tx, old, changed); err != nil {
			return err
		}
		if centre, leaves := changed.leavesCentre(old); leaves {
			return s.users.Unassign(ctx, tx, id, centre)
		}
		return nil
	})
	if db.IsUnique(err, "uq_staff__email") {
		return errEmailTaken
	}
	return err
}
