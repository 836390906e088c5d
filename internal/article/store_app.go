package article

import (
	"context"
	"slices"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// visible is the articles (as a) that a member sees at a moment: listed, within
// their times, of the own centre or of all; people of no centre see both
// centres'. The schedule may be late: the times decide.
func visible(who access.Member, now time.Time) *db.Where {
	where := (&db.Where{}).And("a.status = 5 AND a.deleted_at IS NULL").
		And("(a.push_time IS NULL OR a.push_time <= ?) AND (a.pull_time IS NULL OR a.pull_time > ?)", now, now)
	ofCentre(where, who, "a.centre")
	return where
}

func ofCentre(where *db.Where, who access.Member, column string) {
	if who.Centre == access.CentreA || who.Centre == access.CentreB {
		where.In(column, string(who.Centre), string(access.CentreAll))
	}
}

// choose narrows to what the member asked for, search aside.
func choose(where *db.Where, c Choice, table string) {
	if c.Category != 0 {
		where.And(table+"category = ?", int(c.Category))
	}
	if c.Category != 0 && c.Category != MentalHealth {
		where.And(table + "subcategory = 0") // as it always is there; the index begins so
	} else if c.Subcategory != 0 {
		where.And(table+"subcategory = ?", c.Subcategory)
	}
	if len(c.Districts) > 0 && (c.Category == 0 || c.Category == Activity) {
		where.In(table+"district", db.Anys(c.Districts)...)
	}
}

const seenColumns = `a.id, a.title, a.thumbnail, a.category, a.district, a.type, a.listed_at`

var browseSorts = page.Sorts{
	{Property: "ordering", Column: "a.ordering"},
	{Property: "publishedAt", Column: "a.listed_at"},
	{Property: "createdAt", Column: "a.listed_at"},
	{Property: "title", Column: "a.title"},
	{Property: "type", Column: "a.type"},
	{Property: "district", Column: "a.district"},
	{Property: "id", Column: "a.id"},
}

func listVisible(ctx context.Context, d *db.DB, who access.Member, c Choice, now time.Time, p page.Request) (page.Of[Seen], error) {
	where := visible(who, now)
	choose(where, c, "a.")
	q := page.Query{Select: seenColumns, From: "articles a", Where: where.Search(c.SearchKey, "a.title"), Sorts: browseSorts, Tie: "a.id"}
	if c.SearchKey == "" {
		q.Total = func(ctx context.Context) (int64, error) { return countVisible(ctx, d, who, c, now) }
	}
	return page.Fetch[Seen](ctx, d, q, p)
}

// countVisible takes the listed articles from the counters, and off them the
// few that are not within their times. Those are found by their times alone and
// narrowed afterwards, which the LIMIT ensures: an index by category would find
// all of it.
func countVisible(ctx context.Context, r db.Reader, who access.Member, c Choice, now time.Time) (int64, error) {
	mine := &db.Where{}
	ofCentre(mine, who, "centre")
	choose(mine, c, "")
	condition, args := mine.Part()
	return db.Value[int64](ctx, r, db.Number(`
		SELECT CAST(COALESCE((SELECT SUM(listed) FROM article_counts WHERE `+condition+`), 0) AS BIGINT)
			- (SELECT COUNT(*) FROM (
				SELECT centre, category, subcategory, district FROM articles
				WHERE status = 5 AND deleted_at IS NULL AND push_time > ? LIMIT 1000000) early WHERE `+condition+`)
			- (SELECT COUNT(*) FROM (
				SELECT centre, category, subcategory, district FROM articles
				WHERE status = 5 AND deleted_at IS NULL AND pull_time <= ? AND (push_time IS NULL OR push_time <= ?) LIMIT 1000000) over_already
				WHERE `+condition+`)`),
		slices.Concat(args, []any{now}, args, []any{now, now}, args)...)
}

func listBookmarked(ctx context.Context, d *db.DB, who access.Member, now time.Time, p page.Request) (page.Of[Seen], error) {
	return page.Fetch[Seen](ctx, d, page.Query{
		Select: seenColumns, From: "article_marks m JOIN articles a ON a.id = m.article_id",
		Where: visible(who, now).And("m.user_id = ? AND m.kind = 1", who.ID), Tie: "a.id",
		Sorts: page.Sorts{{Property: "createdAt", Column: "m.created_at"}},
	}, p)
}

func findVisible(ctx context.Context, r db.Reader, who access.Member, id string, now time.Time) (Article, error) {
	where, args := visible(who, now).And("a.id = ?", id).SQL()
	a, err := db.One[Article](ctx, r, `SELECT `+columns+` FROM articles a WHERE `+where, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return a, err
}
