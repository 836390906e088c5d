package lockout

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// lockState reads an account's row, which it makes if need be, and locks it, in
// one statement: callers at the same moment wait for each other.
func lockState(ctx context.Context, tx *db.Tx, hash string, now time.Time) (state, error) {
	return db.One[state](ctx, tx, `
		INSERT INTO login_locks (account_hash, tries, locks, updated_at) VALUES (@hash, 0, 0, @now)
		ON CONFLICT (account_hash) DO UPDATE SET account_hash = excluded.account_hash
		RETURNING tries, locks, locked_until, updated_at`, db.Args{"hash": hash, "now": now})
}

func saveState(ctx context.Context, tx *db.Tx, hash string, s state) error {
	_, err := tx.Exec(ctx, `
		UPDATE login_locks SET tries = @tries, locks = @locks, locked_until = @until, updated_at = @at WHERE account_hash = @hash`,
		db.Args{"tries": s.Tries, "locks": s.Locks, "until": s.LockedUntil, "at": s.UpdatedAt, "hash": hash})
	return err
}

func deleteState(ctx context.Context, tx *db.Tx, hash string) error {
	_, err := tx.Exec(ctx, `DELETE FROM login_locks WHERE account_hash = @hash`, db.Args{"hash": hash})
	return err
}

func deleteBefore(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM login_locks WHERE updated_at < @before`, db.Args{"before": before})
	return err
}
