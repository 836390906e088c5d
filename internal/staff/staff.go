// Package staff manages the accounts of those who work in the Web Portal:
// signing in and out, passwords, roles, and what administrators change.
package staff

import (
	"context"
	"time"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/lockout"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// FirstPasswordLife is how long a generated first password may be used.
const FirstPasswordLife = 7 * 24 * time.Hour

var (
	errBadCredentials = fault.New(fault.BadCredentials, "登入名稱或密碼不正確", "The login or the password is not right")
	errOldPassword    = fault.New(fault.WrongPassword, "舊密碼不正確", "The old password is not right")
	errEmailTaken     = fault.New(fault.Conflict, "此電郵已被使用", "This email address is already in use")
	errOneself        = fault.New(fault.Conflict, "不可停用或刪除自己的帳戶", "You cannot disable or delete your own account")
	errLastAdmin      = fault.New(fault.Conflict, "必須保留最少一位管理員", "At least one administrator must remain")
	errDisabled       = fault.New(fault.Conflict, "帳戶已停用，請先啟用", "This account is disabled; enable it first")

	ruleNewPassword = fault.NewRule("必須與舊密碼不同", "must differ from the old one")
	ruleRole        = fault.NewRule("沒有這個角色", "there is no such role")
)

// Assignments is where users have the staff member responsible for them.
type Assignments interface {
	// Unassign leaves a staff member's users without one, except those of the
	// centre that is kept; "" keeps none.
	Unassign(ctx context.Context, tx *db.Tx, staffID string, kept access.Centre) error
}

// Deps are what the area needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Sessions *session.Service
	Hasher   *password.Hasher
	Guard    *lockout.Guard
	Audit    *audit.Service
	Codes    *otp.Codes
	Delivery *delivery.Service
	Users    Assignments
	// Portal is the address that staff sign in at.
	Portal string
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service { return &Service{d} }

// subject is how the audit log names a staff member.
const subject = "staff"
