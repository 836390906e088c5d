package reaction

import (
	"context"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Pair is a member and what they reacted to.
type Pair struct {
	UserID string `db:"user_id"`
	ItemID string `db:"item_id"`
}

// countUsers counts which of the members exist; a removed one does not.
func countUsers(ctx context.Context, r db.Reader, ids []string) (int, error) {
	return db.Value[int](ctx, r, `SELECT COUNT(*) FROM users WHERE status <> `+access.RemovedSQL+` AND id IN (@ids)`, db.Args{"ids": ids})
}

// notTakenBack is the condition that a day's read (as d) was not taken back
// later.
const notTakenBack = `EXISTS (
	SELECT 1 FROM article_marks m WHERE m.user_id = d.user_id AND m.article_id = d.article_id AND m.kind = ` + readSQL + `)`

func listReadsOfDay(ctx context.Context, r db.Reader, userID string, day clock.Date) ([]Pair, error) {
	return db.All[Pair](ctx, r, `
		SELECT d.user_id, d.article_id AS item_id FROM article_reads d WHERE d.user_id = @user AND d.day = @day AND `+notTakenBack+`
		ORDER BY d.created_at, d.article_id`, db.Args{"user": userID, "day": day})
}

// listArticlePairs gives each pair once, whatever reactions made it.
func listArticlePairs(ctx context.Context, r db.Reader, userIDs, articleIDs []string, kind *Kind, span Span) ([]Pair, error) {
	args := db.Args{"users": userIDs, "articles": articleIDs, "from": span.From.UTC(), "until": span.Until.UTC()}
	const within = ` d WHERE d.user_id IN (@users) AND d.article_id IN (@articles) AND d.created_at >= @from AND d.created_at < @until AND `
	var selects []string
	if kind == nil || *kind == Read {
		selects = append(selects, `SELECT d.user_id, d.article_id AS item_id FROM article_reads`+within+
			`d.day >= @from_day AND d.day <= @until_day AND `+notTakenBack)
		args["from_day"], args["until_day"] = clock.DateOf(span.From), clock.DateOf(span.Until)
	}
	if kind == nil {
		selects = append(selects, `SELECT d.user_id, d.article_id AS item_id FROM article_marks`+within+`d.kind <> `+readSQL)
	} else if *kind != Read {
		selects = append(selects, `SELECT d.user_id, d.article_id AS item_id FROM article_marks`+within+`d.kind = @kind`)
		args["kind"] = *kind
	}
	return db.All[Pair](ctx, r, `
		SELECT DISTINCT user_id, item_id FROM (`+strings.Join(selects, " UNION ALL ")+`) AS p ORDER BY user_id, item_id`, args)
}

func listResourcePairs(ctx context.Context, r db.Reader, userIDs, resourceIDs []string, span Span) ([]Pair, error) {
	return db.All[Pair](ctx, r, `
		SELECT user_id, resource_id AS item_id FROM resource_reads
		WHERE user_id IN (@users) AND resource_id IN (@resources) AND created_at >= @from AND created_at < @until
		ORDER BY user_id, resource_id`,
		db.Args{"users": userIDs, "resources": resourceIDs, "from": span.From.UTC(), "until": span.Until.UTC()})
}
