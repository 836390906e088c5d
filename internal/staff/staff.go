// Package staff is the people who work in the Web Portal: signing in and out,
// their passwords and their roles.
package staff

import (
	"time"

	"hearten/internal/audit"
	"hearten/internal/clock"
	"hearten/internal/db"
	"hearten/internal/fault"
	"hearten/internal/lockout"
	"hearten/internal/otp"
	"hearten/internal/password"
	"hearten/internal/session"
)

// FirstPasswordLife is how long a generated first password may be used.
const FirstPasswordLife = 7 * 24 * time.Hour

var (
	errBadCredentials = fault.New(fault.BadCredentials, "登入名稱或密碼不正確", "The login or the password is not right")
	errOldPassword    = fault.New(fault.WrongPassword, "舊密碼不正確", "The old password is not right")
	errEmailTaken     = fault.New(fault.Conflict, "此電郵已被使用", "This email address is already in use")

	ruleNewPassword = fault.Say("必須與舊密碼不同", "must differ from the old one")
)

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	sessions *session.Service
	hasher   *password.Hasher
	guard    *lockout.Guard
	audit    *audit.Service
	codes    *otp.Codes
}

// New builds the service.
func New(d *db.DB, c clock.Clock, s *session.Service, h *password.Hasher, g *lockout.Guard, a *audit.Service, o *otp.Codes) *Service {
	return &Service{d, c, s, h, g, a, o}
}

// subject is how the audit log names a staff member.
const subject = "staff"
