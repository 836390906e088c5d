package notice

import (
	"context"
	"slices"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// SendTo writes to users of one kind within reach: to all of them or none. A
// user who is named twice gets one notice.
func (s *Service) SendTo(ctx context.Context, who access.Staff, kind access.Attachment, userIDs []string, title, content string) error {
	w, err := words{title, content}.check(userIDs)
	if err != nil {
		return err
	}
	userIDs = slices.Compact(slices.Sorted(slices.Values(userIDs)))
	return s.db.Write(ctx, func(tx *db.Tx) error {
		reached, err := recipients(ctx, tx, who.Scope(), userIDs)
		if err != nil {
			return err
		}
		if len(reached) < len(userIDs) {
			return who.WhyNot(ctx, tx, userIDs...)
		}
		if err := allOf(kind, reached); err != nil {
			return err
		}
		notices := make([]New, len(userIDs))
		for i, id := range userIDs {
			notices[i] = New{UserID: id, Title: w.Title, Content: w.Content, SentBy: who.ID}
		}
		ids, err := s.send(ctx, tx, notices)
		if err != nil {
			return err
		}
		entries := make([]audit.Entry, len(ids))
		for i, id := range ids {
			entries[i] = audit.Entry{Subject: subject, ID: id, UserID: userIDs[i], After: w}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// Filter narrows a user's notices to some days; a zero date leaves that end open.
type Filter struct {
	UserID string
	From   clock.Date
	To     clock.Date
}

// Page lists the notices of one user within reach, those that the user put away
// included.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Notice], error) {
	err := reaches(ctx, s.db, who.Scope(), f.UserID)
	if db.IsNone(err) {
		err = who.WhyNot(ctx, s.db, f.UserID)
	}
	if err != nil {
		return page.Of[Notice]{}, err
	}
	where := (&db.Where{}).And("user_id = ?", f.UserID)
	if !f.From.IsZero() {
		where.And("created_at >= ?", f.From.Start())
	}
	if !f.To.IsZero() {
		where.And("created_at < ?", f.To.End())
	}
	return list(ctx, s.db, where, p)
}
