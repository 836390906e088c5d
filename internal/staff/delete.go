package staff

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Delete closes an account for good and takes it out of every list. Its users
// are left without a responsible staff member; its name stays in the logs.
func (s *Service) Delete(ctx context.Context, who access.Staff, id string) error {
	if id == who.ID {
		return errOneself
	}
	now := s.Clock.Now()
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		old, err := lockForChange(ctx, tx, id)
		if err != nil {
			return err
		}
		deleted := old
		deleted.Disabled, deleted.DeletedAt = true, &now
		if err := s.save(ctx, tx, old, deleted); err != nil {
			return err
		}
		return s.Users.Unassign(ctx, tx, id, "")
	})
}

// Disable closes an account until it is enabled; its users stay with it.
func (s *Service) Disable(ctx context.Context, who access.Staff, id string) error {
	if id == who.ID {
		return errOneself
	}
	return s.setDisabled(ctx, id, true)
}

// Enable opens an account again.
func (s *Service) Enable(ctx context.Context, id string) error { return s.setDisabled(ctx, id, false) }

func (s *Service) setDisabled(ctx context.Context, id string, disabled bool) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		old, err := lockForChange(ctx, tx, id)
		if err != nil {
			return err
		}
		changed := old
		changed.Disabled = disabled
		return s.save(ctx, tx, old, changed)
	})
}
