package friend

import (
	"context"
	"slices"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Block ends whatever was between the two and keeps the other away. Blocking
// again changes nothing.
func (s *Service) Block(ctx context.Context, who access.Member, otherID string) error {
	return s.changeRelation(ctx, who, otherID, func(tx *db.Tx, _ relation) error {
		return s.endAndBlock(ctx, tx, who.ID, otherID)
	})
}

// endAndBlock ends what is between two locked members and blocks one.
func (s *Service) endAndBlock(ctx context.Context, tx *db.Tx, userID, otherID string) error {
	if err := deletePair(ctx, tx, userID, otherID); err != nil {
		return err
	}
	return insertBlock(ctx, tx, userID, otherID, s.Clock.Now())
}

// Unblock lets someone ask again; it restores nothing.
func (s *Service) Unblock(ctx context.Context, who access.Member, otherID string) error {
	return s.changeRelation(ctx, who, otherID, func(tx *db.Tx, r relation) error {
		if !r.BlockedThem {
			return fault.ErrNotFound
		}
		return deleteBlock(ctx, tx, who.ID, otherID)
	})
}

// BlockFor blocks others on behalf of a member within reach, all or none; the
// others may be anyone.
func (s *Service) BlockFor(ctx context.Context, who access.Staff, userID string, targetIDs []string) error {
	ids, err := distinct("targetUserIds", targetIDs)
	if err != nil {
		return err
	}
	if slices.Contains(ids, userID) {
		return errSelf
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := checkReach(ctx, tx, who, userID); err != nil {
			return err
		}
		if err := lockUsers(ctx, tx, append(ids[:len(ids):len(ids)], userID)...); err != nil {
			return err
		}
		relations, err := findRelations(ctx, tx, userID, ids, s.Clock.Now())
		if err != nil {
			return err
		}
		if len(relations) != len(ids) {
			return fault.ErrNotFound
		}
		for _, id := range ids {
			if err := s.endAndBlock(ctx, tx, userID, id); err != nil {
				return err
			}
		}
		return s.Audit.Record(ctx, tx, entriesOf(userID, ids)...)
	})
}

// UnblockFor takes back blocks of members within reach, all or none.
func (s *Service) UnblockFor(ctx context.Context, who access.Staff, blockIDs []string) error {
	ids, err := distinct("friendBlockIds", blockIDs)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		blocks, err := findBlocks(ctx, tx, ids)
		if err != nil {
			return err
		}
		if len(blocks) != len(ids) {
			return fault.ErrNotFound
		}
		var everyone, blockers []string
		for _, b := range blocks {
			blockers, everyone = append(blockers, b.UserID), append(everyone, b.UserID, b.BlockedID)
		}
		if err := checkReach(ctx, tx, who, blockers...); err != nil {
			return err
		}
		if err := lockUsers(ctx, tx, everyone...); err != nil {
			return err
		}
		entries := make([]audit.Entry, len(blocks))
		for i, b := range blocks {
			if err := deleteBlock(ctx, tx, b.UserID, b.BlockedID); err != nil {
				return db.NoneAs(err, fault.ErrNotFound) // the member did so at the same moment
			}
			entries[i] = audit.Entry{Subject: subject, ID: b.ID, UserID: b.UserID, Before: otherUser{b.BlockedID}}
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}
