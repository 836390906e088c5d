// Package media stores files: pictures, PDFs and audio, under the keys of
// package filekey. A row of its table says of each file what it is and who may
// see it; the object itself lies in a bucket, on disk or in an S3-compatible
// store.
//
// A file exists when its row says so. Each version of a file is an object of
// its own, written before the row names it and removed by a job after the row
// names another, so that a row and its bytes always belong together; a crash
// leaves at worst an object that nobody can reach, and the sweep removes it.
package media

import (
	"strings"
	"time"

	"hearten/internal/audit"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/keys"
)

// Access says who may see a file.
type Access string

// The accesses. Private files are reached by signed addresses alone.
const (
	Public  Access = "public"
	Private Access = "private"
)

const (
	// TempLife is how long a temporary file is kept.
	TempLife = 24 * time.Hour
	// TrashLife is how long a deleted file can be brought back by hand.
	TrashLife = 30 * 24 * time.Hour
	// SignedLife is how long a signed address works.
	SignedLife = 15 * time.Minute
	// DefaultCacheControl is that of a file unless told otherwise.
	DefaultCacheControl = "max-age=0"
)

// File is a stored file.
type File struct {
	Key          string     `db:"key"`
	Object       string     `db:"object"`
	Access       Access     `db:"access"`
	ContentType  string     `db:"content_type"`
	Size         int64      `db:"size"`
	ETag         string     `db:"etag"`
	CacheControl string     `db:"cache_control"`
	UploadedBy   *string    `db:"uploaded_by"`
	CreatedAt    time.Time  `db:"created_at"`
	UpdatedAt    time.Time  `db:"updated_at"`
	RemoveAt     *time.Time `db:"remove_at"`
	// A public file is public within these times alone, where they are given.
	PublicFrom  *time.Time `db:"public_from"`
	PublicUntil *time.Time `db:"public_until"`
}

// RuleOwnUpload refuses a key that the caller may not name.
var RuleOwnUpload = fault.NewRule("不是你在 24 小時內上載的檔案", "is not a file that you uploaded within 24 hours")

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

// ErrNotFound refuses a file that does not exist.
var ErrNotFound = fault.New(fault.NotFound, "找不到檔案", "There is no such file")

var (
	ruleKey          = fault.NewRule("不是有效的檔案鍵", "is not a valid file key")
	ruleFolder       = fault.NewRule("不是有效的資料夾鍵", "is not a valid folder key")
	ruleTemporary    = fault.NewRule("必須在暫存區", "must be in the temporary area")
	ruleApplication  = fault.NewRule("必須在應用區", "must be in the application area")
	ruleCacheControl = fault.NewRule("不是有效的 Cache-Control", "is not a valid Cache-Control")
	ruleTooManyFiles = fault.NewRule("最多可上載 %d 個檔案", "at most %d files can be uploaded")
)

// Service is the area's use cases.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	keys    *keys.Ring
	queue   *jobs.Queue
	audit   *audit.Service
	objects Objects
	known   known
	base    string // what files are called from outside, with a slash at the end
}

// Options say where files lie and what they are called.
type Options struct {
	// URL is s3://bucket?…; empty means files below Folder.
	URL    string
	Folder string
	// PublicURL is the product's own address.
	PublicURL string
}

// New builds the service on an open store.
func New(d *db.DB, c clock.Clock, k *keys.Ring, q *jobs.Queue, a *audit.Service, objects Objects, o Options) *Service {
	s := &Service{db: d, clock: c, keys: k, queue: q, audit: a, objects: objects, base: strings.TrimSuffix(o.PublicURL, "/") + "/files/"}
	s.registerJobs()
	return s
}
