package mission

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// insertEvent reports whether the event is new.
func insertEvent(ctx context.Context, tx *db.Tx, userID string, event catalog.Event, key string, now time.Time) (bool, error) {
	return tx.InsertOrIgnore(ctx, "mission_events", db.Args{
		"id": uuid.Must(uuid.NewV7()).String(), "user_id": userID, "event": string(event), "event_key": key,
		"day": clock.DateOf(now), "created_at": now,
	})
}

const (
	progressColumns = `user_id, mission_id, period, count, target, coin, exp, token, closes_on, completed_at`
	// periodOf is the key of the period that is open on a day. @day is that day
	// as text, @today the same as a date.
	periodOf = `CASE WHEN m.period = 'daily' THEN @day ELSE '' END`
	// closesOn is the last day of the period that is open today.
	closesOn = `CASE WHEN m.period = 'daily' THEN @today ELSE m.ends_on END`
	// openToday is the missions of the catalogue whose window is open.
	openToday = `m.retired_at IS NULL AND (m.period <> 'window' OR @today BETWEEN m.starts_on AND m.ends_on)`
	// typedNull is NULL wherever openToday holds. It gives a CASE or COALESCE
	// its type on PostgreSQL.
	typedNull = `m.retired_at`
)

// addProgress adds one to the missions that count the event in their open
// period. It writes rows ordered by mission, so that two events of a member
// never wait for each other.
func addProgress(ctx context.Context, tx *db.Tx, userID string, event catalog.Event, now time.Time) error {
	today := clock.DateOf(now)
	_, err := tx.Exec(ctx, `
		INSERT INTO mission_progress (`+progressColumns+`)
		SELECT @user, m.id, `+periodOf+`, 1, m.target, m.coin, m.exp, m.token, `+closesOn+`,
			CASE WHEN m.target = 1 THEN @now ELSE `+typedNull+` END
		FROM missions m
		WHERE m.event = @event AND `+openToday+`
		ORDER BY m.id
		ON CONFLICT (user_id, mission_id, period) DO UPDATE SET count = mission_progress.count + 1, closes_on = excluded.closes_on,
			completed_at = CASE WHEN mission_progress.count + 1 >= mission_progress.target THEN @now ELSE mission_progress.completed_at END
		WHERE mission_progress.completed_at IS NULL`,
		db.Args{"user": userID, "day": today.String(), "today": today, "now": now, "event": string(event)})
	return err
}

// completeSteps stores which step missions the totals of days have reached.
// It reads the catalogue as it is now: a mission that was added at noon counts
// with the next step. Days are compared as text, which has the same type on
// both engines.
func completeSteps(ctx context.Context, tx *db.Tx, walked []Walked, now time.Time) error {
	today := clock.DateOf(now)
	args := db.Args{"now": now, "day": today.String(), "today": today}
	days := make([]string, len(walked))
	for i, d := range walked {
		days[i] = fmt.Sprintf("(CAST(@user%[1]d AS TEXT), CAST(@steps%[1]d AS BIGINT), CAST(@walked%[1]d AS TEXT))", i)
		args[fmt.Sprint("user", i)], args[fmt.Sprint("steps", i)], args[fmt.Sprint("walked", i)] = d.UserID, d.Steps, d.Day.String()
	}
	return tx.Queue(ctx, `
		INSERT INTO mission_progress (`+progressColumns+`)
		SELECT d.column1, m.id, `+periodOf+`, m.target, m.target, m.coin, m.exp, m.token, `+closesOn+`, COALESCE(`+typedNull+`, @now)
		FROM (VALUES `+strings.Join(days, ", ")+`) AS d JOIN missions m ON m.target <= d.column2
		WHERE m.event = 'steps_of_day' AND m.retired_at IS NULL AND (m.period = 'once' OR m.period = 'daily' AND d.column3 = @day
			OR m.period = 'window' AND @today BETWEEN m.starts_on AND m.ends_on
				AND d.column3 BETWEEN CAST(m.starts_on AS TEXT) AND CAST(m.ends_on AS TEXT))
		ORDER BY d.column1, m.id
		ON CONFLICT (user_id, mission_id, period) DO NOTHING`, args)
}
