package article

import (
	"context"
	"maps"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

const (
	columns = `id, centre, status, author_id, editor_id, push_time, pull_time, version, home, title, content, category, district,
		subcategory, type, registration_link, video_link, thumbnail, images, pdf, audio, ordering, placed, listed_at, created_at`

	summaryColumns = `id, title, centre, category, district, subcategory, type, status, push_time, pull_time, created_at, ordering`
)

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Article, error) {
	where := workflow.InReach(scope).And("id = @id", db.Args{"id": id})
	a, err := db.One[Article](ctx, r, `SELECT `+columns+` FROM articles WHERE `+where.SQL(), where.Args())
	return a, db.NoneAs(err, fault.ErrNotFound)
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "title", Column: "title"},
	{Property: "district", Column: "district"},
	{Property: "type", Column: "type"},
	{Property: "category", Column: "category"},
	{Property: "subcategory", Column: "subcategory"},
	{Property: "status", Column: "status"},
	{Property: "pushTime", Column: "push_time"},
	{Property: "pullTime", Column: "pull_time"},
	{Property: "id", Column: "id"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[Summary], error) {
	where := workflow.InReach(scope).Search(f.SearchKey, "title")
	ofCategory(f.Category)(where)
	if len(f.Types) > 0 {
		where.In("type", f.Types)
	}
	if len(f.Statuses) > 0 {
		where.In("status", f.Statuses)
	}
	if len(f.Districts) > 0 {
		where.In("district", f.Districts)
	}
	return page.Fetch[Summary](ctx, d, page.Query{Select: summaryColumns, From: "articles", Filter: where, Sorts: sorts, Tie: "id"}, p)
}

// ofCategory narrows to a category; zero is all.
func ofCategory(c Category) func(*db.Filter) {
	return func(where *db.Filter) {
		if c != 0 {
			where.And("category = @category", db.Args{"category": c})
		}
	}
}

// edited is what an edit writes, by column.
func edited(a Article) db.Args {
	return db.Args{
		"centre": a.Centre, "editor_id": a.EditorID, "push_time": a.PushTime, "pull_time": a.PullTime, "version": a.Version,
		"title": a.Title, "content": a.Text, "category": a.Category, "district": a.District, "subcategory": a.Subcategory,
		"type": a.Type, "registration_link": a.RegistrationLink, "video_link": a.VideoLink,
		"thumbnail": a.Thumbnail, "images": a.Images, "pdf": a.PDF, "audio": a.Audio,
	}
}

func insert(ctx context.Context, tx *db.Tx, a Article) error {
	row := edited(a)
	maps.Copy(row, db.Args{
		"id": a.ID, "status": a.Status, "author_id": a.AuthorID, "home": a.Home, "ordering": 0, "placed": false,
		"created_at": a.CreatedAt, "updated_at": a.CreatedAt,
	})
	return tx.Insert(ctx, "articles", row)
}

// update writes a new version of a locked article.
func update(ctx context.Context, tx *db.Tx, a Article, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE articles SET centre = @centre, editor_id = @editor_id, push_time = @push_time, pull_time = @pull_time, version = @version,
			title = @title, content = @content, category = @category, district = @district, subcategory = @subcategory, type = @type,
			registration_link = @registration_link, video_link = @video_link, thumbnail = @thumbnail, images = @images, pdf = @pdf,
			audio = @audio, listed_at = @listed_at, updated_at = @now
		WHERE id = @id`, edited(a), db.Args{"id": a.ID, "listed_at": a.ListedAt, "now": now})
}

// findMoved reads the articles that are moving, by id.
func findMoved(ctx context.Context, tx *db.Tx, moves []workflow.Move) (map[string]Article, error) {
	ids := make([]string, len(moves))
	for i, m := range moves {
		ids[i] = m.After.ID
	}
	found, err := db.All[Article](ctx, tx, `SELECT `+columns+` FROM articles WHERE id IN (@ids)`, db.Args{"ids": ids})
	articles := make(map[string]Article, len(found))
	for _, a := range found {
		articles[a.ID] = a
	}
	return articles, err
}

func updateListedAt(ctx context.Context, tx *db.Tx, id string, at time.Time) error {
	return tx.ExecOne(ctx, `UPDATE articles SET listed_at = @at WHERE id = @id`, db.Args{"id": id, "at": at})
}
