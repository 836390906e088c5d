// Package account manages the accounts of App users: signing up and in,
// passwords, codes, personal data, devices, and what staff correct, freeze and
// assign. It owns the table users: other areas change its rows through the
// functions in users.go.
package account

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/media"
	"hearten/internal/mission"
	"hearten/internal/notice"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/lockout"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
	"hearten/internal/wallet"
)

// User is a row of users, with the name and community of its district.
type User struct {
	ID             string            `db:"id"`
	Username       string            `db:"username"`
	Email          *string           `db:"email"`
	Phone          *string           `db:"phone"`
	PasswordHash   *string           `db:"password_hash"`
	PasswordChosen bool              `db:"password_chosen"`
	Nickname       string            `db:"nickname"`
	Signature      string            `db:"signature"`
	Gender         *int              `db:"gender"`
	Birthday       clock.Date        `db:"birthday"`
	Status         access.UserStatus `db:"status"`
	UserType       access.UserType   `db:"user_type"`
	ServiceNumber  *string           `db:"service_number"`
	DistrictID     *string           `db:"district_id"`
	District       *string           `db:"district"`
	Community      *int              `db:"community_number"`
	Centre         access.Centre     `db:"centre"`
	StaffID        *string           `db:"staff_id"`
	AvatarKey      *string           `db:"avatar_key"`
	DefaultAvatar  int               `db:"default_avatar"`
	InvitationCode string            `db:"invitation_code"`
	LastLogin      *time.Time        `db:"last_login"`
	Version        int64             `db:"version"`
	CreatedAt      time.Time         `db:"created_at"`
}

// names are the login names of a user, none of which may be the password.
func (u User) names() []string {
	names := []string{u.Username}
	for _, n := range []*string{u.Email, u.Phone} {
		if n != nil {
			names = append(names, *n)
		}
	}
	return names
}

var (
	// ErrNumberInUse refuses a service number that someone of the centre has.
	ErrNumberInUse = fault.New(fault.Conflict, "此服務編號已被使用", "This service number is already in use")

	errBadCredentials = fault.New(fault.BadCredentials, "登入名稱或密碼不正確", "The login or the password is not right")
	errOldPassword    = fault.New(fault.WrongPassword, "舊密碼不正確", "The old password is not right")
	errFrozen         = fault.New(fault.Forbidden, "帳戶已被凍結，請聯絡中心職員", "This account is frozen; please ask your centre's staff")
	errNotOpen        = fault.New(fault.Forbidden, "帳戶現時不能使用", "The account cannot be used at present")
	errLeaving        = fault.New(fault.Forbidden, "帳戶正等待移除，請聯絡中心職員", "This account is waiting for removal; please ask your centre's staff")
	errTaken          = fault.New(fault.Conflict, "此登入名稱已被使用", "This login is already in use")
	errPasswordSet    = fault.New(fault.Conflict, "已設定密碼，請用更改密碼", "A password is set already; change it instead")
	errNoPassword     = fault.New(fault.Conflict, "尚未設定密碼", "No password has been set yet")
	errNotAttached    = fault.New(fault.NotEligible, "只有機構用戶可申請成為計劃會員", "Only users of a partner centre can apply for the plan")
	errNotRegular     = fault.New(fault.NotEligible, "只有普通會員可申請成為計劃會員", "Only regular members can apply for the plan")
	errWrongState     = fault.New(fault.Conflict, "帳戶狀態不容許此操作", "The account is not in a state that allows this")
)

// subject is how the audit log names a user.
const subject = "user"

// Deps are what the service works with.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Sessions *session.Service
	Hasher   *password.Hasher
	Guard    *lockout.Guard
	Codes    *otp.Codes
	Delivery *delivery.Service
	Media    *media.Service
	Wallet   *wallet.Service
	Missions *mission.Service
	Audit    *audit.Service
	Notices  *notice.Service
}

// Service is the area's use cases.
type Service struct {
	Deps
	onJoin       []Joined
	applications Applications
}

// New builds the service.
func New(d Deps) *Service { return &Service{Deps: d} }

// Joined is told that someone became a plan member, in the transaction of
// joining and while the wallet is locked.
type Joined func(ctx context.Context, tx *db.Tx, userID string) error

// OnJoin adds something that follows from becoming a plan member.
func (s *Service) OnJoin(then Joined) { s.onJoin = append(s.onJoin, then) }

func (s *Service) joined(ctx context.Context, tx *db.Tx, userID string) error {
	for _, then := range s.onJoin {
		if err := then(ctx, tx, userID); err != nil {
			return fmt.Errorf("after joining the plan: %w", err)
		}
	}
	return nil
}

// Applications are those of a user for the plan and for another district.
type Applications interface {
	// Pending tells which applications are under review.
	Pending(ctx context.Context, r db.Reader, userID string) (plan, district bool, err error)
	// ApprovePlan approves the application for the plan, if one is under review.
	ApprovePlan(ctx context.Context, tx *db.Tx, userID, staffID, remark string) error
}

// UseApplications gives the service the area of applications, which needs this
// one to be built.
func (s *Service) UseApplications(a Applications) { s.applications = a }
