package friend

import (
	"context"
	"slices"

	"hearten/internal/platform/access"
)

// Detail is someone as a member sees them. What the member may not see is not
// in it.
type Detail struct {
	tie
	May     Views
	Friends bool
	Counted Counted
	Level   int
	Picture string
}

// Find shows someone to a member. A missing permission hides, it never fails.
func (s *Service) Find(ctx context.Context, who access.Member, otherID string) (Detail, error) {
	if otherID == who.ID {
		return Detail{}, errSelf
	}
	t, err := visibleTie(ctx, s.db, who.ID, otherID, s.clock.Now())
	if err != nil {
		return Detail{}, err
	}
	d := Detail{tie: t, May: t.views(), Friends: t.relation() == Friends, Picture: s.pictureOf(t)}
	d.Counted, err = s.figures.Of(ctx, otherID, Wanted{Steps: d.May.Step, Map: d.May.Map, Mascots: d.May.Mascot, Lessons: d.Friends})
	if err != nil || !d.Friends {
		return d, err
	}
	balance, err := s.wallet.BalanceOf(ctx, s.db, otherID)
	if err != nil {
		return d, err
	}
	d.Level, err = s.wallet.LevelOf(ctx, s.db, balance.Exp)
	return d, err
}

// ownPicture reports whether the picture is one of the person's own.
func (d Detail) ownPicture() bool { return d.May.Avatar && d.AvatarKey != nil }

// mascot reports whether there is a mascot that the viewer may see.
func (d Detail) mascot() bool {
	return d.May.Mascot && slices.ContainsFunc(d.Counted.InUse, func(i Item) bool { return i.CategoryID == mascotCategory })
}

// HasPhysique reports whether someone told height and weight; to whoever may
// not see their steps they did not.
func (s *Service) HasPhysique(ctx context.Context, who access.Member, otherID string) (bool, error) {
	if otherID == who.ID {
		return false, errSelf
	}
	t, err := visibleTie(ctx, s.db, who.ID, otherID, s.clock.Now())
	if err != nil || !t.views().Step {
		return false, err
	}
	return s.figures.HasPhysique(ctx, otherID)
}
