package friend

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Grant sets what someone may see of a member; nil leaves a flag as it is.
func (s *Service) Grant(ctx context.Context, who access.Member, otherID string, f Flags) error {
	return s.changeRelation(ctx, who, otherID, func(tx *db.Tx, _ relation) error { return saveFlags(ctx, tx, who.ID, otherID, f) })
}

// Set changes a member's settings.
func (s *Service) Set(ctx context.Context, who access.Member, c SettingsChange) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := lockUsers(ctx, tx, who.ID); err != nil {
			return err
		}
		return updateSettings(ctx, tx, who.ID, c)
	})
}

// grant is a permission in the audit log.
type grant struct {
	ViewerID string `json:"actorId"`
	Views
}

// GrantFor sets what someone may see of a member within reach.
func (s *Service) GrantFor(ctx context.Context, who access.Staff, userID, viewerID string, f Flags) error {
	if userID == viewerID {
		return errSelf
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := checkReach(ctx, tx, who, userID); err != nil {
			return err
		}
		if err := lockUsers(ctx, tx, userID, viewerID); err != nil {
			return err
		}
		relations, err := findRelations(ctx, tx, userID, []string{viewerID}, s.Clock.Now())
		if err != nil {
			return err
		}
		if len(relations) == 0 {
			return fault.ErrNotFound
		}
		before, err := s.findGranted(ctx, tx, userID, viewerID)
		if err != nil {
			return err
		}
		if err := saveFlags(ctx, tx, userID, viewerID, f); err != nil {
			return err
		}
		after, err := s.findGranted(ctx, tx, userID, viewerID)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: viewerID, UserID: userID, Before: grant{viewerID, before}, After: grant{viewerID, after},
		})
	})
}

// SetFor changes the settings of a member within reach.
func (s *Service) SetFor(ctx context.Context, who access.Staff, userID string, c SettingsChange) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := checkReach(ctx, tx, who, userID); err != nil {
			return err
		}
		if err := lockUsers(ctx, tx, userID); err != nil {
			return err
		}
		before, err := findSettings(ctx, tx, userID)
		if err != nil {
			return err
		}
		if err := updateSettings(ctx, tx, userID, c); err != nil {
			return err
		}
		after, err := findSettings(ctx, tx, userID)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: settingsSubject, ID: userID, UserID: userID, Before: before, After: after})
	})
}
