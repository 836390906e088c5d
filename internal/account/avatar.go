package account

import (
	"context"
	"io"

	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// SetAvatar stores a picture of the member's own. Whoever left while it was on
// the way leaves no file behind.
func (s *Service) SetAvatar(ctx context.Context, who access.Member, body io.ReadSeeker, size int64) error {
	u, err := findByID(ctx, s.db, who.ID)
	if err != nil {
		return err
	}
	files, err := s.media.Put(ctx, media.Upload{
		Key: filekey.Profile(filekey.Root(u.Centre), u.ID), Body: body, Size: size, Access: media.Private, PictureOnly: true,
	})
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := HoldOpen(ctx, tx, who.ID); err != nil {
			return err
		}
		u, err := findByID(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := s.media.Save(ctx, tx, files...); err != nil {
			return err
		}
		if u.AvatarKey != nil && *u.AvatarKey != files[0].Key { // the member moved in between
			if err := s.media.Remove(ctx, tx, *u.AvatarKey); err != nil {
				return err
			}
		}
		return saveAvatar(ctx, tx, u.ID, &files[0].Key, s.clock.Now())
	})
}

// RemoveAvatar goes back to the default picture.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil || u.AvatarKey == nil {
			return err
		}
		if err := s.media.Remove(ctx, tx, *u.AvatarKey); err != nil {
			return err
		}
		return saveAvatar(ctx, tx, u.ID, nil, s.clock.Now())
	})
}

// avatarURL is where the member's picture is, their own or a default one.
func (s *Service) avatarURL(u User) string { return s.Picture(u.AvatarKey, u.DefaultAvatar) }

// Picture is where a member's picture is: the one under their own key, or the
// default one of that number.
func (s *Service) Picture(own *string, number int) string {
	if own == nil {
		return s.media.PublicURL(filekey.DefaultProfile(number))
	}
	return s.media.SignedURL(*own, media.SignedLife)
}
