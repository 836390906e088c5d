package resource

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Page lists the resources within a staff member's reach.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Resource], error) {
	return list(ctx, s.db, who.Scope(), f, p)
}

// Listed lists what members see of a community. It is the same for all of them,
// wherever they live.
func (s *Service) Listed(ctx context.Context, communityID string, kind *int, p page.Request) (page.Of[listedItem], error) {
	return listedOf(ctx, s.db, communityID, kind, p)
}

// FindListed gives one resource that members see.
func (s *Service) FindListed(ctx context.Context, id string) (Resource, error) {
	return findListed(ctx, s.db, id)
}

// Read notes that a member has read a resource.
func (s *Service) Read(ctx context.Context, who access.Member, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := findListed(ctx, tx, id); err != nil {
			return err
		}
		_, err := s.marks.SetResourceRead(ctx, tx, who.ID, id, true)
		return err
	})
}

// Type is a kind of resource with its sub-types.
type Type struct {
	Type     int
	Name     string
	Subtypes []subtypeRow
}

// Types lists what resources are filed under.
func (s *Service) Types(ctx context.Context) ([]Type, error) {
	rows, err := subtypes(ctx, s.db)
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
