package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// Artwork is pictures that come with the program: keys and their PNG files.
type Artwork struct {
	Files fs.FS
	Keys  map[string]string
}

// artworkUploader marks the rows of our own pictures; a picture that someone
// stored in the place of one of ours is left alone.
const artworkUploader = "artwork"

// artworkCache lets clients keep our pictures for a day.
const artworkCache = "public, max-age=86400"

var artworkJob = jobs.Kind[struct{}]{Name: "media.artwork", Lane: jobs.Upkeep, Timeout: 10 * time.Minute}

// RegisterArtwork says which pictures the job of EnqueueArtwork stores.
func (s *Service) RegisterArtwork(art Artwork) {
	jobs.Handle(s.Queue, artworkJob, func(ctx context.Context, _ jobs.Job[struct{}]) error { return s.seedArtwork(ctx, art) })
}

// EnqueueArtwork has a job store our pictures; a server calls it when it starts.
func (s *Service) EnqueueArtwork(ctx context.Context) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		return jobs.Enqueue(ctx, s.Queue, tx, artworkJob, struct{}{})
	})
}

// seedArtwork stores the pictures that are missing or were drawn anew.
func (s *Service) seedArtwork(ctx context.Context, art Artwork) error {
	keys := make([]string, 0, len(art.Keys))
	for key := range art.Keys {
		keys = append(keys, key)
	}
	there, err := findFiles(ctx, s.DB, keys)
	if err != nil {
		return err
	}
	for key, name := range art.Keys {
		picture, err := fs.ReadFile(art.Files, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(picture)
		etag := hex.EncodeToString(sum[:])
		old, exists := there[key]
		if exists && (old.ETag == etag || old.UploadedBy == nil || *old.UploadedBy != artworkUploader) {
			continue
		}
		if err := s.seedPicture(ctx, key, etag, picture); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) seedPicture(ctx context.Context, key, etag string, picture []byte) error {
	now, by := s.Clock.Now(), artworkUploader
	file := File{
		Key: key, Object: newObject(key), Access: Public, ContentType: "image/png", Size: int64(len(picture)), ETag: etag, CacheControl: artworkCache,
		UploadedBy: &by, CreatedAt: now, UpdatedAt: now,
	}
	if err := s.writeObject(ctx, file, bytes.NewReader(picture)); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error { return s.Save(ctx, tx, file) })
}
