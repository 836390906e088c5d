package media

import (
	"context"
	"fmt"

	"hearten/internal/platform/db"
)

// Copy copies a file to another key, which it overwrites. The source stays.
func (s *Service) Copy(ctx context.Context, from, to, cacheControl string) error {
	return s.copyTo(ctx, from, to, cacheControl, false)
}

// Transfer moves a file to another key, which it overwrites: the source goes
// once the copy is durable.
func (s *Service) Transfer(ctx context.Context, from, to, cacheControl string) error {
	return s.copyTo(ctx, from, to, cacheControl, true)
}

func (s *Service) copyTo(ctx context.Context, from, to, cacheControl string, move bool) error {
	if from == to { // nothing to do, and moving must not remove it
		_, err := findFile(ctx, s.DB, from)
		return err
	}
	file, err := s.Duplicate(ctx, from, to, cacheControl)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Save(ctx, tx, file); err != nil {
			return err
		}
		if !move {
			return nil
		}
		return s.Remove(ctx, tx, from)
	})
}

// Duplicate copies the object of a file; the caller saves the file it returns.
func (s *Service) Duplicate(ctx context.Context, from, to, cacheControl string) (File, error) {
	file, err := findFile(ctx, s.DB, from)
	if err != nil {
		return File{}, err
	}
	now, source := s.Clock.Now(), file.Object
	file.Key, file.Object, file.CreatedAt, file.UpdatedAt, file.UploadedBy = to, newObject(to), now, now, nil
	if cacheControl != "" {
		file.CacheControl = cacheControl
	}
	file.applyKey(now)
	if err := s.reserveObject(ctx, file.Object); err != nil {
		return File{}, err
	}
	if err := s.Objects.Copy(ctx, source, file.Object); err != nil {
		return File{}, fmt.Errorf("copy object %s: %w", source, err)
	}
	return file, nil
}
