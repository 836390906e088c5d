package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
)

// Find reads a file; none is ErrNotFound.
func (s *Service) Find(ctx context.Context, key string) (File, error) {
	return findFile(ctx, s.DB, key)
}

// Files reads the files of keys; those that do not exist are left out.
func (s *Service) Files(ctx context.Context, r db.Reader, keys []string) (map[string]File, error) {
	return findFiles(ctx, r, keys)
}

// List lists the files below a folder: all, or those directly in it.
func (s *Service) List(ctx context.Context, folder string, onlyDirect bool) ([]File, error) {
	return listFolder(ctx, s.DB, folder, onlyDirect)
}

// Count counts the files below a folder.
func (s *Service) Count(ctx context.Context, folder string, onlyDirect bool) (int64, error) {
	return countFolder(ctx, s.DB, folder, onlyDirect)
}

// URLs gives the addresses of the files that exist, in the order asked.
func (s *Service) URLs(ctx context.Context, r db.Reader, keys []string) ([]Address, error) {
	found, err := findFiles(ctx, r, keys)
	if err != nil {
		return nil, err
	}
	out := []Address{}
	for _, key := range keys {
		if f, ok := found[key]; ok && !filekey.IsTrash(key) {
			out = append(out, Address{key, s.URL(f)})
		}
	}
	return out, nil
}

// Open opens a file that everyone may see, or that the query of its address is
// signed for. A version that is replaced between the reading of its row and the
// opening of its object is looked up once more.
func (s *Service) Open(ctx context.Context, key string, query url.Values) (File, io.ReadSeekCloser, error) {
	for try := 1; ; try++ {
		file, err := s.cache.get(key, s.Clock.Now(), func() (File, error) { return findFile(ctx, s.DB.Quick(), key) })
		if err != nil {
			return File{}, nil, err
		}
		if !file.public(s.Clock.Now()) && !s.signed(key, query) {
			return File{}, nil, ErrNotFound
		}
		body, err := s.Objects.Open(ctx, file.Object)
		if errors.Is(err, ErrNotFound) && try == 1 {
			s.cache.evict(key)
			continue
		}
		if err != nil {
			return File{}, nil, fmt.Errorf("open object %s: %w", file.Object, err)
		}
		return file, body, nil
	}
}
