package account

import (
	"context"
	"fmt"
	"io"

	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// maxAvatar is the size of an uploaded picture.
const maxAvatar = 10 << 20

// SetAvatar stores the caller's own picture. An account that was closed during
// the upload gets none.
func (s *Service) SetAvatar(ctx context.Context, who access.Member, body io.ReadSeeker, size int64) error {
	u, err := Find(ctx, s.DB, who.ID)
	if err != nil {
		return err
	}
	files, err := s.Media.Put(ctx, media.Upload{
		Key: filekey.Profile(filekey.Root(u.Centre), u.ID), Body: body, Size: size, Access: media.Private, PictureOnly: true,
	})
	if err != nil {
		return fmt.Errorf("store the picture: %w", err)
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := LockOpen(ctx, tx, who.ID); err != nil {
			return err
		}
		u, err := Find(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := s.Media.Save(ctx, tx, files...); err != nil {
			return fmt.Errorf("save the picture: %w", err)
		}
		if u.AvatarKey != nil && *u.AvatarKey != files[0].Key { // the centre changed meanwhile, and the key with it
			if err := s.Media.Remove(ctx, tx, *u.AvatarKey); err != nil {
				return fmt.Errorf("remove the old picture: %w", err)
			}
		}
		return saveAvatar(ctx, tx, u.ID, &files[0].Key, s.Clock.Now())
	})
}

// RemoveAvatar goes back to the default picture.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Member) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		u, err := Lock(ctx, tx, who.ID)
		if err != nil || u.AvatarKey == nil {
			return err
		}
		if err := s.Media.Remove(ctx, tx, *u.AvatarKey); err != nil {
			return fmt.Errorf("remove the picture: %w", err)
		}
		return saveAvatar(ctx, tx, u.ID, nil, s.Clock.Now())
	})
}
