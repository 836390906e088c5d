package friend

import (
	"context"
	"fmt"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Request asks someone to be a friend. Whatever prevents it, a block included,
// gets the same reply, and nothing is stored.
func (s *Service) Request(ctx context.Context, who access.Member, otherID string) (reply ActionType, err error) {
	err = s.changeRelation(ctx, who, otherID, func(tx *db.Tx, r relation) error {
		now := s.Clock.Now()
		today := clock.DateOf(now)
		used, err := findUsage(ctx, tx, who.ID, otherID)
		if err != nil {
			return err
		}
		result := r.eligibility(used, today).request()
		reply = result.reply()
		switch result {
		case befriends:
			return s.befriend(ctx, tx, r)
		case asks:
			if err := countRequest(ctx, tx, who.ID, today); err != nil {
				return err
			}
			pairID, err := insertPair(ctx, tx, who.ID, otherID, Requesting, now)
			if err != nil {
				return err
			}
			return s.announce(ctx, tx, announcement{Pair: pairID, To: otherID, Of: who.ID, Status: Requesting})
		default:
			return nil
		}
	})
	return reply, err
}

// Accept makes friends of a member and someone who asked.
func (s *Service) Accept(ctx context.Context, who access.Member, otherID string) error {
	return s.changeRelation(ctx, who, otherID, func(tx *db.Tx, r relation) error {
		if r.state() != OwnerAsked {
			return fault.ErrNotFound
		}
		used, err := findUsage(ctx, tx, who.ID, otherID)
		if err != nil {
			return err
		}
		if r.eligibility(used, clock.Today(s.Clock)).ListFull {
			return errListFull
		}
		return s.befriend(ctx, tx, r)
	})
}

// befriend turns the other's request into a friendship and tells them.
func (s *Service) befriend(ctx context.Context, tx *db.Tx, r relation) error {
	if err := markFriends(ctx, tx, *r.PairID, s.Clock.Now()); err != nil {
		return err
	}
	if err := s.becameFriends(ctx, tx, r.ViewerID, r.ID); err != nil {
		return err
	}
	return s.announce(ctx, tx, announcement{Pair: *r.PairID, To: r.ID, Of: r.ViewerID, Status: Normal})
}

// becameFriends does what follows from a new friendship: it deletes earlier
// rejections, and counts the pair for missions of both, once for ever.
func (s *Service) becameFriends(ctx context.Context, tx *db.Tx, one, other string) error {
	if err := deleteCoolDowns(ctx, tx, one, other); err != nil {
		return err
	}
	low, high := ordered(one, other)
	for _, id := range []string{low, high} {
		if _, err := s.Missions.Record(ctx, tx, id, catalog.FriendMade, low+" "+high); err != nil {
			return fmt.Errorf("count a friendship: %w", err)
		}
	}
	return nil
}

// Reject rejects a request; the one who asked may not ask again for a week. The
// reply is what the member can do about them now.
func (s *Service) Reject(ctx context.Context, who access.Member, otherID string) (reply ActionType, err error) {
	err = s.changeRelation(ctx, who, otherID, func(tx *db.Tx, r relation) error {
		if r.state() != OwnerAsked {
			return fault.ErrNotFound
		}
		if err := s.endRequest(ctx, tx, otherID, who.ID); err != nil {
			return err
		}
		used, err := findUsage(ctx, tx, who.ID, otherID)
		r.PairStatus = nil
		reply = r.eligibility(used, clock.Today(s.Clock)).actionType()
		return err
	})
	return reply, err
}

// endRequest rejects the request of one member to another.
func (s *Service) endRequest(ctx context.Context, tx *db.Tx, from, to string) error {
	if err := deletePair(ctx, tx, from, to); err != nil {
		return err
	}
	return saveCoolDown(ctx, tx, from, to, s.Clock.Now().Add(coolDown))
}

// Remove ends a friendship, or takes an own request back. The other is not told.
func (s *Service) Remove(ctx context.Context, who access.Member, otherID string) error {
	return s.changeRelation(ctx, who, otherID, func(tx *db.Tx, r relation) error {
		if state := r.state(); state != Friends && state != ViewerAsked {
			return fault.ErrNotFound
		}
		return deletePair(ctx, tx, who.ID, otherID)
	})
}
