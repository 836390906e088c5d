// Package survey manages questionnaires that are kept elsewhere: staff write
// down a title and a link, name recipients, and send it to them. Members open
// what was sent to them in the App.
package survey

import (
	"time"

	"hearten/internal/audit"
	"hearten/internal/mission"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Survey is a questionnaire that staff can send. It belongs to the centre of
// the staff member who created it, an administrator's to all.
type Survey struct {
	ID string `db:"id"`
	Content
	Centre    access.Centre `db:"centre"`
	Version   int64         `db:"version"`
	CreatedAt time.Time     `db:"created_at"`
}

// Content is what staff write.
type Content struct {
	Title string `db:"title" json:"title"`
	Link  string `db:"link" json:"link"`
}

// Recipient is a user whom a survey can be sent to, as staff see them.
type Recipient struct {
	ID       string            `db:"id"`
	UserID   string            `db:"user_id"`
	Username string            `db:"username"`
	Email    *string           `db:"email"`
	Phone    *string           `db:"phone"`
	District *string           `db:"district"`
	UserType access.UserType   `db:"user_type"`
	Staff    *string           `db:"staff"`
	Status   access.UserStatus `db:"status"`
	SendAt   *time.Time        `db:"send_at"` // nil before sending
}

// Received is a survey that was sent to a member.
type Received struct {
	ID       string `db:"id"` // of the recipient
	SurveyID string `db:"survey_id"`
	Content
	SendAt   time.Time  `db:"send_at"`
	OpenedAt *time.Time `db:"opened_at"`
}

const (
	// maxRecipients is the most that one call names.
	maxRecipients = 1000
	// sendAgainAfter is how long a recipient is not sent the same survey again.
	sendAgainAfter = 24 * time.Hour
)

var (
	ruleWrongKind  = fault.NewRule("不屬於這類用戶：%s", "are not users of this kind: %s")
	ruleRecipients = fault.NewRule("必須為 1 至 1000 個", "must be 1 to 1000")
)

// subject is the name of a survey in the audit log.
const subject = "survey"

// Deps are what the area needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Service
	Notices  *notice.Service
	Missions *mission.Service
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service { return &Service{d} }
