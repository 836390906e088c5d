package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
)

// PutArchive writes a file that the product made itself, which the caller then
// saves.
func (s *Service) PutArchive(ctx context.Context, key, contentType string, body []byte) (File, error) {
	now, sum := s.Clock.Now(), sha256.Sum256(body)
	f := File{
		Key: key, Object: newObject(key), ContentType: contentType, Size: int64(len(body)), ETag: hex.EncodeToString(sum[:]), CreatedAt: now, UpdatedAt: now,
	}
	f.applyKey(now)
	return f, s.writeObject(ctx, f, bytes.NewReader(body))
}

// Save writes the rows of files whose objects are written, in the caller's
// transaction; a job removes the objects that they replace.
func (s *Service) Save(ctx context.Context, tx *db.Tx, files ...File) error {
	for _, f := range files {
		replaced, err := saveFile(ctx, tx, f)
		if err != nil {
			return err
		}
		if replaced != "" {
			if err := s.enqueueRemoval(ctx, tx, replaced); err != nil {
				return err
			}
		}
		tx.AfterCommit(func() { s.cache.evict(f.Key) })
	}
	return nil
}

// writeObject writes the object of a file, which the caller then saves.
func (s *Service) writeObject(ctx context.Context, f File, body io.Reader) error {
	if err := s.reserveObject(ctx, f.Object); err != nil {
		return err
	}
	if err := s.Objects.Write(ctx, f.Object, f.ContentType, f.Size, body); err != nil {
		return fmt.Errorf("write object %s: %w", f.Object, err)
	}
	return nil
}

// reserveObject records an object before it is written, until Save: the sweep
// removes one that is never saved.
func (s *Service) reserveObject(ctx context.Context, object string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		tx.NotAudited("records an object for the sweep")
		return insertPending(ctx, tx, object, s.Clock.Now())
	})
}

// newObject names the object of a new version of a file.
func newObject(key string) string { return key + "/" + uuid.Must(uuid.NewV7()).String() }
