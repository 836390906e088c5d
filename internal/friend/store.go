package friend

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// hold lets one transaction at a time change what lies between members. The
// rows are taken in the order of ids, so that two callers never wait for each
// other; a member's first time makes the row, with the newcomer's settings.
func hold(ctx context.Context, tx *db.Tx, ids ...string) error {
	list, named := db.List(db.Anys(ids))
	n := newcomer
	args := append([]any{n.Searchable, n.Requestable, n.Step, n.Map, n.Mascot, n.Avatar}, named...)
	_, err := tx.Exec(ctx, db.Number(`
		INSERT INTO friend_settings (user_id, searchable, requestable, step_view, map_view, mascot_view, avatar_view, requests_number)
		SELECT u.id, ?, ?, ?, ?, ?, ?, 0 FROM users u WHERE u.status <> 3 AND u.id IN `+list+` ORDER BY u.id
		ON CONFLICT (user_id) DO UPDATE SET requests_number = friend_settings.requests_number`), args...)
	return err
}

// ordered is a pair as it is stored.
func ordered(one, other string) (low, high string) { return min(one, other), max(one, other) }

func insertPair(ctx context.Context, tx *db.Tx, by, other string, status Status, now time.Time) (id string, err error) {
	low, high := ordered(by, other)
	var friendAt *time.Time
	if status == Normal {
		friendAt = &now
	}
	id = uuid.Must(uuid.NewV7()).String()
	_, err = tx.Exec(ctx, `
		INSERT INTO friend_pairs (id, user_low, user_high, status, requested_by, created_at, friend_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, id, low, high, int(status), by, now, friendAt)
	return id, err
}

func markFriends(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE friend_pairs SET status = 1, friend_at = $1 WHERE id = $2 AND status = 0`, now, id)
}

func countRequest(ctx context.Context, tx *db.Tx, userID string, today clock.Date) error {
	return tx.ExecOne(ctx, `
		UPDATE friend_settings SET requests_number = CASE WHEN requests_on = $1 THEN requests_number + 1 ELSE 1 END, requests_on = $1
		WHERE user_id = $2`, today, userID)
}

// removePair forgets a request or a friendship, and what the two let each other
// see.
func removePair(ctx context.Context, tx *db.Tx, one, other string) error {
	low, high := ordered(one, other)
	if _, err := tx.Exec(ctx, `DELETE FROM friend_pairs WHERE user_low = $1 AND user_high = $2`, low, high); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM friend_permissions WHERE user_id = $1 AND viewer_id = $2 OR user_id = $2 AND viewer_id = $1`, one, other)
	return err
}

func insertBlock(ctx context.Context, tx *db.Tx, userID, blockedID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO friend_blocks (id, user_id, blocked_id, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, blocked_id) DO NOTHING`, uuid.Must(uuid.NewV7()).String(), userID, blockedID, now)
	return err
}

func removeBlock(ctx context.Context, tx *db.Tx, userID, blockedID string) error {
	return tx.ExecOne(ctx, `DELETE FROM friend_blocks WHERE user_id = $1 AND blocked_id = $2`, userID, blockedID)
}

func setCoolDown(ctx context.Context, tx *db.Tx, userID, otherID string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO friend_cooldowns (user_id, other_id, until) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, other_id) DO UPDATE SET until = excluded.until`, userID, otherID, until)
	return err
}

// endCoolDowns forgets who turned down whom: they are friends now.
func endCoolDowns(ctx context.Context, tx *db.Tx, one, other string) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM friend_cooldowns WHERE user_id = $1 AND other_id = $2 OR user_id = $2 AND other_id = $1`, one, other)
	return err
}

func removeOldCoolDowns(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM friend_cooldowns WHERE until <= $1`, now)
	return err
}
