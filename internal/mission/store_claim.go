package mission

import (
	"context"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// claim marks a completed mission as claimed; the guard lets one caller win. It
// is db.ErrNone when there is nothing to claim, or its period is over.
func claim(ctx context.Context, tx *db.Tx, userID, missionID, period string, now time.Time) (Reward, error) {
	return db.One[Reward](ctx, tx, `
		UPDATE mission_progress SET claimed_at = @now
		WHERE user_id = @user AND mission_id = @mission AND period = @period AND `+unclaimed+`
			AND (closes_on IS NULL OR closes_on >= @today)
		RETURNING coin, exp, token`,
		db.Args{"now": now, "user": userID, "mission": missionID, "period": period, "today": clock.DateOf(now)})
}

// progress is how far a member is with a mission.
type progress struct {
	Completed bool `db:"completed"`
	Claimed   bool `db:"claimed"`
}

func findProgress(ctx context.Context, r db.Reader, userID, missionID, period string) (progress, error) {
	return db.One[progress](ctx, r, `
		SELECT completed_at IS NOT NULL AS completed, claimed_at IS NOT NULL AS claimed
		FROM mission_progress WHERE user_id = @user AND mission_id = @mission AND period = @period`,
		db.Args{"user": userID, "mission": missionID, "period": period})
}

// unclaimed is what the indexes of waiting rewards hold.
const unclaimed = `completed_at IS NOT NULL AND claimed_at IS NULL`

// listToCredit gives some members with rewards of periods that ended before
// today, the longest ended first.
func listToCredit(ctx context.Context, r db.Reader, today clock.Date, limit int) ([]string, error) {
	return db.Column[string](ctx, r, `
		SELECT user_id FROM mission_progress WHERE `+unclaimed+` AND closes_on < @today
		GROUP BY closes_on, user_id ORDER BY closes_on, user_id LIMIT @limit`, db.Args{"today": today, "limit": limit})
}

// earned is a reward claimed on a member's behalf.
type earned struct {
	UserID      string    `db:"user_id"`
	MissionID   string    `db:"mission_id"`
	Period      string    `db:"period"`
	CompletedAt time.Time `db:"completed_at"`
	Reward
}

// claimEnded marks what waits of ended periods as claimed.
func claimEnded(ctx context.Context, tx *db.Tx, users []string, now time.Time) ([]earned, error) {
	return db.All[earned](ctx, tx, `
		UPDATE mission_progress SET claimed_at = @now WHERE `+unclaimed+` AND closes_on < @today AND user_id IN (@users)
		RETURNING user_id, mission_id, period, completed_at, coin, exp, token`,
		db.Args{"now": now, "today": clock.DateOf(now), "users": users})
}

// closeRetired ends the periods of what waits of missions that left the
// catalogue, some at a time, and tells how many it were.
func closeRetired(ctx context.Context, tx *db.Tx, today clock.Date, limit int) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE mission_progress SET closes_on = @yesterday WHERE (user_id, mission_id, period) IN (`+retired+`)`,
		db.Args{"yesterday": today.AddDays(-1), "today": today, "limit": limit})
}

const retired = `
	SELECT user_id, mission_id, period FROM mission_progress
	WHERE ` + unclaimed + ` AND (closes_on IS NULL OR closes_on >= @today)
		AND mission_id IN (SELECT id FROM missions WHERE retired_at IS NOT NULL) LIMIT @limit`

// listNames gives the names of all missions, those that left included.
func listNames(ctx context.Context, r db.Reader) (map[string]string, error) {
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

func deleteProgress(ctx context.Context, tx *db.Tx, before clock.Date, atMost int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM mission_progress WHERE (user_id, mission_id, period) IN
			(SELECT user_id, mission_id, period FROM mission_progress
			WHERE period <> '' AND period < @before AND (completed_at IS NULL OR claimed_at IS NOT NULL) LIMIT @limit)`,
		db.Args{"before": before.String(), "limit": atMost})
}

// deleteEvents names the events whose keys hold a day: an article is read, and
// an item used, anew each day.
func deleteEvents(ctx context.Context, tx *db.Tx, before clock.Date, atMost int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM mission_events WHERE id IN
			(SELECT id FROM mission_events WHERE event IN ('article_read', 'item_used') AND day < @before LIMIT @limit)`,
		db.Args{"before": before, "limit": atMost})
}
