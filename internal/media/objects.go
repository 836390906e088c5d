package media

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // s3:// addresses
	"gocloud.dev/gcerrors"
)

// Objects is where the bytes of files lie. An object is written once, under a
// name of its own, and never changed.
type Objects interface {
	// write stores an object: completely and durably, or not at all.
	write(ctx context.Context, name, contentType string, body io.Reader) error
	// open reads an object; one that is gone is errNoFile.
	open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	copy(ctx context.Context, from, to string) error
	// remove also removes what an interrupted write left; what is gone is no
	// mistake.
	remove(ctx context.Context, name string) error
	ready(ctx context.Context) error
	// Close releases the store.
	Close() error
}

// OpenObjects opens the store: a folder, or what the URL names.
func OpenObjects(ctx context.Context, o Options) (Objects, error) {
	if path, ok := strings.CutPrefix(o.URL, "file://"); ok {
		return openDisk(path)
	}
	if o.URL == "" {
		return openDisk(filepath.Join(o.Folder, "media"))
	}
	bucket, err := blob.OpenBucket(ctx, o.URL)
	return cloud{bucket}, err
}

// Ready reports whether the store answers.
func (s *Service) Ready(ctx context.Context) error { return s.objects.ready(ctx) }

// cloud is a bucket of an S3-compatible store.
type cloud struct{ bucket *blob.Bucket }

func (c cloud) write(ctx context.Context, name, contentType string, body io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // before Close it means: do not keep this
	w, err := c.bucket.NewWriter(ctx, name, &blob.WriterOptions{ContentType: contentType, DisableContentTypeDetection: true})
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, body); err != nil {
		cancel()
		_ = w.Close() // it says that it was cancelled
		return err
	}
	return w.Close()
}

func (c cloud) open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	r, err := c.bucket.NewReader(ctx, name, nil)
	if err != nil {
		return nil, absent(err)
	}
	return r, nil
}

func (c cloud) copy(ctx context.Context, from, to string) error {
	return absent(c.bucket.Copy(ctx, to, from, nil))
}

func (c cloud) remove(ctx context.Context, name string) error {
	if err := absent(c.bucket.Delete(ctx, name)); !errors.Is(err, errNoFile) {
		return err
	}
	return nil
}

func (c cloud) ready(ctx context.Context) error {
	ok, err := c.bucket.IsAccessible(ctx)
	if err == nil && !ok {
		err = errors.New("the store is not accessible")
	}
	return err
}

func (c cloud) Close() error { return c.bucket.Close() }

func absent(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return errNoFile
	}
	return err
}

func withSlash(address string) string { return strings.TrimSuffix(address, "/") + "/" }
