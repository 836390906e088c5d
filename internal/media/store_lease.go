package media

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// LeaseTable holds the leases of RetainObjects; it says nothing about files.
const LeaseTable = "media_leases"

// insertLease also deletes leases that have ended.
func insertLease(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	if _, err := tx.Exec(ctx, `DELETE FROM media_leases WHERE expires_at <= @now`, db.Args{"now": now}); err != nil {
		return err
	}
	return tx.Insert(ctx, LeaseTable, db.Args{"id": id, "expires_at": now.Add(leaseLife)})
}

func renewLease(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE media_leases SET expires_at = @expires WHERE id = @id`, db.Args{"id": id, "expires": now.Add(leaseLife)})
	return err
}

func deleteLease(ctx context.Context, tx *db.Tx, id string) error {
	_, err := tx.Exec(ctx, `DELETE FROM media_leases WHERE id = @id`, db.Args{"id": id})
	return err
}

// hasLease reports whether any lease lasts.
func hasLease(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM media_leases WHERE expires_at > @now LIMIT 1`, db.Args{"now": now})
	return len(found) > 0, err
}
