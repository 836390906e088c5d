// Package notice manages the messages in the users' notification centre. Staff
// write to one user or many, other areas report what happened, and each notice
// is also pushed to the user's devices.
package notice

import (
	"time"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Link is the screen of the App that a notice leads to.
type Link int

// The screens that notices lead to.
const (
	NoLink       Link = 0
	LinkSurvey   Link = 8
	LinkProgress Link = 16
)

// Notice is a message to one user as it is stored.
type Notice struct {
	ID        string    `db:"id"`
	UserID    string    `db:"user_id"`
	Title     string    `db:"title"`
	Content   string    `db:"content"`
	Link      *Link     `db:"link"`
	IsRead    bool      `db:"is_read"`
	CreatedAt time.Time `db:"created_at"`
}

// New is a notice to be sent.
type New struct {
	UserID  string
	Title   string
	Content string
	Link    Link
	// Navigation is the screen that a tap on the push opens; unless given, the
	// notification centre.
	Navigation delivery.Navigation
	// SentBy is the member of staff; empty when the system sends it.
	SentBy string
}

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	audit    *audit.Service
	delivery *delivery.Service
}

// NewService builds the service.
func NewService(d *db.DB, c clock.Clock, a *audit.Service, m *delivery.Service) *Service {
	return &Service{db: d, clock: c, audit: a, delivery: m}
}

// subject is how the audit log names a notice.
const subject = "notice"
