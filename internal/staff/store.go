package staff

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

type account struct {
	ID                 string     `db:"id"`
	Username           string     `db:"username"`
	Email              string     `db:"email"`
	Phone              *string    `db:"phone"`
	Name               string     `db:"name"`
	RoleID             string     `db:"role_id"`
	PasswordHash       string     `db:"password_hash"`
	FirstPasswordUntil *time.Time `db:"first_password_until"`
	Disabled           bool       `db:"disabled"`
	DeletedAt          *time.Time `db:"deleted_at"`
	Version            int64      `db:"version"`
	CreatedAt          time.Time  `db:"created_at"`
	UpdatedAt          time.Time  `db:"updated_at"`
}

const columns = `id, username, email, phone, name, role_id, password_hash, first_password_until, disabled, deleted_at, version,
	created_at, updated_at`

const selectAccount = `SELECT ` + columns + ` FROM staff WHERE deleted_at IS NULL AND `

func findByLogin(ctx context.Context, r db.Reader, loginID string) (account, error) {
	return db.One[account](ctx, r, selectAccount+`(email = $1 OR username = $1)`, loginID)
}

func findByID(ctx context.Context, r db.Reader, id string) (account, error) {
	return db.One[account](ctx, r, selectAccount+`id = $1`, id)
}

func insert(ctx context.Context, tx *db.Tx, a account) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO staff (id, username, email, name, role_id, password_hash, first_password_until, disabled, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, $8, $9, $10)`,
		a.ID, a.Username, a.Email, a.Name, a.RoleID, a.PasswordHash, a.FirstPasswordUntil, a.Version, a.CreatedAt, a.UpdatedAt)
	return err
}

func setPassword(ctx context.Context, tx *db.Tx, id, oldHash, newHash string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET password_hash = $1, first_password_until = NULL, updated_at = $2, version = version + 1
		WHERE id = $3 AND password_hash = $4 AND deleted_at IS NULL`, newHash, now, id, oldHash)
}

func replacePassword(ctx context.Context, tx *db.Tx, id, hash string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET password_hash = $1, first_password_until = NULL, updated_at = $2, version = version + 1
		WHERE id = $3 AND deleted_at IS NULL`, hash, now, id)
}

// keepsPassword holds the account and reports db.ErrNone when its password was
// changed, or it was closed, since it was checked.
func keepsPassword(ctx context.Context, tx *db.Tx, a account) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET version = version WHERE id = $1 AND password_hash = $2 AND disabled = FALSE AND deleted_at IS NULL`,
		a.ID, a.PasswordHash)
}

func anyStaff(ctx context.Context, r db.Reader) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM staff WHERE deleted_at IS NULL LIMIT 1`)
	return len(found) > 0, err
}

type storedRole struct {
	ID     string `db:"id"`
	Code   string `db:"code"`
	Centre string `db:"centre"`
	Name   string `db:"name"`
}

func listRoles(ctx context.Context, r db.Reader) ([]storedRole, error) {
	return db.All[storedRole](ctx, r, `SELECT id, code, centre, name FROM roles`)
}

func upsertRole(ctx context.Context, tx *db.Tx, r storedRole) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO roles (id, code, centre, name) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET code = excluded.code, centre = excluded.centre, name = excluded.name`,
		r.ID, r.Code, r.Centre, r.Name)
	return err
}
