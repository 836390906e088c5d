package staff

import (
	"context"
	"time"

	"hearten/internal/platform/access"
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

const selectAccount = `
	SELECT id, username, email, phone, name, role_id, password_hash, first_password_until, disabled, deleted_at, version,
		created_at, updated_at
	FROM staff WHERE deleted_at IS NULL AND `

func findByLogin(ctx context.Context, r db.Reader, loginID string) (account, error) {
	return db.One[account](ctx, r, selectAccount+`(email = @login OR username = @login)`, db.Args{"login": loginID})
}

func findByID(ctx context.Context, r db.Reader, id string) (account, error) {
	return db.One[account](ctx, r, selectAccount+`id = @id`, db.Args{"id": id})
}

// lockAdministrators makes those who change staff take turns.
func lockAdministrators(ctx context.Context, tx *db.Tx) error {
	return db.Lock(ctx, tx, db.Roles, access.AdminRole().ID)
}

func lock(ctx context.Context, tx *db.Tx, id string) (account, error) {
	return db.LockOne[account](ctx, tx, db.Staff, selectAccount+`id = @id`, db.Args{"id": id})
}

// lockUnchanged locks an account whose password was checked. It reports
// db.ErrNone if the password was changed, or the account closed, since then.
func lockUnchanged(ctx context.Context, tx *db.Tx, a account) error {
	_, err := db.LockOne[account](ctx, tx, db.Staff, selectAccount+`id = @id AND password_hash = @hash AND disabled = FALSE`,
		db.Args{"id": a.ID, "hash": a.PasswordHash})
	return err
}

func insert(ctx context.Context, tx *db.Tx, a account) error {
	return tx.Insert(ctx, "staff", db.Args{
		"id": a.ID, "username": a.Username, "email": a.Email, "name": a.Name, "role_id": a.RoleID, "password_hash": a.PasswordHash,
		"first_password_until": a.FirstPasswordUntil, "disabled": false, "version": a.Version,
		"created_at": a.CreatedAt, "updated_at": a.UpdatedAt,
	})
}

// emailTaken replaces the error of a second account with one address.
func emailTaken(err error) error {
	if db.IsUnique(err, "uq_staff__email") {
		return errEmailTaken
	}
	return err
}

// update stores an account that is locked.
func update(ctx context.Context, tx *db.Tx, a account, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET email = @email, name = @name, role_id = @role, password_hash = @hash, first_password_until = @until,
			disabled = @disabled, deleted_at = @deleted, updated_at = @now, version = version + 1
		WHERE id = @id`,
		db.Args{
			"id": a.ID, "email": a.Email, "name": a.Name, "role": a.RoleID, "hash": a.PasswordHash, "until": a.FirstPasswordUntil,
			"disabled": a.Disabled, "deleted": a.DeletedAt, "now": now,
		})
}

// changePassword is guarded by the old hash: of two changes at once one wins.
func changePassword(ctx context.Context, tx *db.Tx, id, oldHash, newHash string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET password_hash = @new, first_password_until = NULL, updated_at = @now, version = version + 1
		WHERE id = @id AND password_hash = @old AND deleted_at IS NULL`,
		db.Args{"id": id, "old": oldHash, "new": newHash, "now": now})
}

func setPassword(ctx context.Context, tx *db.Tx, id, hash string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE staff SET password_hash = @hash, first_password_until = NULL, updated_at = @now, version = version + 1
		WHERE id = @id AND deleted_at IS NULL`,
		db.Args{"id": id, "hash": hash, "now": now})
}

func countOtherAdministrators(ctx context.Context, r db.Reader, id string) (int64, error) {
	return db.Value[int64](ctx, r, `
		SELECT COUNT(*) FROM staff WHERE role_id = @role AND id <> @id AND disabled = FALSE AND deleted_at IS NULL`,
		db.Args{"role": access.AdminRole().ID, "id": id})
}

func existsAny(ctx context.Context, r db.Reader) (bool, error) {
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
		INSERT INTO roles (id, code, centre, name) VALUES (@id, @code, @centre, @name)
		ON CONFLICT (id) DO UPDATE SET code = excluded.code, centre = excluded.centre, name = excluded.name`,
		db.Args{"id": r.ID, "code": r.Code, "centre": r.Centre, "name": r.Name})
	return err
}
