package article

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// tagSubject is how the audit log names a tag.
const tagSubject = "article tag"

// AddTag makes a tag; names are unique, whatever their case.
func (s *Service) AddTag(ctx context.Context, name string) error {
	name = strings.TrimSpace(name)
	if name == "" {
		return fault.Invalid(fault.RuleRequired.On("name"))
	}
	t := Tag{uuid.Must(uuid.NewV7()).String(), name}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO article_tags (id, name, name_key, created_at) VALUES ($1, $2, $3, $4)`,
			t.ID, t.Name, strings.ToLower(t.Name), s.clock.Now())
		if db.IsUnique(err, "uq_article_tags__name_key") {
			return errTagTaken
		}
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: tagSubject, ID: t.ID, After: t})
	})
}

// Tags lists all tags by name.
func (s *Service) Tags(ctx context.Context) ([]Tag, error) {
	return db.All[Tag](ctx, s.db, `SELECT id, name FROM article_tags ORDER BY name, id`)
}

// DeleteTag removes a tag, also from the articles that have it.
func (s *Service) DeleteTag(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		// Held, so that nobody gives it to an article in between.
		t, err := db.One[Tag](ctx, tx, `SELECT id, name FROM article_tags WHERE id = $1`+tx.ForUpdate(), id)
		if db.IsNone(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM article_tagged WHERE tag_id = $1`, id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM article_tags WHERE id = $1`, id); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: tagSubject, ID: id, Before: t})
	})
}

// tagsOf reads the tags that a request names, in its order, once each, and
// keeps others from deleting them.
func tagsOf(ctx context.Context, tx *db.Tx, ids []string) ([]Tag, error) {
	tags := []Tag{}
	if len(ids) == 0 {
		return tags, nil
	}
	where, args := (&db.Where{}).In("id", db.Anys(ids)...).SQL()
	found, err := db.All[Tag](ctx, tx, `SELECT id, name FROM article_tags WHERE `+where+` ORDER BY id`+tx.ForShare(), args...)
	if err != nil {
		return nil, err
	}
	byID := map[string]Tag{}
	for _, t := range found {
		byID[t.ID] = t
	}
	seen := map[string]bool{}
	for _, id := range ids {
		t, ok := byID[id]
		if !ok {
			return nil, fault.Invalid(ruleNoTag.On("tags", id))
		}
		if !seen[id] {
			seen[id] = true
			tags = append(tags, t)
		}
	}
	return tags, nil
}

func tag(ctx context.Context, tx *db.Tx, articleID string, tags []Tag) error {
	return tx.InsertAll(ctx, "article_tagged", "article_id, position, tag_id", "", len(tags), func(i int) []any {
		return []any{articleID, i, tags[i].ID}
	})
}

func retag(ctx context.Context, tx *db.Tx, articleID string, tags []Tag) error {
	if _, err := tx.Exec(ctx, `DELETE FROM article_tagged WHERE article_id = $1`, articleID); err != nil {
		return err
	}
	return tag(ctx, tx, articleID, tags)
}

// tagsOn reads the tags of an article.
func tagsOn(ctx context.Context, r db.Reader, articleID string) ([]Tag, error) {
	return db.All[Tag](ctx, r, `
		SELECT t.id, t.name FROM article_tagged a JOIN article_tags t ON t.id = a.tag_id WHERE a.article_id = $1 ORDER BY a.position`, articleID)
}
