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
	if o.URL != "" && !strings.HasPrefix(o.URL, "file://") {
		return blob.OpenBucket(ctx, o.URL)
	}
	folder := filepath.Join(o.Folder, "media")
	if path, ok := strings.CutPrefix(o.URL, "file://"); ok {
		folder = path
	}
	// What a file is stands in its row; sidecar files would say it twice.
	return fileblob.OpenBucket(folder, &fileblob.Options{
		CreateDir: true, DirFileMode: 0o700, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
	})
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

// open reads an object. On disk it is the file itself, which the system can
// send without our copying it.
func (s *Service) open(ctx context.Context, key string) (io.ReadSeeker, io.Closer, error) {
	r, err := s.bucket.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, nil, errNoFile
	}
	if err != nil {
		return nil, nil, err
	}
	var under io.Reader
	if r.As(&under) {
		if file, ok := under.(*os.File); ok {
			return file, r, nil
		}
	}
	return r, r, nil
}

func withSlash(address string) string { return strings.TrimSuffix(address, "/") + "/" }
