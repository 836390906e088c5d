package health

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// dayHours is the hours of a day as they are stored.
type dayHours struct {
	Day   clock.Date
	Hours string
}

// readHours reads the hours of days and the order in which the member chose
// sources.
func readHours(ctx context.Context, r db.Reader, userID string, first, last clock.Date) (origins []string, days []dayHours, err error) {
	found, err := db.All[struct {
		Origins string     `db:"origins"`
		Day     clock.Date `db:"day"`
		Hours   *string    `db:"hours"`
	}](ctx, r, `
		SELECT p.origins, d.day, d.hours
		FROM health_people p LEFT JOIN health_days d ON d.user_id = p.user_id AND d.day BETWEEN $2 AND $3
		WHERE p.user_id = $1`, userID, first, last)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range found {
		if f.Hours != nil {
			days = append(days, dayHours{f.Day, *f.Hours})
		}
	}
	if len(found) > 0 {
		origins, err = decodeStrings(found[0].Origins)
	}
	return origins, days, err
}

func readDayTotals(ctx context.Context, r db.Reader, userID string, first, last clock.Date) (map[clock.Date]Amount, error) {
	found, err := db.All[struct {
		Day clock.Date `db:"day"`
		Amount
	}](ctx, r, `
		SELECT day, steps, distance, calories FROM health_days WHERE user_id = $1 AND day BETWEEN $2 AND $3`, userID, first, last)
	totals := make(map[clock.Date]Amount, len(found))
	for _, f := range found {
		totals[f.Day] = f.Amount
	}
	return totals, err
}

func readMonthTotals(ctx context.Context, r db.Reader, userID, first, last string) (map[string]Amount, error) {
	found, err := db.All[struct {
		Month string `db:"month"`
		Amount
	}](ctx, r, `
		SELECT month, steps, distance, calories FROM health_months WHERE user_id = $1 AND month BETWEEN $2 AND $3`, userID, first, last)
	totals := make(map[string]Amount, len(found))
	for _, f := range found {
		totals[f.Month] = f.Amount
	}
	return totals, err
}
