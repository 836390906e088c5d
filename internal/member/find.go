package member

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// OrgPage lists the users of partner centres within reach.
func (s *Service) OrgPage(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Person], error) {
	return listOrg(ctx, s.db, who.Scope(), f, p)
}

// FreePage lists the users of no centre.
func (s *Service) FreePage(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Person], error) {
	return listFree(ctx, s.db, who.Scope(), f, p)
}

// Find gives one member's record. Someone of another centre, or for support
// staff someone else's, is not found; free users are refused to whoever has
// none.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Record, error) {
	record, err := find(ctx, s.db, who.Scope(), id)
	if !db.IsNone(err) {
		return record, err
	}
	return Record{}, who.WhyNot(ctx, s.db, id)
}
