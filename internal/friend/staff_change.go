package friend

import (
	"context"
	"slices"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// maxBatch bounds one call.
const maxBatch = 100

// subject is how the audit log names a relation between members.
const subject = "friend"

var ruleBatch = fault.NewRule("必須為 1 至 100 個", "must be 1 to 100")

// with is the other member, for the log.
type with struct {
	UserID string `json:"userId"`
}

// distinct is the named ids, each once.
func distinct(field string, ids []string) ([]string, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) == 0 || len(ids) > maxBatch {
		return nil, fault.Invalid(ruleBatch.On(field))
	}
	return ids, nil
}

// AddFor makes others friends of a member at once, all or none. Both sides are
// bound by it, so both must be within reach.
func (s *Service) AddFor(ctx context.Context, who access.Staff, userID string, targetIDs []string) error {
	ids, err := distinct("targetUserIds", targetIDs)
	if err != nil {
		return err
	}
	if slices.Contains(ids, userID) {
		return errSelf
	}
	everyone := append(ids[:len(ids):len(ids)], userID)
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := reach(ctx, tx, who, everyone...); err != nil {
			return err
		}
		if err := s.holdInUse(ctx, tx, everyone); err != nil {
			return err
		}
		known, err := ties(ctx, tx, userID, ids, s.clock.Now())
		if err != nil {
			return err
		}
		fresh := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id].relation() == Friends })
		for _, id := range fresh {
			if known[id].BlockedThem || known[id].BlockedMe {
				return errBlockedBy
			}
		}
		pairs := make([][2]string, len(fresh))
		for i, id := range fresh {
			pairs[i] = [2]string{userID, id}
		}
		if err := leaveRoom(ctx, tx, everyone, pairs); err != nil {
			return err
		}
		for _, id := range fresh {
			if err := s.join(ctx, tx, userID, known[id]); err != nil {
				return err
			}
		}
		return s.audit.Record(ctx, tx, entriesOf(userID, ids)...)
	})
}

// join makes friends of two whom staff bring together, and tells both.
func (s *Service) join(ctx context.Context, tx *db.Tx, userID string, t tie) (err error) {
	var pairID string
	if t.PairID != nil {
		pairID = *t.PairID
		err = markFriends(ctx, tx, pairID, s.clock.Now())
	} else {
		pairID, err = insertPair(ctx, tx, userID, t.ID, Normal, s.clock.Now())
	}
	if err != nil {
		return err
	}
	if err := s.becameFriends(ctx, tx, userID, t.ID); err != nil {
		return err
	}
	return s.announce(ctx, tx, news{pairID, userID, t.ID, Normal}, news{pairID, t.ID, userID, Normal})
}

// AcceptFor accepts requests on behalf of those who were asked, all or none.
func (s *Service) AcceptFor(ctx context.Context, who access.Staff, requestIDs []string) error {
	return s.decide(ctx, who, requestIDs, func(tx *db.Tx, requests []pair, everyone []string) error {
		working, err := inUse(ctx, tx, everyone)
		if err != nil {
			return err
		}
		if len(working) != len(everyone) {
			return fault.ErrNotFound
		}
		pairs := make([][2]string, len(requests))
		for i, r := range requests {
			pairs[i] = [2]string{r.Low, r.High}
		}
		if err := leaveRoom(ctx, tx, everyone, pairs); err != nil {
			return err
		}
		for _, r := range requests {
			if err := markFriends(ctx, tx, r.ID, s.clock.Now()); err != nil {
				return err
			}
			if err := s.becameFriends(ctx, tx, r.Low, r.High); err != nil {
				return err
			}
			if err := s.announce(ctx, tx, news{r.ID, r.RequestedBy, r.asked(), Normal}); err != nil {
				return err
			}
		}
		return nil
	})
}

// RejectFor turns requests down on behalf of those who were asked, all or none.
func (s *Service) RejectFor(ctx context.Context, who access.Staff, requestIDs []string) error {
	return s.decide(ctx, who, requestIDs, func(tx *db.Tx, requests []pair, _ []string) error {
		for _, r := range requests {
			if err := s.turnDown(ctx, tx, r.RequestedBy, r.asked()); err != nil {
				return err
			}
		}
		return nil
	})
}

