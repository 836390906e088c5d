package doctor

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// countAdmins counts the administrators who can sign in.
func countAdmins(ctx context.Context, r db.Reader) (int64, error) {
	return db.Value[int64](ctx, r, `
		SELECT COUNT(*) FROM staff s JOIN roles r ON r.id = s.role_id
		WHERE r.code = @admin AND s.disabled = FALSE AND s.deleted_at IS NULL`, db.Args{"admin": string(access.Admin)})
}

func countUsers(ctx context.Context, r db.Reader) (int64, error) {
	return db.Value[int64](ctx, r, `SELECT COUNT(*) FROM users WHERE status <> `+access.RemovedSQL)
}

// lastAuditTime is when the newest entry of the audit log was written, in a list
// of one or none.
func lastAuditTime(ctx context.Context, r db.Reader) ([]time.Time, error) {
	return db.Column[time.Time](ctx, r, `SELECT created_at FROM audit_log ORDER BY created_at DESC LIMIT 1`)
}

// serverTime is the clock of a PostgreSQL server.
func serverTime(ctx context.Context, r db.Reader) (time.Time, error) {
	return db.Value[time.Time](ctx, r, `SELECT clock_timestamp()`)
}

// sampleSize is how many of the newest files are looked for in the store.
const sampleSize = "25"

func newestObjects(ctx context.Context, r db.Reader) ([]string, error) {
	return db.Column[string](ctx, r, `SELECT object FROM media_files ORDER BY updated_at DESC LIMIT `+sampleSize)
}
