package article

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/reaction"
	"hearten/internal/workflow"
)

// listed is the condition of listed articles.
const listed = "status = " + workflow.ListedSQL + " AND deleted_at IS NULL"

// visible filters for the articles (as a) that a member sees at a moment:
// listed, within their times, of the own centre or of all; people of no centre
// see both centres'. The times decide too, because the schedule may be late.
func visible(who access.Member, now time.Time) *db.Filter {
	where := (&db.Filter{}).And("a.status = "+workflow.ListedSQL+" AND a.deleted_at IS NULL").
		And("(a.push_time IS NULL OR a.push_time <= @now) AND (a.pull_time IS NULL OR a.pull_time > @now)", db.Args{"now": now})
	ofCentre(where, who, "a.centre")
	return where
}

func ofCentre(where *db.Filter, who access.Member, column string) {
	if who.Centre.Partner() {
		where.In(column, []access.Centre{who.Centre, access.CentreAll})
	}
}

// narrow adds what the member asked for, without the search; prefix is the
// table's alias.
func (f AppFilter) narrow(where *db.Filter, prefix string) {
	if f.Category != 0 {
		where.And(prefix+"category = @category", db.Args{"category": f.Category})
	}
	if f.Category != 0 && f.Category != MentalHealth {
		where.And(prefix + "subcategory = 0") // always true there, but lets the index serve
	} else if f.Subcategory != 0 {
		where.And(prefix+"subcategory = @subcategory", db.Args{"subcategory": f.Subcategory})
	}
	if len(f.Districts) > 0 && (f.Category == 0 || f.Category == Activity) {
		where.In(prefix+"district", f.Districts)
	}
}

const appColumns = `a.id, a.title, a.thumbnail, a.category, a.district, a.type, a.listed_at`

var appSorts = page.Sorts{
	{Property: "ordering", Column: "a.ordering"},
	{Property: "publishedAt", Column: "a.listed_at"},
	{Property: "createdAt", Column: "a.listed_at"},
	{Property: "title", Column: "a.title"},
	{Property: "type", Column: "a.type"},
	{Property: "district", Column: "a.district"},
	{Property: "id", Column: "a.id"},
}

func listVisible(ctx context.Context, d *db.DB, who access.Member, f AppFilter, now time.Time, p page.Request) (page.Of[AppSummary], error) {
	where := visible(who, now)
	f.narrow(where, "a.")
	q := page.Query{Select: appColumns, From: "articles a", Filter: where.Search(f.SearchKey, "a.title"), Sorts: appSorts, Tie: "a.id"}
	if f.SearchKey == "" {
		q.Total = func(ctx context.Context) (int64, error) { return countVisible(ctx, d, who, f, now) }
	}
	return page.Fetch[AppSummary](ctx, d, q, p)
}

// countVisible takes the listed articles from the counters and subtracts the few
// that are outside their times. MATERIALIZED finds those by their times alone
// and narrows afterwards; an index by category would read the whole category.
func countVisible(ctx context.Context, r db.Reader, who access.Member, f AppFilter, now time.Time) (int64, error) {
	where := &db.Filter{}
	ofCentre(where, who, "centre")
	f.narrow(where, "")
	return db.Value[int64](ctx, r, `
		WITH early AS MATERIALIZED (
			SELECT centre, category, subcategory, district FROM articles WHERE `+listed+` AND push_time > @now),
		expired AS MATERIALIZED (
			SELECT centre, category, subcategory, district FROM articles
			WHERE `+listed+` AND pull_time <= @now AND (push_time IS NULL OR push_time <= @now))
		SELECT CAST(COALESCE((SELECT SUM(listed) FROM article_counts WHERE `+where.SQL()+`), 0) AS BIGINT)
			- (SELECT COUNT(*) FROM early WHERE `+where.SQL()+`)
			- (SELECT COUNT(*) FROM expired WHERE `+where.SQL()+`)`, where.Args(), db.Args{"now": now})
}

func listBookmarked(ctx context.Context, d *db.DB, who access.Member, now time.Time, p page.Request) (page.Of[AppSummary], error) {
	return page.Fetch[AppSummary](ctx, d, page.Query{
		Select: appColumns, From: "article_marks m JOIN articles a ON a.id = m.article_id",
		Filter: visible(who, now).And("m.user_id = @user AND m.kind = @kind", db.Args{"user": who.ID, "kind": reaction.Bookmark}),
		Sorts:  page.Sorts{{Property: "createdAt", Column: "m.created_at"}}, Tie: "a.id",
	}, p)
}

func findVisible(ctx context.Context, r db.Reader, who access.Member, id string, now time.Time) (Article, error) {
	where := visible(who, now).And("a.id = @id", db.Args{"id": id})
	a, err := db.One[Article](ctx, r, `SELECT `+columns+` FROM articles a WHERE `+where.SQL(), where.Args())
	return a, db.NoneAs(err, fault.ErrNotFound)
}

// checkVisible refuses an article that the member does not see.
func checkVisible(ctx context.Context, r db.Reader, who access.Member, id string, now time.Time) error {
	where := visible(who, now).And("a.id = @id", db.Args{"id": id})
	_, err := db.Value[int](ctx, r, `SELECT 1 FROM articles a WHERE `+where.SQL(), where.Args())
	return db.NoneAs(err, fault.ErrNotFound)
}
