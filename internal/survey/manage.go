package survey

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// Create adds a survey.
func (s *Service) Create(ctx context.Context, who access.Staff, title, link string) error {
	c, err := content{title, link}.check()
	if err != nil {
		return err
	}
	survey := Survey{
		ID: uuid.Must(uuid.NewV7()).String(), Title: c.Title, Link: c.Link,
		Centre: who.Scope().Centre(), Version: 1, CreatedAt: s.clock.Now(),
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := insert(ctx, tx, survey, who.ID); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: survey.ID, After: c})
	})
}

// Find gives one survey within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Survey, error) {
	return find(ctx, s.db, who.Scope(), id)
}

// Page lists the surveys within reach whose title or link holds the key.
func (s *Service) Page(ctx context.Context, who access.Staff, key string, p page.Request) (page.Of[Survey], error) {
	return list(ctx, s.db, who.Scope(), key, p)
}

// Update changes what is given. With a version, only if nobody saved in between.
func (s *Service) Update(ctx context.Context, who access.Staff, id string, title, link *string, version *int64) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		old, err := hold(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if version != nil && *version != old.Version {
			return fault.ErrStale
		}
		before := content{old.Title, old.Link}
		after, err := edited(before, title, link).check()
		if err != nil {
			return err
		}
		if err := update(ctx, tx, id, after, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: before, After: after})
	})
}

// Delete takes a survey out of every list; its record is kept.
func (s *Service) Delete(ctx context.Context, who access.Staff, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		old, err := hold(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := markDeleted(ctx, tx, id, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: content{old.Title, old.Link}})
	})
}