// decide runs a decision about requests to people within reach, who are held.
func (s *Service) decide(ctx context.Context, who access.Staff, requestIDs []string, act func(tx *db.Tx, requests []pair, everyone []string) error) error {
	ids, err := distinct("friendRequestIds", requestIDs)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		requests, everyone, err := s.holdPairs(ctx, tx, ids, Requesting)
		if err != nil {
			return err
		}
		entries := make([]audit.Entry, len(requests))
		decided := make([]string, len(requests))
		for i, r := range requests {
			decided[i] = r.asked()
			entries[i] = audit.Entry{Subject: subject, ID: r.ID, UserID: r.asked(), Before: with{r.RequestedBy}}
		}
		if err := reach(ctx, tx, who, decided...); err != nil {
			return err
		}
		if err := act(tx, requests, everyone); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// RemoveFor ends friendships, all or none. One of the two must be within reach.
func (s *Service) RemoveFor(ctx context.Context, who access.Staff, friendIDs []string) error {
	ids, err := distinct("friendIds", friendIDs)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		friendships, everyone, err := s.holdPairs(ctx, tx, ids, Normal)
		if err != nil {
			return err
		}
		reached, err := reachedOf(ctx, tx, who.Scope(), everyone)
		if err != nil {
			return err
		}
		var entries []audit.Entry
		for _, f := range friendships {
			if !reached[f.Low] && !reached[f.High] {
				return who.WhyNot(ctx, tx, f.Low, f.High)
			}
			for _, side := range [][2]string{{f.Low, f.High}, {f.High, f.Low}} {
				if reached[side[0]] {
					entries = append(entries, audit.Entry{Subject: subject, ID: f.ID, UserID: side[0], Before: with{side[1]}})
				}
			}
			if err := removePair(ctx, tx, f.Low, f.High); err != nil {
				return err
			}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// holdPairs holds the members of pairs and then reads them; one that is gone,
// or has come to another state, is not found.
func (s *Service) holdPairs(ctx context.Context, tx *db.Tx, ids []string, status Status) (pairs []pair, everyone []string, err error) {
	if pairs, err = pairsByID(ctx, tx, ids); err != nil {
		return nil, nil, err
	}
	for _, p := range pairs {
		everyone = append(everyone, p.Low, p.High)
	}
	if len(pairs) != len(ids) {
		return nil, nil, fault.ErrNotFound
	}
	everyone = slices.Compact(slices.Sorted(slices.Values(everyone)))
	if err := hold(ctx, tx, everyone...); err != nil {
		return nil, nil, err
	}
	if pairs, err = pairsByID(ctx, tx, ids); err != nil {
		return nil, nil, err
	}
	if len(pairs) != len(ids) || slices.ContainsFunc(pairs, func(p pair) bool { return p.Status != status }) {
		return nil, nil, fault.ErrNotFound
	}
	return pairs, everyone, nil
}

// holdInUse holds members whose accounts must be in use.
func (s *Service) holdInUse(ctx context.Context, tx *db.Tx, ids []string) error {
	if err := hold(ctx, tx, ids...); err != nil {
		return err
	}
	working, err := inUse(ctx, tx, ids)
	if err == nil && len(working) != len(ids) {
		err = fault.ErrNotFound
	}
	return err
}

// leaveRoom refuses new friendships that would make someone's list too long.
func leaveRoom(ctx context.Context, tx *db.Tx, everyone []string, fresh [][2]string) error {
	used, err := burdens(ctx, tx, everyone...)
	if err != nil {
		return err
	}
	friends := map[string]int{}
	for _, two := range fresh {
		for _, id := range two {
			if friends[id]++; used[id].Friends+friends[id] > maxFriends {
				return errListFull
			}
		}
	}
	return nil
}

func entriesOf(userID string, others []string) []audit.Entry {
	entries := make([]audit.Entry, len(others))
	for i, id := range others {
		entries[i] = audit.Entry{Subject: subject, ID: id, UserID: userID, After: with{id}}
	}
	return entries
}
