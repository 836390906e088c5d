package resource

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

// Find gives one resource within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Resource, error) {
	return find(ctx, s.DB, who.Scope(), id)
}

// Filter narrows the portal's list; an empty field narrows nothing.
type Filter struct {
	Status       workflow.Status
	CommunityIDs []string
	Types        []int
	SubtypeIDs   []string
}

// Page lists the resources within a staff member's reach.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Resource], error) {
	return list(ctx, s.DB, who.Scope(), f, p)
}

// StatusCounts is how many resources each status has.
func (s *Service) StatusCounts(ctx context.Context, who access.Staff) (map[workflow.Status]int64, error) {
	return s.review.Counts(ctx, who, nil)
}

// Waiting counts the resources that wait for a staff member's approval.
func (s *Service) Waiting(ctx context.Context, who access.Staff) (int64, error) {
	return s.review.Waiting(ctx, who)
}

// CountExisting is how many of the resources exist, listed or not.
func (s *Service) CountExisting(ctx context.Context, r db.Reader, ids []string) (int, error) {
	return s.review.CountExisting(ctx, r, ids)
}

// AppSummary is a resource in the members' list.
type AppSummary struct {
	ID        string `db:"id"`
	Name      string `db:"name"`
	Address   string `db:"address"`
	SubtypeID string `db:"subtype_id"`
	Type      int    `db:"type"`
	TypeName  string `db:"type_name"`
	Subtype   string `db:"subtype"`
}

// AppPage lists what members see of a community, of one type or of all. It is
// the same for every member, wherever they live.
func (s *Service) AppPage(ctx context.Context, communityID string, kind *int, p page.Request) (page.Of[AppSummary], error) {
	return listListed(ctx, s.DB, communityID, kind, p)
}

// FindListed gives one resource that members see.
func (s *Service) FindListed(ctx context.Context, id string) (Resource, error) {
	return findListed(ctx, s.DB, id)
}

// ListedByCommunity counts what members see, by the community's number on the
// map; a community with nothing may be missing.
func (s *Service) ListedByCommunity(ctx context.Context, r db.Reader) (map[int]int, error) {
	rows, err := countByCommunity(ctx, r)
	counts := make(map[int]int, len(rows))
	for _, row := range rows {
		counts[row.Community] = row.Count
	}
	return counts, err
}

// Community is a community on the map.
type Community struct {
	ID   string `db:"id"`
	Name string `db:"name"`
}

// Communities lists those on the map, in their order.
func (s *Service) Communities(ctx context.Context) ([]Community, error) {
	return listCommunities(ctx, s.DB)
}

// Type is a kind of resource with its sub-types.
type Type struct {
	Type     int
	Name     string
	Subtypes []subtypeRow
}

// Types lists the types and sub-types of resources.
func (s *Service) Types(ctx context.Context) ([]Type, error) {
	rows, err := listSubtypes(ctx, s.DB)
	types := []Type{}
	for _, row := range rows {
		if n := len(types); n == 0 || types[n-1].Type != row.Type {
			types = append(types, Type{Type: row.Type, Name: row.TypeName})
		}
		last := &types[len(types)-1]
		last.Subtypes = append(last.Subtypes, row)
	}
	return types, err
}
