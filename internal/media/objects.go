package media

import (
	"context"
	"io"
	"path/filepath"
	"strings"
)

// Objects stores the bytes of files. An object is written once, under a name of
// its own, and never changed.
type Objects interface {
	// Write stores an object of size bytes: completely and durably, or not at all.
	Write(ctx context.Context, name, contentType string, size int64, body io.Reader) error
	// Open reads an object; ErrNotFound says that it does not exist.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	Copy(ctx context.Context, from, to string) error
	// Remove also removes what an interrupted write left. An object that does not
	// exist is no error.
	Remove(ctx context.Context, name string) error
	// Ready reports whether the store can be used.
	Ready(ctx context.Context) error
	// Close releases the store.
	Close() error
}

// Location says where objects are stored.
type Location struct {
	URL    string // s3://bucket?… or file://folder; empty for files below Folder
	Folder string
}

// OpenObjects opens the store.
func OpenObjects(l Location) (Objects, error) {
	if path, ok := strings.CutPrefix(l.URL, "file://"); ok {
		return openDisk(path)
	}
	if l.URL == "" {
		return openDisk(filepath.Join(l.Folder, "media"))
	}
	return openS3(l.URL)
}

// Ready reports whether the store can be used.
func (s *Service) Ready(ctx context.Context) error { return s.Objects.Ready(ctx) }
