package survey

import (
	"context"
	"time"

	"hearten/internal/access"
	"hearten/internal/db"
	"hearten/internal/fault"
	"hearten/internal/page"
)

const columns = `id, title, link, centre, version, created_at`

// visible is the surveys that exist and are within reach.
func visible(scope access.Scope) *db.Where {
	where := (&db.Where{}).And("deleted_at IS NULL")
	scope.OwnOrShared(where, "centre")
	return where
}

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Survey, error) {
	where, args := visible(scope).And("id = ?", id).SQL()
	survey, err := db.One[Survey](ctx, r, `SELECT `+columns+` FROM surveys WHERE `+where, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return survey, err
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "title", Column: "title"},
	{Property: "link", Column: "link"},
	{Property: "id", Column: "id"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, key string, p page.Request) (page.Of[Survey], error) {
	return page.Fetch[Survey](ctx, d, page.Query{
		Select: columns, From: "surveys", Tie: "id", Sorts: sorts,
		Where: visible(scope).Search(key, "title", "link"),
	}, p)
}

func insert(ctx context.Context, tx *db.Tx, s Survey, staffID string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO surveys (id, title, link, centre, created_by, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
		s.ID, s.Title, s.Link, string(s.Centre), staffID, s.Version, s.CreatedAt)
	return err
}

// update is guarded by the version that was read.
func update(ctx context.Context, tx *db.Tx, old Survey, c content, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE surveys SET title = $1, link = $2, version = version + 1, updated_at = $3
		WHERE id = $4 AND version = $5 AND deleted_at IS NULL`, c.Title, c.Link, now, old.ID, old.Version)
}

// markDeleted is guarded: of two deletions at once one finds it gone.
func markDeleted(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	err := tx.ExecOne(ctx, `
		UPDATE surveys SET deleted_at = $1, version = version + 1 WHERE id = $2 AND deleted_at IS NULL`, now, id)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return err
}
