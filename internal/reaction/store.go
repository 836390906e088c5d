package reaction

import (
	"context"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Every write tells whether it changed a row, and that alone moves the
// counters: however calls race, the counters equal the rows. All transactions
// take a member's row before an article's, so that none waits in a circle, and
// an article's last, because many members share it.

// ofMember begins the rows that a member's mark is written from: none of one
// who was removed. An erasure under way is waited for, and one that comes later
// waits for the mark, so that it finds all there are.
func ofMember(tx *db.Tx, columns string) string {
	return `SELECT id, ` + columns + ` FROM users WHERE id = $1 AND status <> 3` + tx.ForShare()
}

func insertMark(ctx context.Context, tx *db.Tx, userID, articleID string, kind Kind, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO article_marks (user_id, article_id, kind, created_at) `+ofMember(tx, "$2, $3, $4")+`
		ON CONFLICT (user_id, article_id, kind) DO NOTHING`, userID, articleID, int(kind), now)
	return n > 0, err
}

func removeMark(ctx context.Context, tx *db.Tx, userID, articleID string, kind Kind) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM article_marks WHERE user_id = $1 AND article_id = $2 AND kind = $3`, userID, articleID, int(kind))
	return n > 0, err
}

// insertRead keeps the first time of a day's read.
func insertRead(ctx context.Context, tx *db.Tx, userID, articleID string, day clock.Date, now time.Time) (first bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO article_reads (user_id, day, article_id, created_at) `+ofMember(tx, "$2, $3, $4")+`
		ON CONFLICT (user_id, day, article_id) DO NOTHING`, userID, day, articleID, now)
	return n > 0, err
}

func insertResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO resource_reads (user_id, resource_id, created_at) `+ofMember(tx, "$2, $3")+`
		ON CONFLICT (user_id, resource_id) DO NOTHING`, userID, resourceID, now)
	return n > 0, err
}

func removeResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM resource_reads WHERE user_id = $1 AND resource_id = $2`, userID, resourceID)
	return n > 0, err
}

type markRow struct {
	ArticleID string `db:"article_id"`
	Kind      Kind   `db:"kind"`
}

// removeMarksOf takes all marks of a member away and tells which there were.
func removeMarksOf(ctx context.Context, tx *db.Tx, userID string) ([]markRow, error) {
	return db.All[markRow](ctx, tx, `DELETE FROM article_marks WHERE user_id = $1 RETURNING article_id, kind`, userID)
}

func removeResourceReadsOf(ctx context.Context, tx *db.Tx, userID string) ([]string, error) {
	return db.Column[string](ctx, tx, `DELETE FROM resource_reads WHERE user_id = $1 RETURNING resource_id`, userID)
}
