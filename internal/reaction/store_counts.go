package reaction

import (
	"context"

	"hearten/internal/platform/db"
)

func (c Counts) args(id string) db.Args {
	return db.Args{"id": id, "likes": c.Likes, "bookmarks": c.Bookmarks, "reads": c.Reads}
}

// addCounts adds to the counters of a member and an article, and makes the rows
// that do not exist.
func addCounts(ctx context.Context, tx *db.Tx, userID, articleID string, by Counts) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO user_mark_counts (user_id, likes, bookmarks, reads, resource_reads) VALUES (@id, @likes, @bookmarks, @reads, 0)
		ON CONFLICT (user_id) DO UPDATE SET likes = user_mark_counts.likes + excluded.likes,
			bookmarks = user_mark_counts.bookmarks + excluded.bookmarks, reads = user_mark_counts.reads + excluded.reads`, by.args(userID))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO article_mark_counts (article_id, likes, bookmarks, reads) VALUES (@id, @likes, @bookmarks, @reads)
		ON CONFLICT (article_id) DO UPDATE SET likes = article_mark_counts.likes + excluded.likes,
			bookmarks = article_mark_counts.bookmarks + excluded.bookmarks, reads = article_mark_counts.reads + excluded.reads`, by.args(articleID))
	return err
}

// subtractCounts subtracts from the counters. Only reactions that existed are
// taken back, so the rows exist too.
func subtractCounts(ctx context.Context, tx *db.Tx, userID, articleID string, by Counts) error {
	err := tx.ExecOne(ctx, `
		UPDATE user_mark_counts SET likes = likes - @likes, bookmarks = bookmarks - @bookmarks, reads = reads - @reads
		WHERE user_id = @id`, by.args(userID))
	if err != nil {
		return err
	}
	return subtractArticle(ctx, tx, articleID, by)
}

func subtractArticle(ctx context.Context, tx *db.Tx, articleID string, by Counts) error {
	return tx.ExecOne(ctx, `
		UPDATE article_mark_counts SET likes = likes - @likes, bookmarks = bookmarks - @bookmarks, reads = reads - @reads
		WHERE article_id = @id`, by.args(articleID))
}

func addResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO user_mark_counts (user_id, likes, bookmarks, reads, resource_reads) VALUES (@user, 0, 0, 0, 1)
		ON CONFLICT (user_id) DO UPDATE SET resource_reads = user_mark_counts.resource_reads + 1`, db.Args{"user": userID})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO resource_read_counts (resource_id, reads) VALUES (@resource, 1)
		ON CONFLICT (resource_id) DO UPDATE SET reads = resource_read_counts.reads + 1`, db.Args{"resource": resourceID})
	return err
}

func subtractResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string) error {
	err := tx.ExecOne(ctx, `UPDATE user_mark_counts SET resource_reads = resource_reads - 1 WHERE user_id = @user`, db.Args{"user": userID})
	if err != nil {
		return err
	}
	return subtractResource(ctx, tx, resourceID)
}

func subtractResource(ctx context.Context, tx *db.Tx, resourceID string) error {
	return tx.ExecOne(ctx, `UPDATE resource_read_counts SET reads = reads - 1 WHERE resource_id = @resource`, db.Args{"resource": resourceID})
}

// likesOfAll is the kind of the row that has an article's number of likes.
const likesOfAll = -1

type statisticRow struct {
	ArticleID string `db:"article_id"`
	Kind      int    `db:"kind"`
	Likes     int64  `db:"likes"`
}

func listStatistics(ctx context.Context, r db.Reader, userID string, articleIDs []string) ([]statisticRow, error) {
	return db.All[statisticRow](ctx, r, `
		SELECT article_id, -1 AS kind, likes FROM article_mark_counts WHERE article_id IN (@articles)
		UNION ALL
		SELECT article_id, kind, 0 FROM article_marks WHERE user_id = @user AND article_id IN (@articles)`,
		db.Args{"user": userID, "articles": articleIDs})
}

type countRow struct {
	ID string `db:"id"`
	Counts
}

// OfUsers reads how many reactions members have.
func OfUsers(ctx context.Context, r db.Reader, ids []string) (map[string]Counts, error) {
	return countsBy(ctx, r, ids, `SELECT user_id AS id, likes, bookmarks, reads, resource_reads FROM user_mark_counts WHERE user_id IN (@ids)`)
}

// OfArticles reads how many reactions articles have.
func OfArticles(ctx context.Context, r db.Reader, ids []string) (map[string]Counts, error) {
	return countsBy(ctx, r, ids, `SELECT article_id AS id, likes, bookmarks, reads FROM article_mark_counts WHERE article_id IN (@ids)`)
}

// OfResources reads how many members have read community resources.
func OfResources(ctx context.Context, r db.Reader, ids []string) (map[string]Counts, error) {
	return countsBy(ctx, r, ids, `SELECT resource_id AS id, reads FROM resource_read_counts WHERE resource_id IN (@ids)`)
}

// countsBy reads counters by id; ids without any are not in the map.
func countsBy(ctx context.Context, r db.Reader, ids []string, text string) (map[string]Counts, error) {
	rows, err := db.All[countRow](ctx, r, text, db.Args{"ids": ids})
	all := make(map[string]Counts, len(rows))
	for _, row := range rows {
		all[row.ID] = row.Counts
	}
	return all, err
}
