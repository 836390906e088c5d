package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// RelationsOf lists the friends and requests of a member within reach.
func (s *Service) RelationsOf(ctx context.Context, who access.Staff, userID string, statuses []Status, key string, p page.Request) (page.Of[Relative], error) {
	if err := reach(ctx, s.db, who, userID); err != nil {
		return page.Of[Relative]{}, err
	}
	found, err := listRelations(ctx, s.db, who.Scope(), userID, statuses, key, p)
	return beyondReach(who, found), err
}

// BlockedBy lists whom a member within reach blocked.
func (s *Service) BlockedBy(ctx context.Context, who access.Staff, userID, key string, p page.Request) (page.Of[Relative], error) {
	if err := reach(ctx, s.db, who, userID); err != nil {
		return page.Of[Relative]{}, err
	}
	found, err := listBlockedBy(ctx, s.db, who.Scope(), userID, key, p)
	return beyondReach(who, found), err
}

// narrow is which people a staff member looks among.
type narrow func(scope access.Scope, where *db.Where, users string)

// Candidates lists people within reach whom staff can make friends of a member.
func (s *Service) Candidates(ctx context.Context, who access.Staff, kind narrow, userID, key string, p page.Request) (page.Of[Relative], error) {
	if userID != "" {
		if err := reach(ctx, s.db, who, userID); err != nil {
			return page.Of[Relative]{}, err
		}
	}
	return listCandidates(ctx, s.db, who.Scope(), kind, userID, key, p)
}

// RelationOf shows one relation of a member within reach, with the other's
// record and what the member lets the other see.
func (s *Service) RelationOf(ctx context.Context, who access.Staff, userID, pairID string, status Status) (Relative, Views, error) {
	if err := reach(ctx, s.db, who, userID); err != nil {
		return Relative{}, Views{}, err
	}
	found, err := findRelation(ctx, s.db, userID, pairID, status)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	if err != nil {
		return Relative{}, Views{}, err
	}
	views, err := s.granted(ctx, s.db, userID, found.UserID)
	return found.within(who.Scope()), views, err
}

// SettingsOf are the settings of a member within reach.
func (s *Service) SettingsOf(ctx context.Context, who access.Staff, userID string) (Settings, error) {
	if err := reach(ctx, s.db, who, userID); err != nil {
		return Settings{}, err
	}
	return settingsOf(ctx, s.db, userID)
}

func beyondReach(who access.Staff, found page.Of[Relative]) page.Of[Relative] {
	scope := who.Scope()
	return page.Map(found, func(r Relative) Relative { return r.within(scope) })
}

// reach refuses unless everyone named is within the staff member's reach.
func reach(ctx context.Context, r db.Reader, who access.Staff, ids ...string) error {
	reached, err := reachedOf(ctx, r, who.Scope(), ids)
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
