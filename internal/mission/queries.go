package mission

import (
	"context"
	"slices"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
	"hearten/internal/wallet"
)

// Page lists the missions that are open today, of one type or all, in the
// catalogue's order. The catalogue is short: it is read whole, in one statement
// with the member's progress.
func (s *Service) Page(ctx context.Context, who access.Member, kind *int, p page.Request) (found page.Of[mission], stepsToday int64, err error) {
	today := clock.Today(s.clock)
	all, err := listOpen(ctx, s.db, who.ID, kind, today)
	if err != nil {
		return found, 0, err
	}
	found, err = page.Cut(all, page.Sorting{Property: "order", Direction: "ASC"}, p)
	if err != nil {
		return found, 0, err
	}
	if slices.ContainsFunc(found.Items, func(m mission) bool { return m.Event == catalog.StepsOfDay && !m.Completed }) {
		stepsToday, err = s.stepsOf(ctx, who.ID, today)
	}
	return found, stepsToday, err
}

// Badges tells of which types rewards await claiming.
func (s *Service) Badges(ctx context.Context, who access.Member) (map[int]bool, error) {
	types, err := listWaitingTypes(ctx, s.db, who.ID, clock.Today(s.clock))
	waiting := map[int]bool{}
	for _, t := range types {
		waiting[t] = true
	}
	return waiting, err
}

// Pending is the reward that awaits claiming longest; none is db.ErrNone.
func (s *Service) Pending(ctx context.Context, who access.Member) (pending, error) {
	return findOldestWaiting(ctx, s.db, who.ID, clock.Today(s.clock))
}

// LevelBar is a member's level with those around it.
type LevelBar struct {
	member
	wallet.Progress
	Levels []LevelShown
}

// LevelShown is a level near the member's own; Present says that a gift waits
// there for members of the plan.
type LevelShown struct {
	Level   int
	Present bool
}

// LevelBar gives a member's level and the levels around it.
func (s *Service) LevelBar(ctx context.Context, who access.Member) (LevelBar, error) {
	p, err := findMember(ctx, s.db, who.ID)
	if err != nil {
		return LevelBar{}, err
	}
	levels, err := s.wallet.Levels(ctx, s.db)
	if err != nil {
		return LevelBar{}, err
	}
	bar := LevelBar{member: p, Progress: levels.Progress(p.Exp)}
	around := levels.Around(bar.Level)
	var gifts []int
	if p.UserType == access.PlanMember {
		if gifts, err = listGiftLevels(ctx, s.db, around[0], around[len(around)-1]); err != nil {
			return LevelBar{}, err
		}
	}
	for _, level := range around {
		bar.Levels = append(bar.Levels, LevelShown{level, slices.Contains(gifts, level)})
	}
	return bar, nil
}
