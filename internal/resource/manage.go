package resource

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/workflow"
)

// Create adds a draft. It belongs to its community's centre.
func (s *Service) Create(ctx context.Context, who access.Staff, c content) error {
	c, err := c.check()
	if err != nil {
		return err
	}
	at, err := s.placeOf(ctx, who, c)
	if err != nil {
		return err
	}
	id := uuid.Must(uuid.NewV7()).String()
	key, picture, err := s.arrange(ctx, who, id, at, "", c.Picture)
	if err != nil {
		return err
	}
	c.Picture = key
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.settle(ctx, tx, picture, accessOf(workflow.Draft)); err != nil {
			return err
		}
		number, err := nextNumber(ctx, tx)
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, id, number, access.Centre(at.Centre), who.ID, c, s.clock.Now()); err != nil {
			return err
		}
		if err := s.review.Created(ctx, tx, who, id); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, After: c})
	})
}

// placeOf finds the community of an entry, which must be one the staff member
// may write for, and makes sure of its sub-type.
func (s *Service) placeOf(ctx context.Context, who access.Staff, c content) (catalog.District, error) {
	at, err := catalog.FindDistrict(ctx, s.db, c.CommunityID)
	if db.IsNone(err) || err == nil && (at.Community == nil || !who.Scope().Covers(access.Centre(at.Centre))) {
		err = errNoCommunity
	}
	if err != nil {
		return at, err
	}
	return at, subtypeExists(ctx, s.db, c.SubtypeID)
}

// Find gives one resource within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Resource, error) {
	return find(ctx, s.db, who.Scope(), id)
}

// Update changes what is given. With a version, only if nobody saved in between.
func (s *Service) Update(ctx context.Context, who access.Staff, id string, change Change, version *int64) error {
	return workflow.Edit(version, func() error { return s.change(ctx, who, id, change, version) })
}

func (s *Service) change(ctx context.Context, who access.Staff, id string, change Change, version *int64) error {
	old, err := find(ctx, s.db, who.Scope(), id)
	if err != nil {
		return err
	}
	if err := workflow.MayEdit(who, old.Item); err != nil {
		return err
	}
	if version != nil && *version != old.Version {
		return fault.ErrStale
	}
	before := contentOf(old)
	after, err := change.applied(before).check()
	if err != nil {
		return err
	}
	at, err := s.placeAfter(ctx, who, before, after)
	if err != nil {
		return err
	}
	key, picture, err := s.arrange(ctx, who, id, at, before.Picture, after.Picture)
	if err != nil {
		return err
	}
	after.Picture = key
	return s.db.Write(ctx, func(tx *db.Tx) error {
		held, err := s.review.Hold(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if held.Version != old.Version {
			return fault.ErrStale // saved between the look and the write
		}
		if err := s.settle(ctx, tx, picture, accessOf(held.Status)); err != nil {
			return err
		}
		if held.Status == workflow.Listed {
			if err := recount(ctx, tx, []shelf{after.shelf()}, []shelf{before.shelf()}); err != nil {
				return err
			}
		}
		if err := update(ctx, tx, id, access.Centre(at.Centre), who.ID, after, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: before, After: after})
	})
}

// placeAfter is the community of an edited entry. What the catalogue has
// retired may stay as it is and cannot be chosen anew.
func (s *Service) placeAfter(ctx context.Context, who access.Staff, before, after content) (catalog.District, error) {
	if after.CommunityID != before.CommunityID {
		return s.placeOf(ctx, who, after)
	}
	if after.SubtypeID != before.SubtypeID {
		if err := subtypeExists(ctx, s.db, after.SubtypeID); err != nil {
			return catalog.District{}, err
		}
	}
	return community(ctx, s.db, after.CommunityID)
}

// Delete takes a resource out of every list and removes its picture.
func (s *Service) Delete(ctx context.Context, who access.Staff, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		held, err := s.review.Hold(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := workflow.MayDelete(who, held); err != nil {
			return err
		}
		old, err := find(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := markDeleted(ctx, tx, id, s.clock.Now()); err != nil {
			return err
		}
		if err := s.media.Remove(ctx, tx, old.Picture); err != nil && !isMissing(err) {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: contentOf(old)})
	})
}
