package resource

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// Create adds a draft. It belongs to its community's centre.
func (s *Service) Create(ctx context.Context, who access.Staff, c content) error {
	c, err := c.check()
	if err != nil {
		return err
	}
	at, err := s.findPlace(ctx, who, c)
	if err != nil {
		return err
	}
	id := uuid.Must(uuid.NewV7()).String()
	key, picture, err := s.copyPicture(ctx, who, id, at, "", c.Picture)
	if err != nil {
		return err
	}
	c.Picture = key
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.savePicture(ctx, tx, picture, accessOf(workflow.Draft)); err != nil {
			return err
		}
		number, err := nextNumber(ctx, tx)
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, id, number, access.Centre(at.Centre), who.ID, c, s.Clock.Now()); err != nil {
			return err
		}
		if err := s.review.LogCreation(ctx, tx, who, id); err != nil {
			return fmt.Errorf("log a new resource: %w", err)
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, After: c})
	})
}

// findPlace gives the community of an entry, which must be one that the staff
// member may write for, and refuses a sub-type that cannot be chosen.
func (s *Service) findPlace(ctx context.Context, who access.Staff, c content) (catalog.District, error) {
	at, err := catalog.FindDistrict(ctx, s.DB, c.CommunityID)
	if db.IsNone(err) || err == nil && (at.Community == nil || !who.Scope().Covers(access.Centre(at.Centre))) {
		return at, errNoCommunity
	}
	if err != nil {
		return at, fmt.Errorf("find a community: %w", err)
	}
	return at, checkSubtype(ctx, s.DB, c.SubtypeID)
}
