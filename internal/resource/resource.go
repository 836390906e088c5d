// Package resource is community resources: a directory of clothing, food,
// housing, transport and welfare services that staff keep through the review
// workflow and members look things up in.
package resource

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/access"
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

	// What the catalogue says of its sub-type and community.
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

// subject is how the review and the audit log name a resource.
const subject = "resource"

// Service is the area's use cases.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	audit  *audit.Service
	media  *media.Service
	marks  *reaction.Service
	review *workflow.Review
}

// New builds the service.
func New(d *db.DB, c clock.Clock, a *audit.Service, files *media.Service, marks *reaction.Service, w *workflow.Service) *Service {
	s := &Service{db: d, clock: c, audit: a, media: files, marks: marks}
	s.review = w.Of(workflow.Kind{Name: subject, Table: "resources", Moved: s.moved})
	return s
}

// moved counts a resource and shows its picture while it is listed.
func (s *Service) moved(ctx context.Context, tx *db.Tx, moves []workflow.Move) error {
	joins := map[string]bool{} // of what joins or leaves the members' list
	for _, m := range moves {
		if was, is := m.Before.Status == workflow.Listed, m.After.Status == workflow.Listed; was != is {
			joins[m.After.ID] = is
		}
	}
	if len(joins) == 0 {
		return nil
	}
	all, err := filedOf(ctx, tx, slices.Sorted(maps.Keys(joins)))
	if err != nil {
		return err
	}
	var joined, left []shelf
	var shown, hidden []string
	for _, r := range all {
		if joins[r.ID] {
			joined, shown = append(joined, r.shelf), append(shown, r.Picture)
		} else {
			left, hidden = append(left, r.shelf), append(hidden, r.Picture)
		}
	}
	if err := recount(ctx, tx, joined, left); err != nil {
		return err
	}
	if err := s.media.Publish(ctx, tx, nil, nil, shown...); err != nil {
		return err
	}
	return s.media.Hide(ctx, tx, hidden...)
}

// accessOf is who may see the picture of a resource in a status.
func accessOf(status workflow.Status) media.Access {
	if status == workflow.Listed {
		return media.Public
	}
	return media.Private
}

// Waiting counts the resources that wait for a staff member's approval.
func (s *Service) Waiting(ctx context.Context, who access.Staff) (int64, error) {
	return s.review.Waiting(ctx, who)
}
