package checkin

import (
	"context"
	"fmt"
	"io"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

// Upload stores a member's photo of a building. The object is stored first; the
// row, the token and the mission event follow in one transaction.
func (s *Service) Upload(ctx context.Context, who access.Member, communityNumber, number int, body io.ReadSeeker, size int64) error {
	t, err := findTarget(ctx, s.DB, who.ID, communityNumber, number)
	if err != nil {
		return err
	}
	if !t.Paid && t.Tokens < photoPrice { // saves the upload; the wallet decides below
		return wallet.ErrTooFewTokens
	}
	files, err := s.Media.Put(ctx, media.Upload{
		Key: filekey.CheckIn(filekey.Root(t.Centre), who.ID, t.Code, number), Body: body, Size: size,
		Access: media.Private, PictureOnly: true,
	})
	if err != nil {
		return fmt.Errorf("store a photo: %w", err)
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error { return s.save(ctx, tx, who.ID, t.BuildingID, files[0]) })
}

// save writes a stored photo. It locks the member, so that of many first photos
// at the same moment one is the first.
func (s *Service) save(ctx context.Context, tx *db.Tx, userID, buildingID string, photo media.File) error {
	if err := db.Lock(ctx, tx, db.Wallets, userID); err != nil {
		return err
	}
	if err := account.LockOpen(ctx, tx, userID); err != nil {
		return fmt.Errorf("lock the user: %w", err)
	}
	first, err := insert(ctx, tx, userID, buildingID, s.Clock.Now())
	if err != nil {
		return err
	}
	if first {
		if err := s.charge(ctx, tx, userID, buildingID); err != nil {
			return err
		}
	}
	old, err := findPhoto(ctx, tx, userID, buildingID)
	if err != nil {
		return err
	}
	if err := s.Media.Save(ctx, tx, photo); err != nil {
		return fmt.Errorf("save a photo: %w", err)
	}
	if old != nil && *old != photo.Key { // the member changed centres since
		if err := s.removeFile(ctx, tx, *old); err != nil {
			return err
		}
	}
	return updatePhoto(ctx, tx, userID, buildingID, &photo.Key, photo.UpdatedAt)
}

// charge takes the token of a first photo and counts it.
func (s *Service) charge(ctx context.Context, tx *db.Tx, userID, buildingID string) error {
	err := s.Wallet.Change(ctx, tx, userID, wallet.Entry{
		Currency: wallet.Token, Amount: -photoPrice, Reason: reasonPhoto, Reference: buildingID,
	})
	if err != nil {
		return fmt.Errorf("pay for a photo: %w", err)
	}
	if _, err = s.Missions.Record(ctx, tx, userID, catalog.BuildingPhoto, buildingID); err != nil {
		return fmt.Errorf("count a photo: %w", err)
	}
	return nil
}
