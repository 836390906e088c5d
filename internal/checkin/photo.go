package checkin

import (
	"context"
	"errors"
	"io"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// Upload puts a member's photo of a building in place. The object is stored
// first; the photo, its token and what counts for missions become true together.
func (s *Service) Upload(ctx context.Context, who access.Member, communityNumber, number int, body io.ReadSeeker, size int64) error {
	t, err := findTarget(ctx, s.db, who.ID, communityNumber, number)
	if db.IsNone(err) {
		return fault.ErrNotFound
	}
	if err != nil {
		return err
	}
	if !t.Paid && t.Tokens < photoPrice { // spares the upload; the wallet decides below
		return wallet.ErrTooFewTokens
	}
	files, err := s.media.Put(ctx, media.Upload{
		Key: filekey.CheckIn(filekey.Root(t.Centre), who.ID, t.Code, number), Body: body, Size: size,
		Access: media.Private, PictureOnly: true,
	})
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error { return s.place(ctx, tx, who.ID, t.BuildingID, files[0]) })
}

// place makes the photo exist. Uploads of one member queue on their account, so
// of many first photos one is the first.
func (s *Service) place(ctx context.Context, tx *db.Tx, userID, buildingID string, photo media.File) error {
	// Wallet before person, as everywhere.
	if err := s.wallet.Hold(ctx, tx, userID); err != nil {
		return err
	}
	if err := account.LockOpen(ctx, tx, userID); err != nil {
		return err
	}
	first, err := insert(ctx, tx, userID, buildingID, s.clock.Now())
	if err != nil {
		return err
	}
	if first {
		if err := s.charge(ctx, tx, userID, buildingID); err != nil {
			return err
		}
	}
	old, err := photoOf(ctx, tx, userID, buildingID)
	if err != nil {
		return err
	}
	if err := s.media.Save(ctx, tx, photo); err != nil {
		return err
	}
	if old != nil && *old != photo.Key { // the member changed centres since
		if err := s.removeFile(ctx, tx, *old); err != nil {
			return err
		}
	}
	return setPhoto(ctx, tx, userID, buildingID, &photo.Key, photo.UpdatedAt)
}

// charge takes the token of a first photo and counts it.
func (s *Service) charge(ctx context.Context, tx *db.Tx, userID, buildingID string) error {
	err := s.wallet.Change(ctx, tx, userID, wallet.Entry{
		Currency: wallet.Token, Amount: -photoPrice, Reason: spent, Reference: buildingID,
	})
	if err != nil {
		return err
	}
	_, err = s.missions.Record(ctx, tx, userID, catalog.BuildingPhoto, buildingID)
	return err
}

// removeFile removes a photo's file; one that another service removed is gone
// as wished.
func (s *Service) removeFile(ctx context.Context, tx *db.Tx, key string) error {
	err := s.media.Remove(ctx, tx, key)
	if f := (*fault.Error)(nil); errors.As(err, &f) && f.Code == fault.NotFound {
		return nil
	}
	return err
}

// Delete removes a member's photo of a building.
func (s *Service) Delete(ctx context.Context, who access.Member, communityNumber, number int) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := account.LockOpen(ctx, tx, who.ID); err != nil {
			return err
		}
		t, err := findTarget(ctx, tx, who.ID, communityNumber, number)
		if db.IsNone(err) || err == nil && t.FileKey == nil {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := s.removeFile(ctx, tx, *t.FileKey); err != nil {
			return err
		}
		return setPhoto(ctx, tx, who.ID, t.BuildingID, nil, s.clock.Now())
	})
}
