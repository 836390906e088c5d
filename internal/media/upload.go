package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"os"
	"strconv"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/media/clean"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

const (
	// maxUpload is the size of one upload with all its files.
	maxUpload = 100 << 20
	maxFiles  = 20
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

// auditSubject is how the audit log names a file.
const auditSubject = "file"

// Put cleans uploads and writes their objects, which the caller then saves: all
// of them or, when one is refused, none.
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
		sp, err := cleanToDisk(ctx, u)
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

// Store is Put and Save in one.
func (s *Service) Store(ctx context.Context, uploads ...Upload) ([]File, error) {
	files, err := s.Put(ctx, uploads...)
	if err != nil {
		return nil, err
	}
	return files, s.DB.Write(ctx, func(tx *db.Tx) error { return s.Save(ctx, tx, files...) })
}

// UploadTemporary stores files that staff are about to use, each under a key of
// its own that only this staff member may name, for a day.
func (s *Service) UploadTemporary(ctx context.Context, who access.Staff, headers []*multipart.FileHeader) ([]File, error) {
	if err := checkCount(headers); err != nil {
		return nil, err
	}
	uploads := make([]Upload, len(headers))
	closeAll, err := openAll(headers, uploads)
	defer closeAll()
	if err != nil {
		return nil, err
	}
	entries := make([]audit.Entry, len(uploads))
	for i := range uploads {
		uploads[i].Key = filekey.Temporary("staff/" + uuid.Must(uuid.NewV7()).String())
		uploads[i].Access, uploads[i].UploadedBy = Private, who.ID
		entries[i] = audit.Entry{Subject: auditSubject, ID: uploads[i].Key}
	}
	files, err := s.Put(ctx, uploads...)
	if err != nil {
		return nil, err
	}
	return files, s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Save(ctx, tx, files...); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}

// UploadAs stores files of another service: one under the key, or all below it,
// numbered from 1.
func (s *Service) UploadAs(ctx context.Context, key string, folder bool, how Upload, headers []*multipart.FileHeader) ([]File, error) {
	if err := checkCount(headers); err != nil {
		return nil, err
	}
	if !folder {
		headers = headers[:1]
	}
	uploads := make([]Upload, len(headers))
	closeAll, err := openAll(headers, uploads)
	defer closeAll()
	if err != nil {
		return nil, err
	}
	for i := range uploads {
		uploads[i].Key, uploads[i].Access, uploads[i].CacheControl = key, how.Access, how.CacheControl
		if folder {
			uploads[i].Key += "/" + strconv.Itoa(i+1)
		}
	}
	return s.Store(ctx, uploads...)
}

// openAll opens the received files; closeAll closes them.
func openAll(headers []*multipart.FileHeader, uploads []Upload) (closeAll func(), err error) {
	var opened []multipart.File
	closeAll = func() {
		for _, f := range opened {
			_ = f.Close() // they were only read
		}
	}
	for i, h := range headers {
		f, err := h.Open()
		if err != nil {
			return closeAll, err
		}
		opened = append(opened, f)
		uploads[i].Body, uploads[i].Size = f, h.Size
	}
	return closeAll, nil
}

func (s *Service) fileOf(u Upload, sp *spool) File {
	now := s.Clock.Now()
	f := File{
		Key: u.Key, Object: newObject(u.Key), Access: u.Access, ContentType: sp.kind.ContentType, Size: sp.size, ETag: sp.sum,
		CacheControl: u.CacheControl, CreatedAt: now, UpdatedAt: now,
	}
	f.applyKey(now)
	if u.UploadedBy != "" {
		f.UploadedBy = &u.UploadedBy
	}
	return f
}

// spool is a cleaned file in a temporary file without a name.
type spool struct {
	file *os.File
	kind clean.File
	size int64
	sum  string
}

func cleanToDisk(ctx context.Context, u Upload) (*spool, error) {
	file, err := os.CreateTemp("", "hearten-media-")
	if err != nil {
		return nil, err
	}
	sp := &spool{file: file}
	if err := os.Remove(file.Name()); err != nil { // its bytes stay while it is open
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
	_ = sp.file.Close() // its bytes go with it
}
