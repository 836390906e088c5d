package mission

import (
	"context"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// take marks a completed mission as claimed; the guard lets one caller win. It
// finds nothing when there is nothing to claim, or its period is over.
func take(ctx context.Context, tx *db.Tx, userID, missionID, period string, now time.Time) (Reward, error) {
	return db.One[Reward](ctx, tx, `
		UPDATE mission_progress SET claimed_at = $1
		WHERE user_id = $2 AND mission_id = $3 AND period = $4 AND completed_at IS NOT NULL AND claimed_at IS NULL
			AND (closes_on IS NULL OR closes_on >= $5)
		RETURNING coin, exp, token`, now, userID, missionID, period, clock.DateOf(now))
}

// progress is how far a member is with a mission.
type progress struct {
	Completed bool `db:"completed"`
	Claimed   bool `db:"claimed"`
}

func findProgress(ctx context.Context, r db.Reader, userID, missionID, period string) (progress, error) {
	return db.One[progress](ctx, r, `
		SELECT completed_at IS NOT NULL AS completed, claimed_at IS NOT NULL AS claimed
		FROM mission_progress WHERE user_id = $1 AND mission_id = $2 AND period = $3`, userID, missionID, period)
}

// unclaimed is what the indexes of waiting rewards hold.
const unclaimed = `completed_at IS NOT NULL AND claimed_at IS NULL`

// usersToCredit are some members with rewards of periods that ended before
// today, the longest ended first.
func usersToCredit(ctx context.Context, r db.Reader, today clock.Date, limit int) ([]string, error) {
	return db.Column[string](ctx, r, `
		SELECT user_id FROM mission_progress WHERE `+unclaimed+` AND closes_on < $1
		GROUP BY closes_on, user_id ORDER BY closes_on, user_id LIMIT $2`, today, limit)
}

// earned is a reward taken on a member's behalf.
type earned struct {
	UserID      string    `db:"user_id"`
	MissionID   string    `db:"mission_id"`
	Period      string    `db:"period"`
	CompletedAt time.Time `db:"completed_at"`
	Reward
}

// takeEnded marks what waits of ended periods as claimed.
func takeEnded(ctx context.Context, tx *db.Tx, users []string, now time.Time) ([]earned, error) {
	list, args := db.List(db.Anys(users))
	return db.All[earned](ctx, tx, db.Number(`
		UPDATE mission_progress SET claimed_at = ? WHERE `+unclaimed+` AND closes_on < ? AND user_id IN `+list+`
		RETURNING user_id, mission_id, period, completed_at, coin, exp, token`),
		append([]any{now, clock.DateOf(now)}, args...)...)
}

// closeRetired ends the periods of what waits of missions that left the
// catalogue, some at a time, and tells how many it were.
func closeRetired(ctx context.Context, tx *db.Tx, today clock.Date, limit int) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE mission_progress SET closes_on = $1 WHERE (user_id, mission_id, period) IN (`+retired+`)`, today.AddDays(-1), today, limit)
}

const retired = `
	SELECT user_id, mission_id, period FROM mission_progress
	WHERE ` + unclaimed + ` AND (closes_on IS NULL OR closes_on >= $2)
		AND mission_id IN (SELECT id FROM missions WHERE retired_at IS NOT NULL) LIMIT $3`

// namesOf are the names of all missions, those that left included.
func namesOf(ctx context.Context, r db.Reader) (map[string]string, error) {
	type named struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}
	all, err := db.All[named](ctx, r, `SELECT id, name FROM missions`)
	names := make(map[string]string, len(all))
	for _, m := range all {
		names[m.ID] = m.Name
	}
	return names, err
}
