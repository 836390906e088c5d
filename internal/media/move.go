package media

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
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
		_, err := find(ctx, s.db, from)
		return err
	}
	file, err := s.Duplicate(ctx, from, to, cacheControl)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.Save(ctx, tx, file); err != nil {
			return err
		}
		if !move {
			return nil
		}
		return s.Remove(ctx, tx, from)
	})
}

// Duplicate copies the object of a file and answers the file it will be once
// the caller saves it.
func (s *Service) Duplicate(ctx context.Context, from, to, cacheControl string) (File, error) {
	file, err := find(ctx, s.db, from)
	if err != nil {
		return File{}, err
	}
	now, source := s.clock.Now(), file.Object
	file.Key, file.Object, file.CreatedAt, file.UpdatedAt, file.UploadedBy = to, newObject(to), now, now, nil
	if cacheControl != "" {
		file.CacheControl = cacheControl
	}
	file.settle(now)
	if err := s.notePending(ctx, file.Object); err != nil {
		return File{}, err
	}
	return file, s.objects.Copy(ctx, source, file.Object)
}

// Remove makes files be gone, in the caller's transaction; a job removes their
// objects.
func (s *Service) Remove(ctx context.Context, tx *db.Tx, keys ...string) error {
	for _, key := range keys {
		object, err := remove(ctx, tx, key)
		if err != nil {
			return err
		}
		if err := s.removeLater(ctx, tx, object); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.known.forget(key) })
	}
	return nil
}

// RemovePerson removes every file that is about a person.
func (s *Service) RemovePerson(ctx context.Context, tx *db.Tx, userID string) error {
	for _, root := range []string{filekey.CentreA, filekey.CentreB, filekey.Shared} {
		files, err := list(ctx, tx, filekey.Person(root, userID), false)
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
		return s.db.Write(ctx, func(tx *db.Tx) error { return s.Remove(ctx, tx, key) })
	}
	trashed, err := s.Duplicate(ctx, key, filekey.Trash+"/"+uuid.Must(uuid.NewV7()).String(), "")
	if err != nil {
		return err
	}
	trashed.Access = Private
	at := s.clock.Now().Add(TrashLife)
	trashed.RemoveAt = &at
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.Save(ctx, tx, trashed); err != nil {
			return err
		}
		if err := noteOrigin(ctx, tx, trashed.Key, key); err != nil {
			return err
		}
		return s.Remove(ctx, tx, key)
	})
}

// route checks where a copy or transfer leads: from the temporary to the
// application area or, within one bucket, inside the application area.
func route(from, to string, sameBucket bool) error {
	var broken []fault.Field
	switch {
	case !filekey.Valid(from):
		broken = append(broken, ruleKey.On("fileKeyFrom"))
	case !sameBucket && !filekey.IsTemporary(from):
		broken = append(broken, ruleTemporary.On("fileKeyFrom"))
	case sameBucket && !inApplication(from):
		broken = append(broken, ruleApplication.On("fileKeyFrom"))
	}
	switch {
	case !filekey.Valid(to):
		broken = append(broken, ruleKey.On("fileKeyTo"))
	case !inApplication(to):
		broken = append(broken, ruleApplication.On("fileKeyTo"))
	}
	if len(broken) > 0 {
		return fault.Invalid(broken...)
	}
	return nil
}

func inApplication(key string) bool { return !filekey.IsTemporary(key) && !filekey.IsTrash(key) }
