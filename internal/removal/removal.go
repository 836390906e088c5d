// Package removal manages leaving: members ask that their account be removed,
// staff restore or confirm it, and what is due is erased. It also makes the
// archive of everything held about a member, and keeps the consent they gave.
package removal

import (
	"time"

	"hearten/internal/account"
	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/privacy"
)

// Wait is how long a removal can be taken back.
const Wait = 30 * 24 * time.Hour

// State is how far a removal is.
type State string

// The states of a removal.
const (
	open      State = "open"
	restored  State = "restored"
	confirmed State = "confirmed"
)

// removal is a request to be removed.
type removal struct {
	ID          string        `db:"id"`
	UserID      string        `db:"user_id"`
	Centre      access.Centre `db:"centre"`
	ReasonType  *int          `db:"reason_type"`
	Reason      string        `db:"reason"`
	State       State         `db:"state"`
	RequestedAt time.Time     `db:"requested_at"`
}

// subject is how the audit log names a removal.
const subject = "removal"

var (
	errDecided      = fault.New(fault.Conflict, "移除申請已處理", "The removal has been decided already")
	errConsentStale = fault.New(fault.Conflict, "同意書已更新，請重新閱讀", "The consent has changed; please read it again")
)

// Deps are what the service works with.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
	Audit    *audit.Service
	Media    *media.Service
	Queue    *jobs.Queue
	People   *privacy.Register
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service {
	s := &Service{d}
	s.handleJobs()
	return s
}
