package reaction

import (
	"context"
	"strings"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Pair is a member and what they marked.
type Pair struct {
	UserID string `db:"user_id"`
	ItemID string `db:"item_id"`
}

// countUsers counts which of the members there are; who was removed is not.
func countUsers(ctx context.Context, r db.Reader, ids []string) (int, error) {
	where, args := (&db.Where{}).And("status <> 3").In("id", db.Anys(ids)...).SQL()
	return db.Value[int](ctx, r, `SELECT COUNT(*) FROM users WHERE `+where, args...)
}

// standing lets a day's read count as long as the read mark was not taken back.
const standing = `EXISTS (SELECT 1 FROM article_marks m WHERE m.user_id = d.user_id AND m.article_id = d.article_id AND m.kind = 2)`

func readsOfDay(ctx context.Context, r db.Reader, userID string, day clock.Date) ([]Pair, error) {
	return db.All[Pair](ctx, r, `
		SELECT d.user_id, d.article_id AS item_id FROM article_reads d WHERE d.user_id = $1 AND d.day = $2 AND `+standing+`
		ORDER BY d.created_at, d.article_id`, userID, day)
}

// markedPairs finds each pair once, whatever marks made it.
func markedPairs(ctx context.Context, r db.Reader, userIDs, articleIDs []string, kind *Kind, span Span) ([]Pair, error) {
	var selects []string
	var args []any
	add := func(from string, where *db.Where) {
		condition, more := where.Open()
		selects = append(selects, `SELECT d.user_id, d.article_id AS item_id FROM `+from+` d WHERE `+condition)
		args = append(args, more...)
	}
	within := func() *db.Where {
		return (&db.Where{}).In("d.user_id", db.Anys(userIDs)...).In("d.article_id", db.Anys(articleIDs)...).
			And("d.created_at >= ? AND d.created_at < ?", span.From.UTC(), span.Until.UTC())
	}
	if kind == nil || *kind == Read {
		add("article_reads", within().
			And("d.day >= ? AND d.day <= ?", clock.DateOf(span.From), clock.DateOf(span.Until)).And(standing))
	}
	if kind == nil {
		add("article_marks", within().And("d.kind <> 2"))
	} else if *kind != Read {
		add("article_marks", within().And("d.kind = ?", int(*kind)))
	}
	return db.All[Pair](ctx, r, db.Number(`
		SELECT DISTINCT user_id, item_id FROM (`+strings.Join(selects, " UNION ALL ")+`) AS p ORDER BY user_id, item_id`), args...)
}

func readPairs(ctx context.Context, r db.Reader, userIDs, resourceIDs []string, span Span) ([]Pair, error) {
	where, args := (&db.Where{}).In("user_id", db.Anys(userIDs)...).In("resource_id", db.Anys(resourceIDs)...).
		And("created_at >= ? AND created_at < ?", span.From.UTC(), span.Until.UTC()).SQL()
	return db.All[Pair](ctx, r, `
		SELECT user_id, resource_id AS item_id FROM resource_reads WHERE `+where+` ORDER BY user_id, resource_id`, args...)
}
