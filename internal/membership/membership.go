// Package membership manages which district and centre an App user belongs to
// and who is a plan member: applications and the staff's decisions, the centres'
// member lists, and invitations.
package membership

import (
	"time"

	"hearten/internal/account"
	"hearten/internal/audit"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/keys"
	"hearten/internal/wallet"
)

// State is how far an application is.
type State int

// The states of an application, for the plan or for another district.
const (
	underReview State = 1
	approved    State = 2
	rejected    State = 3
	withdrawn   State = 4 // by the member, or replaced by a newer application
)

// The same as literals: the partial indexes need them.
const (
	underReviewSQL = "1"
	withdrawnSQL   = "4"
)

// planApplication asks to join the plan.
type planApplication struct {
	ID            string        `db:"id"`
	UserID        string        `db:"user_id"`
	Centre        access.Centre `db:"centre"`
	ServiceNumber string        `db:"service_number"`
	State         State         `db:"status"`
	CreatedAt     time.Time     `db:"created_at"`
}

// districtApplication asks to move to a district of another centre.
type districtApplication struct {
	ID           string        `db:"id"`
	UserID       string        `db:"user_id"`
	Source       string        `db:"source_district_id"`
	Target       string        `db:"target_district_id"`
	TargetCentre access.Centre `db:"target_centre"`
	State        State         `db:"status"`
	CreatedAt    time.Time     `db:"created_at"`
}

// Outcome is what came of asking: done, with a fresh token, or under review.
type Outcome struct {
	Token string // empty while under review
}

// How the audit log names the things of this area.
const (
	subjectPlan     = "member application"
	subjectDistrict = "district application"
	subjectList     = "member list"
)

var (
	errNotMember = fault.New(fault.NotEligible, "你不是計劃會員", "You are not a plan member")
	errPending   = fault.New(fault.PendingExists, "已有申請正在處理", "An application is already under review")
	errDecided   = fault.New(fault.Conflict, "申請已處理", "The application has been decided already")
	errOwnCode   = fault.New(fault.NotEligible, "不可使用自己的邀請碼", "You cannot use your own invitation code")
	errCircle    = fault.New(fault.NotEligible, "不可使用由你邀請的會員的邀請碼", "You cannot use the code of someone you invited")
	errTooLate   = fault.New(fault.NotEligible, "邀請碼須於註冊後 %d 天內使用", "An invitation code must be used within %d days of signing up")
	errApplied   = fault.New(fault.Conflict, "你已使用過邀請碼", "You have used an invitation code already")
)

// Deps are what the service works with.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Keys     *keys.Ring
	Accounts *account.Service
	Wallet   *wallet.Service
	Audit    *audit.Service
	Notices  *notice.Service
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service { return &Service{d} }
