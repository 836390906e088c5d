// Package media stores files: pictures, PDFs and audio, under the keys of
// package mediakey. A row of its table says of each file what it is and who may
// see it; the object itself lies in a bucket, on disk or in an S3-compatible
// store.
//
// A file exists when its row says so. Objects are written before their rows
// and removed after them, by a job, so that a crash in between leaves at worst
// an object that nobody can reach.
package media

import (
	"time"

	"gocloud.dev/blob"

	"hearten/internal/audit"
	"hearten/internal/clock"
	"hearten/internal/db"
	"hearten/internal/fault"
	"hearten/internal/jobs"
	"hearten/internal/keys"
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
	Access       Access     `db:"access"`
	ContentType  string     `db:"content_type"`
	Size         int64      `db:"size"`
	ETag         string     `db:"etag"`
	CacheControl string     `db:"cache_control"`
	UploadedBy   *string    `db:"uploaded_by"`
	CreatedAt    time.Time  `db:"created_at"`
	UpdatedAt    time.Time  `db:"updated_at"`
	RemoveAt     *time.Time `db:"remove_at"`
}

var (
	errNoFile = fault.New(fault.NotFound, "找不到檔案", "There is no such file")

	ruleKey          = fault.Say("不是有效的檔案鍵", "is not a valid file key")
	ruleFolder       = fault.Say("不是有效的資料夾鍵", "is not a valid folder key")
	ruleTemporary    = fault.Say("必須在暫存區", "must be in the temporary area")
	ruleApplication  = fault.Say("必須在應用區", "must be in the application area")
	ruleCacheControl = fault.Say("不是有效的 Cache-Control", "is not a valid Cache-Control")
	ruleTooManyFiles = fault.Say("最多可上載 %d 個檔案", "at most %d files can be uploaded")
)

// Service is the area's use cases.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	keys   *keys.Ring
	queue  *jobs.Queue
	audit  *audit.Service
	bucket *blob.Bucket
	folder string // of the bucket, where it is one
	known  known
	// base is what public files are called from outside, with a slash at the
	// end; ours is the same for what only we can serve.
	base string
	ours string
}

// Options say where files lie and what they are called.
type Options struct {
	// URL is s3://bucket?…; empty means files below Folder.
	URL    string
	Folder string
	// PublicURL is the product's own address, StoreURL the store's, if any.
	PublicURL string
	StoreURL  string
}

// New builds the service on an open bucket.
func New(d *db.DB, c clock.Clock, k *keys.Ring, q *jobs.Queue, a *audit.Service, bucket *blob.Bucket, o Options) *Service {
	s := &Service{
		db: d, clock: c, keys: k, queue: q, audit: a, bucket: bucket, folder: o.folder(), ours: withSlash(o.PublicURL) + "files/",
	}
	s.base = s.ours
	if o.StoreURL != "" {
		s.base = withSlash(o.StoreURL)
	}
	s.registerJobs()
	return s
}
