// Package member is staff looking after members: finding them, signing them up,
// putting their records right, freezing, applications, member lists, and those
// who want to leave. It reads the account area's tables; what changes in them
// is that area's doing.
package member

import (
	"context"
	"time"

	"hearten/internal/account"
	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/privacy"
	"hearten/internal/survey"
	"hearten/internal/wallet"
)

// Person is a member as staff see them.
type Person struct {
	ID            string            `db:"id"`
	Username      string            `db:"username"`
	Nickname      string            `db:"nickname"`
	Email         string            `db:"email"`
	Phone         string            `db:"phone"`
	District      string            `db:"district"`
	UserType      access.UserType   `db:"user_type"`
	ServiceNumber string            `db:"service_number"`
	Status        access.UserStatus `db:"status"`
	Staff         string            `db:"staff"`
	JoinedAt      time.Time         `db:"created_at"`
	LastLogin     *time.Time        `db:"last_login"`
}

// Record is everything staff may know of one member.
type Record struct {
	Person
	Gender        *int          `db:"gender"`
	Birthday      clock.Date    `db:"birthday"`
	Signature     string        `db:"signature"`
	AvatarKey     *string       `db:"avatar_key"`
	DefaultAvatar int           `db:"default_avatar"`
	StaffID       *string       `db:"staff_id"`
	Centre        access.Centre `db:"centre"`
	Exp           int64         `db:"exp"`
}

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	accounts *account.Service
	audit    *audit.Service
	delivery *delivery.Service
	people   *privacy.Register
	surveys  *survey.Service
	reviews  Reviews
	wallet   *wallet.Service
}

// Reviews are the areas whose content waits for approval.
type Reviews struct {
	Articles  Review
	Resources Review
}

// Review counts what waits for a staff member's approval.
type Review interface {
	Waiting(ctx context.Context, who access.Staff) (int64, error)
}

// New builds the service.
func New(d *db.DB, c clock.Clock, accounts *account.Service, a *audit.Service, messages *delivery.Service, people *privacy.Register, surveys *survey.Service, reviews Reviews, w *wallet.Service) *Service {
	return &Service{d, c, accounts, a, messages, people, surveys, reviews, w}
}
