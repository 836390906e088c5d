package reaction

import (
	"context"

	"hearten/internal/platform/db"
)

// raise adds to a row of counters, making it where there is none.
func raise(ctx context.Context, tx *db.Tx, userID, articleID string, by Counts) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO user_mark_counts (user_id, likes, bookmarks, reads, resource_reads) VALUES ($1, $2, $3, $4, 0)
		ON CONFLICT (user_id) DO UPDATE SET likes = user_mark_counts.likes + excluded.likes,
			bookmarks = user_mark_counts.bookmarks + excluded.bookmarks, reads = user_mark_counts.reads + excluded.reads`,
		userID, by.Likes, by.Bookmarks, by.Reads)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO article_mark_counts (article_id, likes, bookmarks, reads) VALUES ($1, $2, $3, $4)
		ON CONFLICT (article_id) DO UPDATE SET likes = article_mark_counts.likes + excluded.likes,
			bookmarks = article_mark_counts.bookmarks + excluded.bookmarks, reads = article_mark_counts.reads + excluded.reads`,
		articleID, by.Likes, by.Bookmarks, by.Reads)
	return err
}

// lower takes from counters. Only marks that were there are taken away, so the
// rows are too.
func lower(ctx context.Context, tx *db.Tx, userID, articleID string, by Counts) error {
	err := tx.ExecOne(ctx, `
		UPDATE user_mark_counts SET likes = likes - $2, bookmarks = bookmarks - $3, reads = reads - $4 WHERE user_id = $1`,
		userID, by.Likes, by.Bookmarks, by.Reads)
	if err != nil {
		return err
	}
	return lowerArticle(ctx, tx, articleID, by)
}

func lowerArticle(ctx context.Context, tx *db.Tx, articleID string, by Counts) error {
	return tx.ExecOne(ctx, `
		UPDATE article_mark_counts SET likes = likes - $2, bookmarks = bookmarks - $3, reads = reads - $4 WHERE article_id = $1`,
		articleID, by.Likes, by.Bookmarks, by.Reads)
}

func raiseResource(ctx context.Context, tx *db.Tx, userID, resourceID string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO user_mark_counts (user_id, likes, bookmarks, reads, resource_reads) VALUES ($1, 0, 0, 0, 1)
		ON CONFLICT (user_id) DO UPDATE SET resource_reads = user_mark_counts.resource_reads + 1`, userID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO resource_read_counts (resource_id, reads) VALUES ($1, 1)
		ON CONFLICT (resource_id) DO UPDATE SET reads = resource_read_counts.reads + 1`, resourceID)
	return err
}

func lowerResource(ctx context.Context, tx *db.Tx, userID, resourceID string) error {
	err := tx.ExecOne(ctx, `UPDATE user_mark_counts SET resource_reads = resource_reads - 1 WHERE user_id = $1`, userID)
	if err != nil {
		return err
	}
	return lowerResourceReads(ctx, tx, resourceID)
}

func lowerResourceReads(ctx context.Context, tx *db.Tx, resourceID string) error {
	return tx.ExecOne(ctx, `UPDATE resource_read_counts SET reads = reads - 1 WHERE resource_id = $1`, resourceID)
}

// likesOfAll is the kind of the row that tells how many like an article.
const likesOfAll = -1

type statisticRow struct {
	ArticleID string `db:"article_id"`
	Kind      int    `db:"kind"`
	Likes     int64  `db:"likes"`
}

func statisticRows(ctx context.Context, r db.Reader, userID string, articleIDs []string) ([]statisticRow, error) {
	list, ids := db.List(db.Anys(articleIDs))
	args := append(append(append([]any{}, ids...), userID), ids...)
	return db.All[statisticRow](ctx, r, db.Number(`
		SELECT article_id, -1 AS kind, likes FROM article_mark_counts WHERE article_id IN `+list+`
		UNION ALL
		SELECT article_id, kind, 0 FROM article_marks WHERE user_id = ? AND article_id IN `+list), args...)
}

type countRow struct {
	ID string `db:"id"`
	Counts
}

// countsBy reads counters by their ids; ids without any are not in the map.
func countsBy(ctx context.Context, r db.Reader, text, column string, ids []string) (map[string]Counts, error) {
	all := make(map[string]Counts, len(ids))
	where, args := (&db.Where{}).In(column, db.Anys(ids)...).SQL()
	rows, err := db.All[countRow](ctx, r, text+` WHERE `+where, args...)
	for _, row := range rows {
		all[row.ID] = row.Counts
	}
	return all, err
}
