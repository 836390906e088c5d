// Package resource manages community resources: a directory of clothing, food,
// housing, transport and welfare services. Staff take its entries through review
// (package workflow); members look things up in the listed ones.
package resource

import (
	"fmt"
	"time"

	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/reaction"
	"hearten/internal/workflow"
)

// Resource is one entry of the directory.
type Resource struct {
	workflow.Item
	Number      int64  `db:"number"`
	Name        string `db:"name"`
	Phone       string `db:"phone"`
	Address     string `db:"address"`
	Introduce   string `db:"introduce"`
	SubtypeID   string `db:"subtype_id"`
	CommunityID string `db:"community_id"`
	Picture     string `db:"picture"` // its key

	// From the catalogue, by its sub-type and community.
	Type           int    `db:"type"`
	TypeName       string `db:"type_name"`
	Subtype        string `db:"subtype"`
	Community      string `db:"community"`
	CommunityShort string `db:"community_short"`

	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

// ExternalID is the number people see.
func (r Resource) ExternalID() string { return fmt.Sprintf("R%06d", r.Number) }

var (
	errNoCommunity = fault.New(fault.NotFound, "在你的範圍內找不到這個社區", "There is no such community within your reach")
	errNoSubtype   = fault.New(fault.NotFound, "找不到這個資源類別", "There is no such sub-type")
)

// subject is the name of a resource in the audit log and the workflow.
const subject = "resource"

// Deps are what the area needs.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Audit     *audit.Service
	Media     *media.Service
	Reactions *reaction.Service
	Workflow  *workflow.Service
}

// Service is the area's use cases.
type Service struct {
	Deps
	review *workflow.Review
}

// New builds the service and gives resources their review.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.review = d.Workflow.Register(workflow.Kind{Name: subject, Table: db.Resources, Moved: s.moved})
	return s
}
