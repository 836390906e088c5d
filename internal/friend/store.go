package friend

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// The states of a pair as literals, which partial indexes need.
const (
	requestingSQL = "0"
	normalSQL     = "1"
)

// lockUsers lets one transaction at a time change what is between users. It
// locks their settings, which it inserts for those who have none yet, ordered by
// id like every lock. PostgreSQL gets both statements with the next one.
func lockUsers(ctx context.Context, tx *db.Tx, ids ...string) error {
	err := tx.Queue(ctx, `
		INSERT INTO friend_settings (user_id, searchable, requestable, step_view, map_view, mascot_view, avatar_view, requests_number)
		SELECT u.id, @searchable, @requestable, @step, @map, @mascot, @avatar, 0
		FROM users u WHERE u.status <> `+access.RemovedSQL+` AND u.id IN (@ids) ORDER BY u.id
		ON CONFLICT (user_id) DO NOTHING`, defaultSettings.args(), db.Args{"ids": ids})
	if err != nil {
		return err
	}
	return db.QueueLock(ctx, tx, db.FriendSettings, ids...)
}

// args are the settings as values of @names.
func (s Settings) args() db.Args {
	return db.Args{
		"searchable": s.Searchable, "requestable": s.Requestable, "step": s.Step, "map": s.Map, "mascot": s.Mascot, "avatar": s.Avatar,
	}
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
	return id, tx.Insert(ctx, "friend_pairs", db.Args{
		"id": id, "user_low": low, "user_high": high, "status": status, "requested_by": by, "created_at": now, "friend_at": friendAt,
	})
}

// markFriends turns a request into a friendship.
func markFriends(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE friend_pairs SET status = `+normalSQL+`, friend_at = @now WHERE id = @id AND status = `+requestingSQL,
		db.Args{"id": id, "now": now})
}

// countRequest adds one to the requests that a member made today.
func countRequest(ctx context.Context, tx *db.Tx, userID string, today clock.Date) error {
	return tx.ExecOne(ctx, `
		UPDATE friend_settings
		SET requests_number = CASE WHEN requests_on = @today THEN requests_number + 1 ELSE 1 END, requests_on = @today
		WHERE user_id = @user`, db.Args{"user": userID, "today": today})
}

// deletePair deletes a request or a friendship, and what the two let each other
// see.
func deletePair(ctx context.Context, tx *db.Tx, one, other string) error {
	low, high := ordered(one, other)
	args := db.Args{"low": low, "high": high}
	if _, err := tx.Exec(ctx, `DELETE FROM friend_pairs WHERE user_low = @low AND user_high = @high`, args); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM friend_permissions
		WHERE user_id = @low AND viewer_id = @high OR user_id = @high AND viewer_id = @low`, args)
	return err
}

// pair is a row of friend_pairs.
type pair struct {
	ID          string `db:"id"`
	Low         string `db:"user_low"`
	High        string `db:"user_high"`
	Status      Status `db:"status"`
	RequestedBy string `db:"requested_by"`
}

// asked is the member who decides about a request.
func (p pair) asked() string {
	if p.RequestedBy == p.Low {
		return p.High
	}
	return p.Low
}

func findPairs(ctx context.Context, r db.Reader, ids []string) ([]pair, error) {
	return db.All[pair](ctx, r, `
		SELECT id, user_low, user_high, status, requested_by FROM friend_pairs WHERE id IN (@ids) ORDER BY id`, db.Args{"ids": ids})
}

// insertBlock changes nothing if there is one already.
func insertBlock(ctx context.Context, tx *db.Tx, userID, blockedID string, now time.Time) error {
	_, err := tx.InsertOrIgnore(ctx, "friend_blocks", db.Args{
		"id": uuid.Must(uuid.NewV7()).String(), "user_id": userID, "blocked_id": blockedID, "created_at": now,
	})
	return err
}

func deleteBlock(ctx context.Context, tx *db.Tx, userID, blockedID string) error {
	return tx.ExecOne(ctx, `
		DELETE FROM friend_blocks WHERE user_id = @user AND blocked_id = @blocked`, db.Args{"user": userID, "blocked": blockedID})
}

// block is a row of friend_blocks.
type block struct {
	ID        string `db:"id"`
	UserID    string `db:"user_id"`
	BlockedID string `db:"blocked_id"`
}

func findBlocks(ctx context.Context, r db.Reader, ids []string) ([]block, error) {
	return db.All[block](ctx, r, `SELECT id, user_id, blocked_id FROM friend_blocks WHERE id IN (@ids) ORDER BY id`, db.Args{"ids": ids})
}

func saveCoolDown(ctx context.Context, tx *db.Tx, userID, otherID string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO friend_cooldowns (user_id, other_id, until) VALUES (@user, @other, @until)
		ON CONFLICT (user_id, other_id) DO UPDATE SET until = excluded.until`,
		db.Args{"user": userID, "other": otherID, "until": until})
	return err
}

// deleteCoolDowns deletes those of two members, who are friends now.
func deleteCoolDowns(ctx context.Context, tx *db.Tx, one, other string) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM friend_cooldowns
		WHERE user_id = @one AND other_id = @other OR user_id = @other AND other_id = @one`, db.Args{"one": one, "other": other})
	return err
}

func deleteOldCoolDowns(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM friend_cooldowns WHERE until <= @now`, db.Args{"now": now})
	return err
}

// deleteAsOther deletes the rows of others that are about a user.
func deleteAsOther(ctx context.Context, tx *db.Tx, userID string) error {
	for _, text := range []string{
		`DELETE FROM friend_blocks WHERE blocked_id = @user`,
		`DELETE FROM friend_cooldowns WHERE other_id = @user`,
		`DELETE FROM friend_permissions WHERE viewer_id = @user`,
	} {
		if _, err := tx.Exec(ctx, text, db.Args{"user": userID}); err != nil {
			return err
		}
	}
	return nil
}
