package delivery

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

func upsertDevice(ctx context.Context, tx *db.Tx, d device) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO device_tokens (token_hash, token_sealed, user_id, session_id, seen_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (token_hash) DO UPDATE SET token_sealed = excluded.token_sealed, user_id = excluded.user_id,
			session_id = excluded.session_id, seen_at = excluded.seen_at`,
		d.Hash, d.Sealed, d.UserID, d.sessionID, d.seenAt)
	return err
}

func moveDevices(ctx context.Context, tx *db.Tx, from, to string) error {
	_, err := tx.Exec(ctx, `UPDATE device_tokens SET session_id = $1 WHERE session_id = $2`, to, from)
	return err
}

func removeDevice(ctx context.Context, tx *db.Tx, hash string) error {
	return removeDevicesBy(ctx, tx, "token_hash", hash)
}

func removeDevicesBy(ctx context.Context, tx *db.Tx, column, value string) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE `+column+` = $1`, value)
	return err
}

func removeUnseen(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM device_tokens WHERE seen_at < $1`, before)
	return err
}

func devicesOf(ctx context.Context, r db.Reader, userIDs []string) ([]device, error) {
	return byIDs[device](ctx, r, `SELECT token_hash, token_sealed, user_id FROM device_tokens WHERE user_id IN`, userIDs)
}

// ownersOf tells whose devices the tokens are, by their hashes.
func ownersOf(ctx context.Context, r db.Reader, hashes []string) (map[string]string, error) {
	found, err := byIDs[device](ctx, r, `SELECT token_hash, user_id FROM device_tokens WHERE token_hash IN`, hashes)
	owners := map[string]string{}
	for _, d := range found {
		owners[d.Hash] = d.UserID
	}
	return owners, err
}
