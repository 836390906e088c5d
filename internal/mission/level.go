package mission

import (
	"context"
	"slices"

	"hearten/internal/platform/access"
	"hearten/internal/wallet"
)

// Standing is how far a member has come.
type Standing struct {
	person
	wallet.Standing
	Levels []LevelShown
}

// LevelShown is a level near the member's own; Present says that a gift waits
// there for members of the plan.
type LevelShown struct {
	Level   int
	Present bool
}

// Standing tells a member's level and what lies around it.
func (s *Service) Standing(ctx context.Context, who access.Member) (Standing, error) {
	p, err := findPerson(ctx, s.db, who.ID)
	if err != nil {
		return Standing{}, err
	}
	levels, err := s.wallet.Levels(ctx, s.db)
	if err != nil {
		return Standing{}, err
	}
	standing := Standing{person: p, Standing: levels.Progress(p.Exp)}
	around := levels.Around(standing.Level)
	var gifts []int
	if p.UserType == access.PlanMember {
		if gifts, err = giftLevels(ctx, s.db, around[0], around[len(around)-1]); err != nil {
			return Standing{}, err
		}
	}
	for _, level := range around {
		standing.Levels = append(standing.Levels, LevelShown{level, slices.Contains(gifts, level)})
	}
	return standing, nil
}
