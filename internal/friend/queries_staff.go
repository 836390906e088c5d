package friend

import (
	"context"
	"fmt"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// RelationsOf lists the friends and requests of a member within reach.
func (s *Service) RelationsOf(ctx context.Context, who access.Staff, userID string, statuses []Status, key string, p page.Request) (page.Of[RelatedUser], error) {
	if err := checkReach(ctx, s.DB, who, userID); err != nil {
		return page.Of[RelatedUser]{}, err
	}
	found, err := listRelations(ctx, s.DB, who.Scope(), userID, statuses, key, p)
	return onlyInReach(who, found), err
}

// BlockedBy lists whom a member within reach blocked.
func (s *Service) BlockedBy(ctx context.Context, who access.Staff, userID, key string, p page.Request) (page.Of[RelatedUser], error) {
	if err := checkReach(ctx, s.DB, who, userID); err != nil {
		return page.Of[RelatedUser]{}, err
	}
	found, err := listBlockedBy(ctx, s.DB, who.Scope(), userID, key, p)
	return onlyInReach(who, found), err
}

// Candidates lists users within reach whom staff can make friends of a member.
func (s *Service) Candidates(ctx context.Context, who access.Staff, kind access.Attachment, userID, key string, p page.Request) (page.Of[RelatedUser], error) {
	if userID != "" {
		if err := checkReach(ctx, s.DB, who, userID); err != nil {
			return page.Of[RelatedUser]{}, err
		}
	}
	return listCandidates(ctx, s.DB, who.Scope(), kind, userID, key, p)
}

// RelationDetail is one relation of a member, with the other's level and what
// the member lets the other see.
type RelationDetail struct {
	RelatedUser
	Level int
	Views Views
}

// RelationOf shows one relation of a member within reach.
func (s *Service) RelationOf(ctx context.Context, who access.Staff, userID, pairID string, status Status) (d RelationDetail, err error) {
	if err := checkReach(ctx, s.DB, who, userID); err != nil {
		return d, err
	}
	other, err := findRelated(ctx, s.DB, userID, pairID, status)
	if err != nil {
		return d, err
	}
	d.RelatedUser = other.onlyInReach(who.Scope())
	if d.Views, err = s.findGranted(ctx, s.DB, userID, other.UserID); err != nil {
		return d, err
	}
	if d.Level, err = s.Wallet.LevelOf(ctx, s.DB, other.Exp); err != nil {
		return d, fmt.Errorf("read the level: %w", err)
	}
	return d, nil
}

// SettingsOf are the settings of a member within reach.
func (s *Service) SettingsOf(ctx context.Context, who access.Staff, userID string) (Settings, error) {
	if err := checkReach(ctx, s.DB, who, userID); err != nil {
		return Settings{}, err
	}
	return findSettings(ctx, s.DB, userID)
}

func onlyInReach(who access.Staff, found page.Of[RelatedUser]) page.Of[RelatedUser] {
	scope := who.Scope()
	return page.Map(found, func(u RelatedUser) RelatedUser { return u.onlyInReach(scope) })
}

// checkReach refuses unless all of the users are within the staff member's reach.
func checkReach(ctx context.Context, r db.Reader, who access.Staff, ids ...string) error {
	reached, err := findInReach(ctx, r, who.Scope(), ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !reached[id] {
			return who.WhyNot(ctx, r, ids...)
		}
	}
	return nil
}
