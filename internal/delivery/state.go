package delivery

import (
	"context"

	"hearten/internal/access"
	"hearten/internal/page"
)

// Filter narrows the list of messages; what is empty narrows nothing.
type Filter struct {
	Channel  Channel
	Statuses []Status
	UserID   string
}

// Page lists how the messages within reach fared: staff of a centre see those
// of its users and colleagues, administrators all.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Delivery], error) {
	return list(ctx, s.db, who.Scope(), f, p)
}
