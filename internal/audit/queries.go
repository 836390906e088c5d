package audit

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// Filter narrows the log; what is empty narrows nothing.
type Filter struct {
	StaffID string
	UserID  string
	Action  string
	From    clock.Date
	To      clock.Date
}

// Page lists what the staff of the caller's centre did; of all centres for
// administrators.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[row], error) {
	return list(ctx, s.db, who.Scope(), f, p)
}
