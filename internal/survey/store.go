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

// visible is the surveys that exist and are within reach.
func visible(scope access.Scope) *db.Where {
	where := (&db.Where{}).And("deleted_at IS NULL")
	scope.OwnOrShared(where, "centre")
	return where
}

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Survey, error) {
	return look(ctx, r, scope, id, "")
}

// hold finds a survey that nobody else may change until the transaction ends.
func hold(ctx context.Context, tx *db.Tx, scope access.Scope, id string) (Survey, error) {
	return look(ctx, tx, scope, id, tx.ForUpdate())
}

func look(ctx context.Context, r db.Reader, scope access.Scope, id, lock string) (Survey, error) {
	where, args := visible(scope).And("id = ?", id).SQL()
	survey, err := db.One[Survey](ctx, r, `SELECT `+columns+` FROM surveys WHERE `+where+lock, args...)
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

// update changes a survey that is held.
func update(ctx context.Context, tx *db.Tx, id string, c content, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE surveys SET title = $1, link = $2, version = version + 1, updated_at = $3 WHERE id = $4`, c.Title, c.Link, now, id)
}

// markDeleted takes a survey that is held out of every list.
func markDeleted(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE surveys SET deleted_at = $1, version = version + 1 WHERE id = $2`, now, id)
}
