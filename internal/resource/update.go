package resource

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// Update changes the given fields. With a version, only if that is still the
// present one.
func (s *Service) Update(ctx context.Context, who access.Staff, id string, change Change, version *int64) error {
	return workflow.RetryStale(version, func() error { return s.updateOnce(ctx, who, id, change, version) })
}

func (s *Service) updateOnce(ctx context.Context, who access.Staff, id string, change Change, version *int64) error {
	old, err := find(ctx, s.DB, who.Scope(), id)
	if err != nil {
		return err
	}
	if err := workflow.CheckEdit(who, old.Item, version); err != nil {
		return err
	}
	before := contentOf(old)
	after, err := change.applied(before).check()
	if err != nil {
		return err
	}
	at, err := s.findPlaceAfter(ctx, who, before, after)
	if err != nil {
		return err
	}
	key, picture, err := s.copyPicture(ctx, who, id, at, before.Picture, after.Picture)
	if err != nil {
		return err
	}
	after.Picture = key
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		locked, err := s.review.LockForEdit(ctx, tx, who, old.Item)
		if err != nil {
			return err
		}
		if err := s.savePicture(ctx, tx, picture, accessOf(locked.Status)); err != nil {
			return err
		}
		if locked.Status == workflow.Listed {
			changes := workflow.Tally[counter]{}
			changes[before.counter()]--
			changes[after.counter()]++
			if err := updateCounts(ctx, tx, changes); err != nil {
				return err
			}
		}
		if err := update(ctx, tx, id, access.Centre(at.Centre), who.ID, after, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: before, After: after})
	})
}

// findPlaceAfter gives the community of an edited entry. A community or sub-type
// that the catalogue has retired may stay but cannot be chosen anew.
func (s *Service) findPlaceAfter(ctx context.Context, who access.Staff, before, after content) (catalog.District, error) {
	if after.CommunityID != before.CommunityID {
		return s.findPlace(ctx, who, after)
	}
	if after.SubtypeID != before.SubtypeID {
		if err := checkSubtype(ctx, s.DB, after.SubtypeID); err != nil {
			return catalog.District{}, err
		}
	}
	return findCommunity(ctx, s.DB, after.CommunityID)
}
