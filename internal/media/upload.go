package media

import (
	"context"
	"mime/multipart"
	"strconv"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

const (
	// maxUpload is the size of one upload with all its files.
	maxUpload = 100 << 20
	maxFiles  = 20
)

// subject is how the audit log names a file.
const subject = "file"

// UploadTemporary stores files that staff are about to use, each under a key of
// its own that only this staff member may name, for a day.
func (s *Service) UploadTemporary(ctx context.Context, who access.Staff, headers []*multipart.FileHeader) ([]File, error) {
	if err := checkNumber(headers); err != nil {
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
		entries[i] = audit.Entry{Subject: subject, ID: uploads[i].Key}
	}
	files, err := s.Put(ctx, uploads...)
	if err != nil {
		return nil, err
	}
	return files, s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.Save(ctx, tx, files...); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// UploadAs stores files of another service: one under the key, or all below it,
// numbered from 1.
func (s *Service) UploadAs(ctx context.Context, key string, folder bool, how Upload, headers []*multipart.FileHeader) ([]File, error) {
	if err := checkNumber(headers); err != nil {
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

// checkNumber refuses an upload of no files or too many.
func checkNumber(headers []*multipart.FileHeader) error {
	switch n := len(headers); {
	case n == 0:
		return fault.Invalid(fault.RuleRequired.On("files"))
	case n > maxFiles:
		return fault.Invalid(ruleTooManyFiles.On("files", maxFiles))
	default:
		return nil
	}
}

// openAll opens the received files; the function closes them again.
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
