package delivery

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// device is a device's row.
type device struct {
	Hash      string `db:"token_hash"`
	Sealed    []byte `db:"token_sealed"`
	UserID    string `db:"user_id"`
	sessionID string
	seenAt    time.Time
}

func upsertDevice(ctx context.Context, tx *db.Tx, d device) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO device_tokens (token_hash, token_sealed, user_id, session_id, seen_at)
		VALUES (@hash, @sealed, @user, @session, @seen)
		ON CONFLICT (token_hash) DO UPDATE SET token_sealed = excluded.token_sealed, user_id = excluded.user_id,
			session_id = excluded.session_id, seen_at = excluded.seen_at`,
		db.Args{"hash": d.Hash, "sealed": d.Sealed, "user": d.UserID, "session": d.sessionID, "seen": d.seenAt})
	return err
}

func moveDevices(ctx context.Context, tx *db.Tx, from, to string) error {
	_, err := tx.Exec(ctx, `UPDATE device_tokens SET session_id = @to WHERE session_id = @from`, db.Args{"from": from, "to": to})
	return err
}

func deleteDevice(ctx context.Context, tx *db.Tx, hash string) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE token_hash = @hash`, db.Args{"hash": hash})
	return err
}

func deleteDevicesOfSession(ctx context.Context, tx *db.Tx, sessionID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE session_id = @session`, db.Args{"session": sessionID})
	return err
}

func deleteDevicesOfUser(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE user_id = @user`, db.Args{"user": userID})
	return err
}

func deleteDevicesOfOtherSessions(ctx context.Context, tx *db.Tx, userID, sessionID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE user_id = @user AND session_id <> @session`,
		db.Args{"user": userID, "session": sessionID})
	return err
}

func deleteUnseen(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE seen_at < @before`, db.Args{"before": before})
	return err
}

func listDevices(ctx context.Context, r db.Reader, userIDs []string) ([]device, error) {
	return byIDs[device](ctx, r, `SELECT token_hash, token_sealed, user_id FROM device_tokens WHERE user_id IN (@ids)`, userIDs)
}

// listOwners tells whose devices the tokens are, by their hashes.
func listOwners(ctx context.Context, r db.Reader, hashes []string) (map[string]string, error) {
	found, err := byIDs[device](ctx, r, `SELECT token_hash, user_id FROM device_tokens WHERE token_hash IN (@ids)`, hashes)
	owners := map[string]string{}
	for _, d := range found {
		owners[d.Hash] = d.UserID
	}
	return owners, err
}
