package staff

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/page"
)

// Names lists the staff of the caller's centre and the administrators, disabled
// ones included: whoever a record of the centre may name.
func (s *Service) Names(ctx context.Context, who access.Staff) ([]Colleague, error) {
	return listNames(ctx, s.DB, who.Scope())
}

// Page lists the staff within reach whose username, phone, email or name holds
// the key.
func (s *Service) Page(ctx context.Context, who access.Staff, key string, p page.Request) (page.Of[Colleague], error) {
	return listPage(ctx, s.DB, who.Scope(), key, p)
}

// Find gives one staff member within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Colleague, error) {
	return findColleague(ctx, s.DB, who.Scope(), id)
}
