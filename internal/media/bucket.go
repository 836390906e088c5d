package media

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // s3:// addresses
	"gocloud.dev/gcerrors"
)

// OpenBucket opens the store: a folder, or what the URL names.
func OpenBucket(ctx context.Context, o Options) (*blob.Bucket, error) {
	folder := o.folder()
	if folder == "" {
		return blob.OpenBucket(ctx, o.URL)
	}
	// What a file is stands in its row; sidecar files would say it twice.
	return fileblob.OpenBucket(folder, &fileblob.Options{
		CreateDir: true, DirFileMode: 0o700, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
	})
}

// folder is where files lie on disk; empty where they lie elsewhere.
func (o Options) folder() string {
	if path, ok := strings.CutPrefix(o.URL, "file://"); ok {
		return path
	}
	if o.URL != "" {
		return ""
	}
	return filepath.Join(o.Folder, "media")
}

// Ready reports whether the store answers.
func (s *Service) Ready(ctx context.Context) error {
	ok, err := s.bucket.IsAccessible(ctx)
	if err == nil && !ok {
		err = errors.New("the store is not accessible")
	}
	return err
}

// write puts an object in its place; it is there completely or not at all.
func (s *Service) write(ctx context.Context, f File, body io.Reader) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // before Close it means: do not keep this
	w, err := s.bucket.NewWriter(ctx, f.Key, &blob.WriterOptions{
		ContentType: f.ContentType, CacheControl: f.CacheControl, DisableContentTypeDetection: true,
	})
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, body); err != nil {
		cancel()
		return errors.Join(err, ignoreCancelled(w.Close()))
	}
	return w.Close()
}

// copyObject copies an object within the store.
func (s *Service) copyObject(ctx context.Context, from, to string) error {
	err := s.bucket.Copy(ctx, to, from, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return errNoFile
	}
	return err
}

// removeObject removes an object; one that is gone is no mistake.
func (s *Service) removeObject(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// open reads the object of a stored file. On disk it is the file itself, which
// the system can send without our copying it: keys are paths as they are.
func (s *Service) open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	if s.folder != "" {
		file, err := os.Open(filepath.Join(s.folder, filepath.FromSlash(key)))
		if errors.Is(err, os.ErrNotExist) {
			err = errNoFile
		}
		return file, err
	}
	r, err := s.bucket.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = errNoFile
	}
	return r, err
}

func withSlash(address string) string { return strings.TrimSuffix(address, "/") + "/" }
