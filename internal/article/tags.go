package article

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// tagSubject is the name of a tag in the audit log.
const tagSubject = "article tag"

// CreateTag makes a tag; names are unique, whatever their case.
func (s *Service) CreateTag(ctx context.Context, name string) error {
	name = strings.TrimSpace(name)
	if name == "" {
		return fault.Invalid(fault.RuleRequired.On("name"))
	}
	t := Tag{uuid.Must(uuid.NewV7()).String(), name}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := insertTag(ctx, tx, t, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: tagSubject, ID: t.ID, After: t})
	})
}

// DeleteTag removes a tag, also from the articles that have it.
func (s *Service) DeleteTag(ctx context.Context, id string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		t, err := lockTag(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := deleteTag(ctx, tx, id); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: tagSubject, ID: id, Before: t})
	})
}

// lockNamedTags gives the tags that a request names, in its order, once each,
// and keeps others from deleting them.
func lockNamedTags(ctx context.Context, tx *db.Tx, ids []string) ([]Tag, error) {
	if len(ids) == 0 {
		return []Tag{}, nil
	}
	found, err := lockTags(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	tags := []Tag{}
	for i, id := range ids {
		at := slices.IndexFunc(found, func(t Tag) bool { return t.ID == id })
		if at < 0 {
			return nil, fault.Invalid(ruleNoTag.On("tags", id))
		}
		if !slices.Contains(ids[:i], id) {
			tags = append(tags, found[at])
		}
	}
	return tags, nil
}
