package article

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

// Find gives one article within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Article, error) {
	a, err := find(ctx, s.db, who.Scope(), id)
	if err != nil {
		return a, err
	}
	a.Tags, err = tagsOn(ctx, s.db, id)
	return a, err
}

// Filter narrows the portal's list; what is empty narrows nothing.
type Filter struct {
	SearchKey string
	Category  Category
	Types     []Type
	Statuses  []workflow.Status
	Districts []District
}

// Page lists the articles within reach.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Summary], error) {
	return list(ctx, s.db, who.Scope(), f, p)
}
