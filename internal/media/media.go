// Package media stores files: pictures, PDFs and audio, under the keys of
// package filekey. A row says of each file what it is and who may see it; its
// bytes are an object, on disk or in an S3-compatible store.
//
// A file exists when its row says so. Each version of a file is an object of
// its own, written before the row names it and removed by a job after the row
// names another, so that a row and its bytes always belong together; a crash
// leaves at worst an object that no row names, and the sweep removes it.
package media

import (
	"strings"
	"time"

	"hearten/internal/audit"
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

// ErrNotFound refuses a file that does not exist.
var ErrNotFound = fault.New(fault.NotFound, "找不到檔案", "There is no such file")

var (
	// RuleOwnUpload refuses a key that the caller may not name.
	RuleOwnUpload = fault.NewRule("不是你在 24 小時內上載的檔案", "is not a file that you uploaded within 24 hours")

	ruleKey          = fault.NewRule("不是有效的檔案鍵", "is not a valid file key")
	ruleFolder       = fault.NewRule("不是有效的資料夾鍵", "is not a valid folder key")
	ruleTemporary    = fault.NewRule("必須在暫存區", "must be in the temporary area")
	ruleApplication  = fault.NewRule("必須在應用區", "must be in the application area")
	ruleCacheControl = fault.NewRule("不是有效的 Cache-Control", "is not a valid Cache-Control")
	ruleTooManyFiles = fault.NewRule("最多可上載 %d 個檔案", "at most %d files can be uploaded")
)

// Deps are what the service needs.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Keys    *keys.Ring
	Queue   *jobs.Queue
	Audit   *audit.Service
	Objects Objects
	// BaseURL is the product's own address.
	BaseURL string
}

// Service stores and serves files.
type Service struct {
	Deps
	cache fileCache
	base  string // the address of files, with a slash at the end
}

// New builds the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{Deps: d, base: strings.TrimSuffix(d.BaseURL, "/") + "/files/"}
	s.registerJobs()
	return s
}
