package delivery

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
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

// CountFailed tells how many messages within reach, written since then, could
// not be sent.
func (s *Service) CountFailed(ctx context.Context, who access.Staff, since time.Time) (int64, error) {
	where := (&db.Where{}).And("status = ?", int(Failed)).And("created_at >= ?", since)
	who.Scope().Own(where, "centre")
	text, args := where.SQL()
	return s.db.Count(ctx, `SELECT COUNT(*) FROM deliveries WHERE `+text, args...)
}
