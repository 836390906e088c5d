package article

import (
	"context"
	"strings"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

func insertTag(ctx context.Context, tx *db.Tx, t Tag, now time.Time) error {
	err := tx.Insert(ctx, "article_tags", db.Args{"id": t.ID, "name": t.Name, "name_key": strings.ToLower(t.Name), "created_at": now})
	if db.IsUnique(err, "uq_article_tags__name_key") {
		return errTagTaken
	}
	return err
}

func listTags(ctx context.Context, r db.Reader) ([]Tag, error) {
	return db.All[Tag](ctx, r, `SELECT id, name FROM article_tags ORDER BY name, id`)
}

// lockTag keeps others from giving the tag to an article.
func lockTag(ctx context.Context, tx *db.Tx, id string) (Tag, error) {
	t, err := db.LockOne[Tag](ctx, tx, db.ArticleTags, `SELECT id, name FROM article_tags WHERE id = @id`, db.Args{"id": id})
	return t, db.NoneAs(err, fault.ErrNotFound)
}

// lockTags keeps others from deleting the tags.
func lockTags(ctx context.Context, tx *db.Tx, ids []string) ([]Tag, error) {
	return db.LockAllShared[Tag](ctx, tx, db.ArticleTags,
		`SELECT id, name FROM article_tags WHERE id IN (@ids) ORDER BY id`, db.Args{"ids": ids})
}

// deleteTag removes a locked tag, also from its articles.
func deleteTag(ctx context.Context, tx *db.Tx, id string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM article_tagged WHERE tag_id = @id`, db.Args{"id": id}); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM article_tags WHERE id = @id`, db.Args{"id": id})
	return err
}

// listTagsOf reads the tags of an article in their order.
func listTagsOf(ctx context.Context, r db.Reader, articleID string) ([]Tag, error) {
	return db.All[Tag](ctx, r, `
		SELECT t.id, t.name FROM article_tagged a JOIN article_tags t ON t.id = a.tag_id
		WHERE a.article_id = @article ORDER BY a.position`, db.Args{"article": articleID})
}

func insertTagsOf(ctx context.Context, tx *db.Tx, articleID string, tags []Tag) error {
	rows := make([]db.Args, len(tags))
	for i, t := range tags {
		rows[i] = db.Args{"article_id": articleID, "position": i, "tag_id": t.ID}
	}
	return tx.InsertAll(ctx, "article_tagged", "", rows)
}

func replaceTagsOf(ctx context.Context, tx *db.Tx, articleID string, tags []Tag) error {
	if _, err := tx.Exec(ctx, `DELETE FROM article_tagged WHERE article_id = @article`, db.Args{"article": articleID}); err != nil {
		return err
	}
	return insertTagsOf(ctx, tx, articleID, tags)
}
