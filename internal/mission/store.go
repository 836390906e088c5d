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

func insertEvent(ctx context.Context, tx *db.Tx, userID string, event catalog.Event, key string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO mission_events (id, user_id, event, event_key, day, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (user_id, event, event_key) DO NOTHING`,
		uuid.Must(uuid.NewV7()).String(), userID, string(event), key, clock.DateOf(now), now)
	return n > 0, err
}

const (
	progressColumns = `user_id, mission_id, period, count, target, coin, exp, token, closes_on, completed_at`
	// periodOf is the key of the period that is open on a day, $2.
	periodOf = `CASE WHEN m.period = 'daily' THEN $2 ELSE '' END`
	// closesOn is the last day of the period that is open on a day, $3.
	closesOn = `CASE WHEN m.period = 'daily' THEN $3 ELSE m.ends_on END`
)

// raise adds one to the missions that count the event in their open period. It
// takes their rows in one order, so that two events of a member never wait for
// each other. (retired_at is NULL here, and gives the CASE its type.)
func raise(ctx context.Context, tx *db.Tx, userID string, event catalog.Event, now time.Time) error {
	today := clock.DateOf(now)
	_, err := tx.Exec(ctx, `
		INSERT INTO mission_progress (`+progressColumns+`)
		SELECT $1, m.id, `+periodOf+`, 1, m.target, m.coin, m.exp, m.token, `+closesOn+`,
			CASE WHEN m.target = 1 THEN $4 ELSE m.retired_at END
		FROM missions m
		WHERE m.event = $5 AND m.retired_at IS NULL AND (m.period <> 'window' OR $3 BETWEEN m.starts_on AND m.ends_on)
		ORDER BY m.id
		ON CONFLICT (user_id, mission_id, period) DO UPDATE SET count = mission_progress.count + 1, closes_on = excluded.closes_on,
			completed_at = CASE WHEN mission_progress.count + 1 >= mission_progress.target THEN $4 ELSE mission_progress.completed_at END
		WHERE mission_progress.completed_at IS NULL`,
		userID, today.String(), today, now, string(event))
	return err
}

// completeSteps writes down which step missions the totals of days have reached.
// It reads the catalogue as it is now: a mission that was added at noon counts
// with the next step. Days are compared as text, which has the same type on
// both engines.
func completeSteps(ctx context.Context, tx *db.Tx, walked []Walked, now time.Time) error {
	today := clock.DateOf(now)
	args := []any{now, today.String(), today}
	days := make([]string, len(walked))
	for i, d := range walked {
		n := len(args)
		days[i] = fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS BIGINT), CAST($%d AS TEXT))", n+1, n+2, n+3)
		args = append(args, d.UserID, d.Steps, d.Day.String())
	}
	return tx.Later(ctx, `
		INSERT INTO mission_progress (`+progressColumns+`)
		SELECT d.column1, m.id, `+periodOf+`, m.target, m.target, m.coin, m.exp, m.token, `+closesOn+`, COALESCE(m.retired_at, $1)
		FROM (VALUES `+strings.Join(days, ", ")+`) AS d JOIN missions m ON m.target <= d.column2
		WHERE m.event = 'steps_of_day' AND m.retired_at IS NULL AND (m.period = 'once' OR m.period = 'daily' AND d.column3 = $2
			OR m.period = 'window' AND $3 BETWEEN m.starts_on AND m.ends_on
				AND d.column3 BETWEEN CAST(m.starts_on AS TEXT) AND CAST(m.ends_on AS TEXT))
		ORDER BY d.column1, m.id
		ON CONFLICT (user_id, mission_id, period) DO NOTHING`, args...)
}
