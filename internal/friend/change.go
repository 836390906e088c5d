package friend

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Request asks someone to be a friend. Whatever stands in the way, a block
// included, is read and answered alike, and nothing of it is stored.
func (s *Service) Request(ctx context.Context, who access.Member, otherID string) (reply ActionType, err error) {
	err = s.between(ctx, who, otherID, func(tx *db.Tx, t tie) error {
		now := s.clock.Now()
		today := clock.DateOf(now)
		used, err := burdens(ctx, tx, who.ID, otherID)
		if err != nil {
			return err
		}
		result := t.standing(used, today).request()
		reply = result.reply()
		switch result {
		case befriends:
			return s.befriend(ctx, tx, t)
		case asks:
			if err := countRequest(ctx, tx, who.ID, today); err != nil {
				return err
			}
			pairID, err := insertPair(ctx, tx, who.ID, otherID, Requesting, now)
			if err != nil {
				return err
			}
			return s.announce(ctx, tx, news{Pair: pairID, To: otherID, Of: who.ID, Status: Requesting})
		default:
			return nil
		}
	})
	return reply, err
}

// Accept makes friends of a member and someone who asked.
func (s *Service) Accept(ctx context.Context, who access.Member, otherID string) error {
	return s.between(ctx, who, otherID, func(tx *db.Tx, t tie) error {
		if t.relation() != OwnerAsked {
			return fault.ErrNotFound
		}
		used, err := burdens(ctx, tx, who.ID, otherID)
		if err != nil {
			return err
		}
		if t.standing(used, clock.Today(s.clock)).ListFull {
			return errListFull
		}
		return s.befriend(ctx, tx, t)
	})
}

// befriend turns the other's request into a friendship and tells them.
func (s *Service) befriend(ctx context.Context, tx *db.Tx, t tie) error {
	if err := markFriends(ctx, tx, *t.PairID, s.clock.Now()); err != nil {
		return err
	}
	if err := s.becameFriends(ctx, tx, t.ViewerID, t.ID); err != nil {
		return err
	}
	return s.announce(ctx, tx, news{Pair: *t.PairID, To: t.ID, Of: t.ViewerID, Status: Normal})
}

// becameFriends is what follows from a new friendship: old refusals are
// forgotten, and the pair counts for both, once in their lives.
func (s *Service) becameFriends(ctx context.Context, tx *db.Tx, one, other string) error {
	if err := endCoolDowns(ctx, tx, one, other); err != nil {
		return err
	}
	low, high := ordered(one, other)
	for _, id := range []string{low, high} {
		if _, err := s.missions.Record(ctx, tx, id, catalog.FriendMade, low+" "+high); err != nil {
			return err
		}
	}
	return nil
}

// Reject turns a request down; who asked may not ask again for a week. The
// reply is what the member can do about them now.
func (s *Service) Reject(ctx context.Context, who access.Member, otherID string) (reply ActionType, err error) {
	err = s.between(ctx, who, otherID, func(tx *db.Tx, t tie) error {
		if t.relation() != OwnerAsked {
			return fault.ErrNotFound
		}
		if err := s.turnDown(ctx, tx, otherID, who.ID); err != nil {
			return err
		}
		used, err := burdens(ctx, tx, who.ID, otherID)
		t.PairStatus = nil
		reply = t.standing(used, clock.Today(s.clock)).actionType()
		return err
	})
	return reply, err
}

// turnDown ends the request of one who asked someone.
func (s *Service) turnDown(ctx context.Context, tx *db.Tx, asked, by string) error {
	if err := removePair(ctx, tx, asked, by); err != nil {
		return err
	}
	return setCoolDown(ctx, tx, asked, by, s.clock.Now().Add(coolDown))
}

// Remove ends a friendship, or takes an own request back. Nobody is told.
func (s *Service) Remove(ctx context.Context, who access.Member, otherID string) error {
	return s.between(ctx, who, otherID, func(tx *db.Tx, t tie) error {
		if r := t.relation(); r != Friends && r != ViewerAsked {
			return fault.ErrNotFound
		}
		return removePair(ctx, tx, who.ID, otherID)
	})
}

// Block ends whatever was between the two and keeps the other away. Blocking
// again changes nothing.
func (s *Service) Block(ctx context.Context, who access.Member, otherID string) error {
	return s.between(ctx, who, otherID, func(tx *db.Tx, t tie) error {
		return s.block(ctx, tx, who.ID, otherID)
	})
}

func (s *Service) block(ctx context.Context, tx *db.Tx, userID, otherID string) error {
	if err := removePair(ctx, tx, userID, otherID); err != nil {
		return err
	}
	return insertBlock(ctx, tx, userID, otherID, s.clock.Now())
}

// Unblock lets someone ask again; it brings nothing back.
func (s *Service) Unblock(ctx context.Context, who access.Member, otherID string) error {
	return s.between(ctx, who, otherID, func(tx *db.Tx, t tie) error {
		if !t.BlockedThem {
			return fault.ErrNotFound
		}
		return removeBlock(ctx, tx, who.ID, otherID)
	})
}

// Sweep forgets refusals that hold no more.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return removeOldCoolDowns(ctx, tx, s.clock.Now()) })
}
