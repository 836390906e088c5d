package mission

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/catalog"
	"hearten/internal/clock"
	"hearten/internal/db"
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
		ON CONFLICT (user_id, mission_id, period) DO UPDATE SET count = mission_progress.count + 1,
			completed_at = CASE WHEN mission_progress.count + 1 >= mission_progress.target THEN $4 ELSE mission_progress.completed_at END
		WHERE mission_progress.completed_at IS NULL`,
		userID, today.String(), today, now, string(event))
	return err
}

// completeSteps writes down which step missions the total of a day has reached.
// It reads the catalogue as it is now: a mission that was added at noon counts
// with the next step.
func completeSteps(ctx context.Context, tx *db.Tx, userID string, day clock.Date, total int64, now time.Time) error {
	today := clock.DateOf(now)
	periods := `m.period = 'once' OR m.period = 'window' AND $3 BETWEEN m.starts_on AND m.ends_on AND $6 BETWEEN m.starts_on AND m.ends_on`
	if day == today {
		periods += ` OR m.period = 'daily'`
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO mission_progress (`+progressColumns+`)
		SELECT $1, m.id, `+periodOf+`, m.target, m.target, m.coin, m.exp, m.token, `+closesOn+`, COALESCE(m.retired_at, $4)
		FROM missions m
		WHERE m.event = 'steps_of_day' AND m.retired_at IS NULL AND m.target <= $5 AND (`+periods+`)
		ORDER BY m.id
		ON CONFLICT (user_id, mission_id, period) DO NOTHING`,
		userID, today.String(), today, now, total, day)
	return err
}
