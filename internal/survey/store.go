package survey

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

const columns = `id, title, link, centre, version, created_at`

// inReach filters for the surveys that exist and are within reach.
func inReach(scope access.Scope) *db.Filter {
	where := (&db.Filter{}).And("deleted_at IS NULL")
	scope.OwnOrSharedCentre(where, "centre")
	return where
}

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Survey, error) {
	where := inReach(scope).And("id = @id", db.Args{"id": id})
	survey, err := db.One[Survey](ctx, r, `SELECT `+columns+` FROM surveys WHERE `+where.SQL(), where.Args())
	return survey, db.NoneAs(err, fault.ErrNotFound)
}

// lock is find, and keeps others from changing the survey until the transaction
// ends.
func lock(ctx context.Context, tx *db.Tx, scope access.Scope, id string) (Survey, error) {
	where := inReach(scope).And("id = @id", db.Args{"id": id})
	survey, err := db.LockOne[Survey](ctx, tx, db.Surveys, `SELECT `+columns+` FROM surveys WHERE `+where.SQL(), where.Args())
	return survey, db.NoneAs(err, fault.ErrNotFound)
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "title", Column: "title"},
	{Property: "link", Column: "link"},
	{Property: "id", Column: "id"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, key string, p page.Request) (page.Of[Survey], error) {
	return page.Fetch[Survey](ctx, d, page.Query{
		Select: columns, From: "surveys", Filter: inReach(scope).Search(key, "title", "link"), Sorts: sorts, Tie: "id",
	}, p)
}

func insert(ctx context.Context, tx *db.Tx, s Survey, staffID string) error {
	return tx.Insert(ctx, "surveys", db.Args{
		"id": s.ID, "title": s.Title, "link": s.Link, "centre": s.Centre, "created_by": staffID, "version": s.Version,
		"created_at": s.CreatedAt, "updated_at": s.CreatedAt,
	})
}

// update writes a new version of a locked survey.
func update(ctx context.Context, tx *db.Tx, id string, c Content, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE surveys SET title = @title, link = @link, version = version + 1, updated_at = @now WHERE id = @id`,
		db.Args{"id": id, "title": c.Title, "link": c.Link, "now": now})
}

// markDeleted takes a locked survey out of every list.
func markDeleted(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE surveys SET deleted_at = @now, version = version + 1 WHERE id = @id`, db.Args{"id": id, "now": now})
}
