package media

import (
	"mime/multipart"
	"regexp"
	"time"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/fault"
)

var cacheControl = regexp.MustCompile(`^[A-Za-z0-9=, -]{1,100}$`)

// IsUploadOf reports whether a request of this staff member may name the file:
// a temporary one of their own that has not expired.
func (f File) IsUploadOf(staffID string, now time.Time) bool {
	return filekey.IsTemporary(f.Key) && f.UploadedBy != nil && *f.UploadedBy == staffID &&
		f.RemoveAt != nil && now.Before(*f.RemoveAt)
}

// public reports whether everyone may see the file at a moment.
func (f File) public(now time.Time) bool {
	return f.Access == Public && (f.PublicFrom == nil || !now.Before(*f.PublicFrom)) && (f.PublicUntil == nil || now.Before(*f.PublicUntil))
}

// applyKey sets what follows from the file's key, and the defaults.
func (f *File) applyKey(now time.Time) {
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

// check refuses an upload whose key or Cache-Control is not valid.
func (u Upload) check() error {
	var wrong []fault.Field
	if !filekey.Valid(u.Key) || filekey.IsTrash(u.Key) {
		wrong = append(wrong, ruleKey.On("fileKey"))
	}
	if u.CacheControl != "" && !cacheControl.MatchString(u.CacheControl) {
		wrong = append(wrong, ruleCacheControl.On("cacheControl"))
	}
	return invalid(wrong)
}

// checkPath refuses a copy or transfer that does not go from the temporary to the
// application area or, within one bucket, from one key of the application area
// to another.
func checkPath(from, to string, sameBucket bool) error {
	var wrong []fault.Field
	switch {
	case !filekey.Valid(from):
		wrong = append(wrong, ruleKey.On("fileKeyFrom"))
	case !sameBucket && !filekey.IsTemporary(from):
		wrong = append(wrong, ruleTemporary.On("fileKeyFrom"))
	case sameBucket && !inApplication(from):
		wrong = append(wrong, ruleApplication.On("fileKeyFrom"))
	}
	switch {
	case !filekey.Valid(to):
		wrong = append(wrong, ruleKey.On("fileKeyTo"))
	case !inApplication(to):
		wrong = append(wrong, ruleApplication.On("fileKeyTo"))
	}
	return invalid(wrong)
}

func inApplication(key string) bool { return !filekey.IsTemporary(key) && !filekey.IsTrash(key) }

// checkCount refuses an upload of no files or too many.
func checkCount(headers []*multipart.FileHeader) error {
	switch n := len(headers); {
	case n == 0:
		return fault.Invalid(fault.RuleRequired.On("files"))
	case n > maxFiles:
		return fault.Invalid(ruleTooManyFiles.On("files", maxFiles))
	default:
		return nil
	}
}

func invalid(wrong []fault.Field) error {
	if len(wrong) == 0 {
		return nil
	}
	return fault.Invalid(wrong...)
}
