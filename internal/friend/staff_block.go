package friend

import (
	"context"
	"slices"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

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
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := reach(ctx, tx, who, userID); err != nil {
			return err
		}
		if err := hold(ctx, tx, append(ids[:len(ids):len(ids)], userID)...); err != nil {
			return err
		}
		known, err := ties(ctx, tx, userID, ids, s.clock.Now())
		if err != nil {
			return err
		}
		if len(known) != len(ids) {
			return fault.ErrNotFound
		}
		for _, id := range ids {
			if err := s.block(ctx, tx, userID, id); err != nil {
				return err
			}
		}
		return s.audit.Record(ctx, tx, entriesOf(userID, ids)...)
	})
}

// UnblockFor takes blocks of members within reach back, all or none.
func (s *Service) UnblockFor(ctx context.Context, who access.Staff, blockIDs []string) error {
	ids, err := distinct("friendBlockIds", blockIDs)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		blocks, err := blocksByID(ctx, tx, ids)
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
		if err := reach(ctx, tx, who, blockers...); err != nil {
			return err
		}
		if err := hold(ctx, tx, everyone...); err != nil {
			return err
		}
		entries := make([]audit.Entry, len(blocks))
		for i, b := range blocks {
			if err := removeBlock(ctx, tx, b.UserID, b.BlockedID); err != nil {
				return notFoundIfNone(err) // the member did so at the same moment
			}
			entries[i] = audit.Entry{Subject: subject, ID: b.ID, UserID: b.UserID, Before: with{b.BlockedID}}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// grant is what the log says of a permission.
type grant struct {
	ViewerID string `json:"actorId"`
	Views
}

// GrantFor sets what someone may see of a member within reach.
func (s *Service) GrantFor(ctx context.Context, who access.Staff, userID, viewerID string, f Flags) error {
	if userID == viewerID {
		return errSelf
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := reach(ctx, tx, who, userID); err != nil {
			return err
		}
		if err := hold(ctx, tx, userID, viewerID); err != nil {
			return err
		}
		known, err := ties(ctx, tx, userID, []string{viewerID}, s.clock.Now())
		if err != nil {
			return err
		}
		if len(known) == 0 {
			return fault.ErrNotFound
		}
		before, err := s.granted(ctx, tx, userID, viewerID)
		if err != nil {
			return err
		}
		if err := saveFlags(ctx, tx, userID, viewerID, f); err != nil {
			return err
		}
		after, err := s.granted(ctx, tx, userID, viewerID)
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: viewerID, UserID: userID, Before: grant{viewerID, before}, After: grant{viewerID, after},
		})
	})
}

// SetFor changes the settings of a member within reach.
func (s *Service) SetFor(ctx context.Context, who access.Staff, userID string, c SettingsChange) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := reach(ctx, tx, who, userID); err != nil {
			return err
		}
		if err := hold(ctx, tx, userID); err != nil {
			return err
		}
		before, err := settingsOf(ctx, tx, userID)
		if err != nil {
			return err
		}
		if err := saveSettings(ctx, tx, userID, c); err != nil {
			return err
		}
		after, err := settingsOf(ctx, tx, userID)
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: "friend settings", ID: userID, UserID: userID, Before: before, After: after})
	})
}

func notFoundIfNone(err error) error {
	if db.IsNone(err) {
		return fault.ErrNotFound
	}
	return err
}
