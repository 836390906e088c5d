package media

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
)

// Remove removes files in the caller's transaction; a job removes their objects.
func (s *Service) Remove(ctx context.Context, tx *db.Tx, keys ...string) error {
	for _, key := range keys {
		object, err := deleteFile(ctx, tx, key)
		if err != nil {
			return err
		}
		if err := s.enqueueRemoval(ctx, tx, object); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.cache.evict(key) })
	}
	return nil
}

// RemovePerson removes every file that is about a person.
func (s *Service) RemovePerson(ctx context.Context, tx *db.Tx, userID string) error {
	for _, root := range []string{filekey.CentreA, filekey.CentreB, filekey.Shared} {
		files, err := listFolder(ctx, tx, filekey.Person(root, userID), false)
		if err != nil {
			return err
		}
		for _, f := range files {
			if err := s.Remove(ctx, tx, f.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// Delete removes a file: for good, or to the trash for 30 days.
func (s *Service) Delete(ctx context.Context, key string, forGood bool) error {
	if forGood || filekey.IsTrash(key) {
		return s.DB.Write(ctx, func(tx *db.Tx) error { return s.Remove(ctx, tx, key) })
	}
	trashed, err := s.Duplicate(ctx, key, filekey.Trash+"/"+uuid.Must(uuid.NewV7()).String(), "")
	if err != nil {
		return err
	}
	trashed.Access = Private
	at := s.Clock.Now().Add(TrashLife)
	trashed.RemoveAt = &at
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Save(ctx, tx, trashed); err != nil {
			return err
		}
		if err := setOrigin(ctx, tx, trashed.Key, key); err != nil {
			return err
		}
		return s.Remove(ctx, tx, key)
	})
}
