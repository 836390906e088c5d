package notice

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// OwnPage lists a member's notices.
func (s *Service) OwnPage(ctx context.Context, who access.Member, p page.Request) (page.Of[Notice], error) {
	return listOwn(ctx, s.db, who.ID, p)
}

// HasNew reports whether a member has a notice to read.
func (s *Service) HasNew(ctx context.Context, who access.Member) (bool, error) {
	return hasUnread(ctx, s.db, who.ID)
}

// Filter narrows a user's notices to some days; a zero date leaves that end open.
type Filter struct {
	UserID string
	From   clock.Date
	To     clock.Date
}

// Page lists the notices of one user within reach, including those that the
// user has hidden.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Notice], error) {
	err := findUser(ctx, s.db, who.Scope(), f.UserID)
	if db.IsNone(err) {
		err = who.WhyNot(ctx, s.db, f.UserID)
	}
	if err != nil {
		return page.Of[Notice]{}, err
	}
	return list(ctx, s.db, f, p)
}
