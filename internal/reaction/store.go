package reaction

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Every write reports whether it changed a row, and only then are the counters
// changed: however calls race, the counters equal the rows. All transactions
// lock a member's rows before an article's, so that none waits in a circle, and
// an article's last, because many members share it.

// lockReader keeps a member from being erased until the transaction ends. An
// erasure under way is waited for, and one that comes later finds the reaction
// that is about to be written.
func lockReader(ctx context.Context, tx *db.Tx, userID string) error {
	return db.QueueLockShared(ctx, tx, db.Users, userID)
}

// fromReader ends an INSERT … SELECT whose row is written unless the member was
// removed.
const fromReader = ` FROM users WHERE id = @user AND status <> ` + access.RemovedSQL

func insertReaction(ctx context.Context, tx *db.Tx, userID, articleID string, kind Kind, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO article_marks (user_id, article_id, kind, created_at) SELECT id, @article, @kind, @now`+fromReader+`
		ON CONFLICT (user_id, article_id, kind) DO NOTHING`,
		db.Args{"user": userID, "article": articleID, "kind": kind, "now": now})
	return n > 0, err
}

func deleteReaction(ctx context.Context, tx *db.Tx, userID, articleID string, kind Kind) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM article_marks WHERE user_id = @user AND article_id = @article AND kind = @kind`,
		db.Args{"user": userID, "article": articleID, "kind": kind})
	return n > 0, err
}

// insertRead keeps the first time of a day's read.
func insertRead(ctx context.Context, tx *db.Tx, userID, articleID string, day clock.Date, now time.Time) (first bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO article_reads (user_id, day, article_id, created_at) SELECT id, @day, @article, @now`+fromReader+`
		ON CONFLICT (user_id, day, article_id) DO NOTHING`,
		db.Args{"user": userID, "day": day, "article": articleID, "now": now})
	return n > 0, err
}

func insertResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO resource_reads (user_id, resource_id, created_at) SELECT id, @resource, @now`+fromReader+`
		ON CONFLICT (user_id, resource_id) DO NOTHING`, db.Args{"user": userID, "resource": resourceID, "now": now})
	return n > 0, err
}

func deleteResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM resource_reads WHERE user_id = @user AND resource_id = @resource`,
		db.Args{"user": userID, "resource": resourceID})
	return n > 0, err
}

type reactionRow struct {
	ArticleID string `db:"article_id"`
	Kind      Kind   `db:"kind"`
}

// deleteReactionsOf deletes all reactions of a member to articles and gives them.
func deleteReactionsOf(ctx context.Context, tx *db.Tx, userID string) ([]reactionRow, error) {
	return db.All[reactionRow](ctx, tx, `DELETE FROM article_marks WHERE user_id = @user RETURNING article_id, kind`, db.Args{"user": userID})
}

func deleteResourceReadsOf(ctx context.Context, tx *db.Tx, userID string) ([]string, error) {
	return db.Column[string](ctx, tx, `DELETE FROM resource_reads WHERE user_id = @user RETURNING resource_id`, db.Args{"user": userID})
}
