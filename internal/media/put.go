package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"regexp"
	"time"

	"github.com/google/uuid"

	"hearten/internal/media/clean"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Upload is a file on its way in.
type Upload struct {
	Key          string
	Body         io.ReadSeeker
	Size         int64
	Access       Access
	CacheControl string
	UploadedBy   string // the staff member whose temporary file it is
	PictureOnly  bool
}

var cacheControl = regexp.MustCompile(`^[A-Za-z0-9=, -]{1,100}$`)

// Put cleans and stores uploads: all of them or, when one is refused, none.
func (s *Service) Put(ctx context.Context, uploads ...Upload) ([]File, error) {
	for _, u := range uploads {
		if err := u.check(); err != nil {
			return nil, err
		}
	}
	spools := make([]*spool, 0, len(uploads))
	defer func() {
		for _, sp := range spools {
			sp.discard()
		}
	}()
	for _, u := range uploads {
		sp, err := cleaned(ctx, u)
		if err != nil {
			return nil, err
		}
		spools = append(spools, sp)
	}
	files := make([]File, len(uploads))
	for i, u := range uploads {
		files[i] = s.fileOf(u, spools[i])
		if err := s.writeObject(ctx, files[i], spools[i].file); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Store puts uploads and their rows in place at once.
func (s *Service) Store(ctx context.Context, uploads ...Upload) ([]File, error) {
	files, err := s.Put(ctx, uploads...)
	if err != nil {
		return nil, err
	}
	return files, s.db.Write(ctx, func(tx *db.Tx) error { return s.Save(ctx, tx, files...) })
}

// PutArchive writes a file that we made ourselves and that nobody uploaded.
func (s *Service) PutArchive(ctx context.Context, key, contentType string, body []byte) (File, error) {
	now, sum := s.clock.Now(), sha256.Sum256(body)
	f := File{
		Key: key, Object: newObject(key), ContentType: contentType, Size: int64(len(body)), ETag: hex.EncodeToString(sum[:]), CreatedAt: now, UpdatedAt: now,
	}
	f.settle(now)
	return f, s.writeObject(ctx, f, bytes.NewReader(body))
}

// Save makes written objects exist, in the caller's transaction; a job removes
// the objects whose place they take.
func (s *Service) Save(ctx context.Context, tx *db.Tx, files ...File) error {
	for _, f := range files {
		replaced, err := save(ctx, tx, f)
		if err != nil {
			return err
		}
		if replaced != "" {
			if err := s.removeLater(ctx, tx, replaced); err != nil {
				return err
			}
		}
		tx.AfterCommit(func() { s.known.forget(f.Key) })
	}
	return nil
}

func (u Upload) check() error {
	var broken []fault.Field
	if !filekey.Valid(u.Key) || filekey.IsTrash(u.Key) {
		broken = append(broken, ruleKey.On("fileKey"))
	}
	if u.CacheControl != "" && !cacheControl.MatchString(u.CacheControl) {
		broken = append(broken, ruleCacheControl.On("cacheControl"))
	}
	if len(broken) > 0 {
		return fault.Invalid(broken...)
	}
	return nil
}

func (s *Service) fileOf(u Upload, sp *spool) File {
	now := s.clock.Now()
	f := File{
		Key: u.Key, Object: newObject(u.Key), Access: u.Access, ContentType: sp.kind.ContentType, Size: sp.size, ETag: sp.sum,
		CacheControl: u.CacheControl, CreatedAt: now, UpdatedAt: now,
	}
	f.settle(now)
	if u.UploadedBy != "" {
		f.UploadedBy = &u.UploadedBy
	}
	return f
}

// settle applies what follows from a file's key.
func (f *File) settle(now time.Time) {
	if f.Access == "" {
		f.Access = Public
	}
	if filekey.IsPersonal(f.Key) {
		f.Access = Private
	}
	if f.CacheControl == "" {
		f.CacheControl = DefaultCacheControl
	}
	f.RemoveAt = nil
	if filekey.IsTemporary(f.Key) {
		at := now.Add(TempLife)
		f.RemoveAt = &at
	}
}

// writeObject writes the object of a file; until the file is saved the object
// is noted as pending, so that the sweep finds it if nobody comes back for it.
func (s *Service) writeObject(ctx context.Context, f File, body io.Reader) error {
	if err := s.notePending(ctx, f.Object); err != nil {
		return err
	}
	return s.objects.Write(ctx, f.Object, f.ContentType, f.Size, body)
}

func (s *Service) notePending(ctx context.Context, object string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		tx.NotAudited("notes an object for the sweep")
		return insertPending(ctx, tx, object, s.clock.Now())
	})
}

// newObject names the object of a new version of a file.
func newObject(key string) string { return key + "/" + uuid.Must(uuid.NewV7()).String() }

// spool is a cleaned file that waits on disk.
type spool struct {
	file *os.File
	kind clean.File
	size int64
	sum  string
}

func cleaned(ctx context.Context, u Upload) (*spool, error) {
	file, err := os.CreateTemp("", "hearten-media-")
	if err != nil {
		return nil, err
	}
	sp := &spool{file: file}
	if err := os.Remove(file.Name()); err != nil { // it lives on while it is open, and no longer
		return nil, errors.Join(err, file.Close())
	}
	sum := sha256.New()
	if sp.kind, err = clean.Clean(ctx, u.Body, u.Size, io.MultiWriter(file, sum)); err == nil {
		sp.size, err = file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		sp.discard()
		return nil, err
	}
	if u.PictureOnly && sp.kind.Kind != clean.Picture {
		sp.discard()
		return nil, clean.ErrKind
	}
	sp.sum = hex.EncodeToString(sum.Sum(nil))
	return sp, nil
}

func (sp *spool) discard() {
	_ = sp.file.Close() // it has no name any more
}
