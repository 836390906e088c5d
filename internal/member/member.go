// Package member shows staff the members they look after: lists, one member's
// record, who can be added to a survey, and what waits for the caller. It only
// reads; what changes a member is done by account, membership and removal.
package member

import (
	"context"
	"time"

	"hearten/internal/account"
	"hearten/internal/delivery"
	"hearten/internal/membership"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/removal"
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
	Level         int
	Picture       string // where the picture is
}

// Review counts what waits for a staff member's approval.
type Review interface {
	Waiting(ctx context.Context, who access.Staff) (int64, error)
}

// Deps are what the service works with.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Accounts    *account.Service
	Memberships *membership.Service
	Removals    *removal.Service
	Delivery    *delivery.Service
	Surveys     *survey.Service
	Articles    Review
	Resources   Review
	Wallet      *wallet.Service
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service { return &Service{d} }
