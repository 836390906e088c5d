package staff

import (
	"context"

	"hearten/internal/delivery"
	"hearten/internal/platform/db"
	"hearten/internal/platform/password"
)

// RenewPassword mails someone a new first password. The old one, and tries to
// guess it, are forgotten.
func (s *Service) RenewPassword(ctx context.Context, id string) error {
	plain := password.Random()
	hash, err := s.hasher.Hash(ctx, plain)
	if err != nil {
		return err
	}
	until := s.clock.Now().Add(FirstPasswordLife)
	return s.db.Write(ctx, func(tx *db.Tx) error {
		old, err := take(ctx, tx, id)
		if err != nil {
			return err
		}
		if old.Disabled {
			return errDisabled
		}
		changed := old
		changed.PasswordHash, changed.FirstPasswordUntil = hash, &until
		if err := s.save(ctx, tx, old, changed); err != nil {
			return err
		}
		if err := s.guard.Clear(ctx, tx, lockName(id, "")); err != nil {
			return err
		}
		return s.mailPassword(ctx, tx, delivery.NewPassword, changed, plain)
	})
}
