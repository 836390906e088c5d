package friend

import (
	"context"
	"slices"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// otherUser is the other member, in the audit log.
type otherUser struct {
	UserID string `json:"userId"`
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
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := checkReach(ctx, tx, who, everyone...); err != nil {
			return err
		}
		if err := s.lockInUse(ctx, tx, everyone); err != nil {
			return err
		}
		relations, err := findRelations(ctx, tx, userID, ids, s.Clock.Now())
		if err != nil {
			return err
		}
		fresh := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return relations[id].state() == Friends })
		for _, id := range fresh {
			if relations[id].BlockedThem || relations[id].BlockedMe {
				return errBlockedBy
			}
		}
		pairs := make([][2]string, len(fresh))
		for i, id := range fresh {
			pairs[i] = [2]string{userID, id}
		}
		used, err := findUsage(ctx, tx, everyone...)
		if err != nil {
			return err
		}
		if err := checkListSizes(used, pairs); err != nil {
			return err
		}
		for _, id := range fresh {
			if err := s.befriendFor(ctx, tx, userID, relations[id]); err != nil {
				return err
			}
		}
		return s.Audit.Record(ctx, tx, entriesOf(userID, ids)...)
	})
}

// befriendFor makes friends of two members for staff, and tells both.
func (s *Service) befriendFor(ctx context.Context, tx *db.Tx, userID string, r relation) (err error) {
	var pairID string
	if r.PairID != nil {
		pairID = *r.PairID
		err = markFriends(ctx, tx, pairID, s.Clock.Now())
	} else {
		pairID, err = insertPair(ctx, tx, userID, r.ID, Normal, s.Clock.Now())
	}
	if err != nil {
		return err
	}
	if err := s.becameFriends(ctx, tx, userID, r.ID); err != nil {
		return err
	}
	return s.announce(ctx, tx, announcement{pairID, userID, r.ID, Normal}, announcement{pairID, r.ID, userID, Normal})
}

// AcceptFor accepts requests on behalf of those who were asked, all or none.
func (s *Service) AcceptFor(ctx context.Context, who access.Staff, requestIDs []string) error {
	return s.decide(ctx, who, requestIDs, func(tx *db.Tx, requests []pair, everyone []string) error {
		working, err := findInUse(ctx, tx, everyone)
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
		used, err := findUsage(ctx, tx, everyone...)
		if err != nil {
			return err
		}
		if err := checkListSizes(used, pairs); err != nil {
			return err
		}
		for _, r := range requests {
			if err := markFriends(ctx, tx, r.ID, s.Clock.Now()); err != nil {
				return err
			}
			if err := s.becameFriends(ctx, tx, r.Low, r.High); err != nil {
				return err
			}
			if err := s.announce(ctx, tx, announcement{r.ID, r.RequestedBy, r.asked(), Normal}); err != nil {
				return err
			}
		}
		return nil
	})
}

// RejectFor rejects requests on behalf of those who were asked, all or none.
func (s *Service) RejectFor(ctx context.Context, who access.Staff, requestIDs []string) error {
	return s.decide(ctx, who, requestIDs, func(tx *db.Tx, requests []pair, _ []string) error {
		for _, r := range requests {
			if err := s.endRequest(ctx, tx, r.RequestedBy, r.asked()); err != nil {
				return err
			}
		}
		return nil
	})
}

// decide runs a decision about requests to users within reach, with all of them
// locked.
func (s *Service) decide(ctx context.Context, who access.Staff, requestIDs []string, act func(tx *db.Tx, requests []pair, everyone []string) error) error {
	ids, err := distinct("friendRequestIds", requestIDs)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		requests, everyone, err := s.lockPairs(ctx, tx, ids, Requesting)
		if err != nil {
			return err
		}
		entries := make([]audit.Entry, len(requests))
		decided := make([]string, len(requests))
		for i, r := range requests {
			decided[i] = r.asked()
			entries[i] = audit.Entry{Subject: subject, ID: r.ID, UserID: r.asked(), Before: otherUser{r.RequestedBy}}
		}
		if err := checkReach(ctx, tx, who, decided...); err != nil {
			return err
		}
		if err := act(tx, requests, everyone); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}

// RemoveFor ends friendships, all or none. One of the two must be within reach.
func (s *Service) RemoveFor(ctx context.Context, who access.Staff, friendIDs []string) error {
	ids, err := distinct("friendIds", friendIDs)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		friendships, everyone, err := s.lockPairs(ctx, tx, ids, Normal)
		if err != nil {
			return err
		}
		reached, err := findInReach(ctx, tx, who.Scope(), everyone)
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
					entries = append(entries, audit.Entry{Subject: subject, ID: f.ID, UserID: side[0], Before: otherUser{side[1]}})
				}
			}
			if err := deletePair(ctx, tx, f.Low, f.High); err != nil {
				return err
			}
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}

// lockPairs locks the members of pairs and then reads the pairs; one that is
// gone, or has another state by then, is not found.
func (s *Service) lockPairs(ctx context.Context, tx *db.Tx, ids []string, status Status) (pairs []pair, everyone []string, err error) {
	if pairs, err = findPairs(ctx, tx, ids); err != nil {
		return nil, nil, err
	}
	for _, p := range pairs {
		everyone = append(everyone, p.Low, p.High)
	}
	if len(pairs) != len(ids) {
		return nil, nil, fault.ErrNotFound
	}
	everyone = slices.Compact(slices.Sorted(slices.Values(everyone)))
	if err := lockUsers(ctx, tx, everyone...); err != nil {
		return nil, nil, err
	}
	if pairs, err = findPairs(ctx, tx, ids); err != nil {
		return nil, nil, err
	}
	if len(pairs) != len(ids) || slices.ContainsFunc(pairs, func(p pair) bool { return p.Status != status }) {
		return nil, nil, fault.ErrNotFound
	}
	return pairs, everyone, nil
}

// lockInUse locks members whose accounts must be in use.
func (s *Service) lockInUse(ctx context.Context, tx *db.Tx, ids []string) error {
	if err := lockUsers(ctx, tx, ids...); err != nil {
		return err
	}
	working, err := findInUse(ctx, tx, ids)
	if err == nil && len(working) != len(ids) {
		err = fault.ErrNotFound
	}
	return err
}

func entriesOf(userID string, others []string) []audit.Entry {
	entries := make([]audit.Entry, len(others))
	for i, id := range others {
		entries[i] = audit.Entry{Subject: subject, ID: id, UserID: userID, After: otherUser{id}}
	}
	return entries
}
