package mission

import (
	"context"
	"slices"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// Page lists the missions that are open today, of one type or all, in the
// catalogue's order. The catalogue is short: it is read whole, in one statement
// with the member's progress.
func (s *Service) Page(ctx context.Context, who access.Member, kind *int, p page.Request) (found page.Of[mission], stepsToday int64, err error) {
	today := clock.Today(s.clock)
	all, err := openMissions(ctx, s.db, who.ID, kind, today)
	if err != nil {
		return found, 0, err
	}
	found, err = page.Cut(all, page.Sorting{Property: "order", Direction: "ASC"}, p)
	if err != nil {
		return found, 0, err
	}
	if slices.ContainsFunc(found.Items, func(m mission) bool { return m.Event == catalog.StepsOfDay && !m.Completed }) {
		stepsToday, err = s.walked(ctx, who.ID, today)
	}
	return found, stepsToday, err
}

// Badges tells of which types rewards await claiming.
func (s *Service) Badges(ctx context.Context, who access.Member) (map[int]bool, error) {
	types, err := waitingTypes(ctx, s.db, who.ID, clock.Today(s.clock))
	waiting := map[int]bool{}
	for _, t := range types {
		waiting[t] = true
	}
	return waiting, err
}

// Pending is the reward that awaits claiming longest; none is db.ErrNone.
func (s *Service) Pending(ctx context.Context, who access.Member) (pending, error) {
	return oldestWaiting(ctx, s.db, who.ID, clock.Today(s.clock))
}
