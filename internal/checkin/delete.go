package checkin

import (
	"context"
	"errors"
	"fmt"

	"hearten/internal/account"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Delete removes a member's photo of a building.
func (s *Service) Delete(ctx context.Context, who access.Member, communityNumber, number int) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := account.LockOpen(ctx, tx, who.ID); err != nil {
			return fmt.Errorf("lock the user: %w", err)
		}
		t, err := findTarget(ctx, tx, who.ID, communityNumber, number)
		if err != nil {
			return err
		}
		if t.FileKey == nil {
			return fault.ErrNotFound
		}
		if err := s.removeFile(ctx, tx, *t.FileKey); err != nil {
			return err
		}
		return updatePhoto(ctx, tx, who.ID, t.BuildingID, nil, s.Clock.Now())
	})
}

// removeFile removes the file of a photo. It may be gone already: staff can
// remove files too.
func (s *Service) removeFile(ctx context.Context, tx *db.Tx, key string) error {
	err := s.Media.Remove(ctx, tx, key)
	if f := (*fault.Error)(nil); err == nil || errors.As(err, &f) && f.Code == fault.NotFound {
		return nil
	}
	return fmt.Errorf("remove a photo: %w", err)
}
