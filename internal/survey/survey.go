// Package survey is questionnaires kept elsewhere: staff write down a title and
// a link, and send them to users.
package survey

import (
	"time"

	"hearten/internal/audit"
	"hearten/internal/mission"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Survey is a questionnaire that staff can send. It belongs to the centre of
// whoever created it, an administrator's to all.
type Survey struct {
	ID        string        `db:"id"`
	Title     string        `db:"title"`
	Link      string        `db:"link"`
	Centre    access.Centre `db:"centre"`
	Version   int64         `db:"version"`
	CreatedAt time.Time     `db:"created_at"`
}

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	audit    *audit.Service
	notices  *notice.Service
	missions *mission.Service
}

// New builds the service.
func New(d *db.DB, c clock.Clock, a *audit.Service, n *notice.Service, m *mission.Service) *Service {
	return &Service{d, c, a, n, m}
}

// subject is how the audit log names a survey.
const subject = "survey"
