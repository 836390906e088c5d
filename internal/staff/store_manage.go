package staff

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// Colleague is a staff member as others see them.
type Colleague struct {
	ID        string    `db:"id"`
	Email     string    `db:"email"`
	Name      string    `db:"name"`
	RoleID    string    `db:"role_id"`
	Role      string    `db:"role"`
	Disabled  bool      `db:"disabled"`
	Version   int64     `db:"version"`
	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

const (
	colleagues      = `staff s JOIN roles r ON r.id = s.role_id`
	colleagueFields = `s.id, s.email, s.name, s.role_id, r.name AS role, s.disabled, s.version, s.created_at, s.updated_at`
)

// visible is the accounts that exist and are within reach.
func visible(scope access.Scope) *db.Where {
	where := (&db.Where{}).And("s.deleted_at IS NULL")
	scope.Own(where, "r.centre")
	return where
}

func findColleague(ctx context.Context, r db.Reader, scope access.Scope, id string) (Colleague, error) {
	where, args := visible(scope).And("s.id = ?", id).SQL()
	found, err := db.One[Colleague](ctx, r, `SELECT `+colleagueFields+` FROM `+colleagues+` WHERE `+where, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return found, err
}

func listNames(ctx context.Context, r db.Reader, scope access.Scope) ([]Colleague, error) {
	where := (&db.Where{}).And("s.deleted_at IS NULL")
	scope.OwnOrShared(where, "r.centre")
	text, args := where.SQL()
	return db.All[Colleague](ctx, r, `SELECT s.id, s.name FROM `+colleagues+` WHERE `+text+` ORDER BY s.name, s.id`, args...)
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "s.created_at"},
	{Property: "updatedAt", Column: "s.updated_at"},
	{Property: "email", Column: "s.email"},
	{Property: "nickname", Column: "s.name"},
	{Property: "role", Column: "r.name"},
	{Property: "disabled", Column: "s.disabled"},
	{Property: "userId", Column: "s.id"},
}

func listPage(ctx context.Context, d *db.DB, scope access.Scope, key string, p page.Request) (page.Of[Colleague], error) {
	return page.Fetch[Colleague](ctx, d, page.Query{
		Select: colleagueFields, From: colleagues, Tie: "s.id", Sorts: sorts,
		Where: visible(scope).Search(key, "s.username", "s.phone", "s.email", "s.name"),
	}, p)
}

// holdAdministrators makes those who change staff take turns.
func holdAdministrators(ctx context.Context, tx *db.Tx) error {
	return tx.ExecOne(ctx, `UPDATE roles SET name = name WHERE id = $1`, access.AdminRole().ID)
}

// hold reads an account and keeps others from changing it.
func hold(ctx context.Context, tx *db.Tx, id string) (account, error) {
	return db.One[account](ctx, tx, `
		UPDATE staff SET version = version WHERE id = $1 AND deleted_at IS NULL RETURNING `+columns, id)
}

func otherAdministrators(ctx context.Context, r db.Reader, id string) (int64, error) {
	return db.Value[int64](ctx, r, `
		SELECT COUNT(*) FROM staff WHERE role_id = $1 AND id <> $2 AND disabled = FALSE AND deleted_at IS NULL`,
		access.AdminRole().ID, id)
}

// update stores an account that is held.
func update(ctx context.Context, tx *db.Tx, a account, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET email = $1, name = $2, role_id = $3, password_hash = $4, first_password_until = $5, disabled = $6,
			deleted_at = $7, updated_at = $8, version = version + 1
		WHERE id = $9`,
		a.Email, a.Name, a.RoleID, a.PasswordHash, a.FirstPasswordUntil, a.Disabled, a.DeletedAt, now, a.ID)
}
