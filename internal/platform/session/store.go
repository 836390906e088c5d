package session

import (
	"context"
	"database/sql"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

type staffRow struct {
	StaffID   string    `db:"id"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	RoleID    string    `db:"role_id"`
	Scope     string    `db:"scope"`
	ExpiresAt time.Time `db:"expires_at"`
}

func findStaff(ctx context.Context, r db.Reader, sessionID string) (staffRow, error) {
	return db.One[staffRow](ctx, r, `
		SELECT st.id, st.name, st.email, st.role_id, se.scope, se.expires_at
		FROM sessions se JOIN staff st ON st.id = se.owner_id
		WHERE se.id = @id AND se.audience = 'web' AND st.disabled = FALSE AND st.deleted_at IS NULL`, db.Args{"id": sessionID})
}

type memberRow struct {
	UserID    string          `db:"id"`
	UserType  access.UserType `db:"user_type"`
	District  sql.NullString  `db:"district_id"`
	Centre    access.Centre   `db:"centre"`
	Scope     string          `db:"scope"`
	ExpiresAt time.Time       `db:"expires_at"`
}

func findMember(ctx context.Context, r db.Reader, sessionID string) (memberRow, error) {
	return db.One[memberRow](ctx, r, `
		SELECT u.id, u.user_type, u.district_id, u.centre, se.scope, se.expires_at
		FROM sessions se JOIN users u ON u.id = se.owner_id
		WHERE se.id = @id AND se.audience = 'app' AND u.status = @normal`, db.Args{"id": sessionID, "normal": userNormal})
}

func insert(ctx context.Context, tx *db.Tx, id string, audience Audience, owner string, scope access.TokenScope, now, expires time.Time) error {
	return tx.Insert(ctx, "sessions", db.Args{
		"id": id, "audience": string(audience), "owner_id": owner, "scope": string(scope), "created_at": now, "expires_at": expires,
	})
}

func remove(ctx context.Context, tx *db.Tx, id string) error {
	return tx.ExecOne(ctx, `DELETE FROM sessions WHERE id = @id`, db.Args{"id": id})
}

func removeAll(ctx context.Context, tx *db.Tx, audience Audience, owner, except string) error {
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE audience = @audience AND owner_id = @owner AND id <> @except`,
		db.Args{"audience": string(audience), "owner": owner, "except": except})
	return err
}

func removeExpired(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE expires_at <= @now`, db.Args{"now": now})
	return err
}
