package removal

import (
	"context"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// Removal is a member who asked to be removed and still can come back.
type Removal struct {
	ID            string          `db:"id"`
	UserID        string          `db:"user_id"`
	Username      string          `db:"username"`
	Nickname      string          `db:"nickname"`
	Email         string          `db:"email"`
	Phone         string          `db:"phone"`
	District      string          `db:"district"`
	ReasonType    *int            `db:"reason_type"`
	Reason        string          `db:"reason"`
	UserType      access.UserType `db:"user_type"`
	ServiceNumber string          `db:"service_number"`
	RequestedAt   time.Time       `db:"requested_at"`
}

// List lists the members of a kind who wait to be removed.
func (s *Service) List(ctx context.Context, who access.Staff, of access.Attachment, key string, p page.Request) (page.Of[Removal], error) {
	return listOpen(ctx, s.DB, who.Scope(), of, key, p)
}

// Find reads one of them.
func (s *Service) Find(ctx context.Context, who access.Staff, of access.Attachment, id string) (Removal, error) {
	r, err := findOpen(ctx, s.DB, who.Scope(), of, id)
	return r, db.NoneAs(err, fault.ErrNotFound)
}

// CountOpen counts the removals that wait for the caller's decision.
func (s *Service) CountOpen(ctx context.Context, who access.Staff) (int64, error) {
	return countOpen(ctx, s.DB, who.Scope())
}

// Consent is whether a member accepted the consent in force.
type Consent struct {
	Version  string
	Accepted bool       `db:"accepted"`
	At       *time.Time `db:"created_at"`
}

// Consent tells the caller's answer to the consent in force; a newer version
// asks again.
func (s *Service) Consent(ctx context.Context, who access.Member) (Consent, error) {
	current, err := catalog.ReadConsent(ctx, s.DB)
	if err != nil {
		return Consent{}, err
	}
	c, err := findConsent(ctx, s.DB, who.ID, current.Version)
	c.Version = current.Version
	return c, db.NoneAs(err, nil)
}

// ExportOf tells how far the caller's archive is.
func (s *Service) ExportOf(ctx context.Context, who access.Member) (Export, error) {
	e, err := findExport(ctx, s.DB, who.ID)
	if db.IsNone(err) {
		return Export{Status: exportNone}, nil
	}
	if err == nil && e.Status == exportReady && e.FileKey != nil {
		e.URL = s.Media.SignedURL(*e.FileKey, exportLife)
	}
	return e, err
}
