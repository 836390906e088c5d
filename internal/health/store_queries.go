package health

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// checkExists refuses ids of users who do not exist.
func checkExists(ctx context.Context, r db.Reader, userID string) error {
	_, err := db.Value[string](ctx, r, `SELECT id FROM users WHERE id = @id AND status <> `+access.RemovedSQL, db.Args{"id": userID})
	return db.NoneAs(err, fault.ErrNotFound)
}

// checkReach refuses users who are not within reach of the staff member.
func checkReach(ctx context.Context, r db.Reader, who access.Staff, userID string) error {
	where := (&db.Filter{}).And("u.status <> "+access.RemovedSQL).And("u.id = @id", db.Args{"id": userID})
	who.Scope().Users(where, "u")
	_, err := db.Value[string](ctx, r, `SELECT u.id FROM users u WHERE `+where.SQL(), where.Args())
	if db.IsNone(err) {
		return who.WhyNot(ctx, r, userID)
	}
	return err
}

// storedHours is the hours of a day as they are stored.
type storedHours struct {
	Day   clock.Date
	Hours string
}

// listHours reads the hours of days and the member's sources, the most recently
// chosen first.
func listHours(ctx context.Context, r db.Reader, userID string, first, last clock.Date) (origins []string, days []storedHours, err error) {
	found, err := db.All[struct {
		Origins string     `db:"origins"`
		Day     clock.Date `db:"day"`
		Hours   *string    `db:"hours"`
	}](ctx, r, `
		SELECT p.origins, d.day, d.hours
		FROM health_people p LEFT JOIN health_days d ON d.user_id = p.user_id AND d.day BETWEEN @first AND @last
		WHERE p.user_id = @user`, db.Args{"user": userID, "first": first, "last": last})
	if err != nil {
		return nil, nil, err
	}
	for _, f := range found {
		if f.Hours != nil {
			days = append(days, storedHours{f.Day, *f.Hours})
		}
	}
	if len(found) > 0 {
		origins, err = decodeOrigins(found[0].Origins)
	}
	return origins, days, err
}

func listDayTotals(ctx context.Context, r db.Reader, userID string, first, last clock.Date) (map[clock.Date]Amount, error) {
	found, err := db.All[struct {
		Day clock.Date `db:"day"`
		Amount
	}](ctx, r, `
		SELECT day, steps, distance, calories FROM health_days WHERE user_id = @user AND day BETWEEN @first AND @last`,
		db.Args{"user": userID, "first": first, "last": last})
	totals := make(map[clock.Date]Amount, len(found))
	for _, f := range found {
		totals[f.Day] = f.Amount
	}
	return totals, err
}

func listMonthTotals(ctx context.Context, r db.Reader, userID, first, last string) (map[string]Amount, error) {
	found, err := db.All[struct {
		Month string `db:"month"`
		Amount
	}](ctx, r, `
		SELECT month, steps, distance, calories FROM health_months WHERE user_id = @user AND month BETWEEN @first AND @last`,
		db.Args{"user": userID, "first": first, "last": last})
	totals := make(map[string]Amount, len(found))
	for _, f := range found {
		totals[f.Month] = f.Amount
	}
	return totals, err
}

// findDayTotal is the steps of a day; 0 without a record.
func findDayTotal(ctx context.Context, r db.Reader, userID string, day clock.Date) (int64, error) {
	total, err := db.Value[int64](ctx, r, `SELECT steps FROM health_days WHERE user_id = @user AND day = @day`,
		db.Args{"user": userID, "day": day})
	return total, db.NoneAs(err, nil)
}

// findPointer is the end of a user's last row, or nil.
func findPointer(ctx context.Context, r db.Reader, userID string) (*time.Time, error) {
	at, err := db.Value[*time.Time](ctx, r, `
		SELECT last_at FROM health_days WHERE user_id = @user AND last_at IS NOT NULL ORDER BY day DESC LIMIT 1`, db.Args{"user": userID})
	return at, db.NoneAs(err, nil)
}

// findOrigins reads a user's sources, the most recently chosen first.
func findOrigins(ctx context.Context, r db.Reader, userID string) ([]string, error) {
	text, err := db.Value[string](ctx, r, `SELECT origins FROM health_people WHERE user_id = @user`, db.Args{"user": userID})
	if db.IsNone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeOrigins(text)
}

func findPhysique(ctx context.Context, r db.Reader, userID string) (Physique, error) {
	p, err := db.One[Physique](ctx, r, `SELECT age, height, weight FROM health_people WHERE user_id = @user`, db.Args{"user": userID})
	return p, db.NoneAs(err, nil)
}

func findConnected(ctx context.Context, r db.Reader, userID string) (bool, error) {
	connected, err := db.Value[bool](ctx, r, `SELECT connected FROM health_people WHERE user_id = @user`, db.Args{"user": userID})
	return connected, db.NoneAs(err, nil)
}

// listQuiet lists those of the users who exist and have no row that ends at or
// after an instant.
func listQuiet(ctx context.Context, r db.Reader, ids []string, since time.Time) ([]string, error) {
	return db.Column[string](ctx, r, `
		SELECT u.id FROM users u WHERE u.status <> `+access.RemovedSQL+` AND u.id IN (@ids)
		AND NOT EXISTS (SELECT 1 FROM health_days d WHERE d.user_id = u.id AND d.day >= @day AND d.last_at >= @since)`,
		db.Args{"ids": ids, "day": clock.DateOf(since).AddDays(-1), "since": since})
}

// listedAdjustment is an adjustment with the name of the staff who made it.
type listedAdjustment struct {
	ID        string    `db:"id"`
	Hour      int       `db:"hour"`
	Steps     int64     `db:"steps"`
	StaffID   *string   `db:"staff_id"`
	Staff     *string   `db:"staff"`
	CreatedAt time.Time `db:"created_at"`
}

// listAdjustments lists the adjustments of a day that were not taken back.
func listAdjustments(ctx context.Context, r db.Reader, userID string, date clock.Date) ([]listedAdjustment, error) {
	return db.All[listedAdjustment](ctx, r, `
		SELECT a.id, a.hour, a.steps, a.staff_id, s.name AS staff, a.created_at
		FROM health_adjustments a LEFT JOIN staff s ON s.id = a.staff_id
		WHERE a.user_id = @user AND a.day = @day AND a.taken_back_at IS NULL ORDER BY a.created_at, a.id`,
		db.Args{"user": userID, "day": date})
}

// listedDay is a line of the portal's list.
type listedDay struct {
	Date  clock.Date `db:"day"`
	Steps int64      `db:"steps"`
}

// listDays lists the recorded days of a period and their sum.
func listDays(ctx context.Context, d *db.DB, userID string, first, last clock.Date, p page.Request) (page.Of[listedDay], int64, error) {
	where := (&db.Filter{}).And("user_id = @user", db.Args{"user": userID}).
		And("day BETWEEN @first AND @last", db.Args{"first": first, "last": last})
	days, err := page.Fetch[listedDay](ctx, d, page.Query{
		Select: "day, steps", From: "health_days", Filter: where, Tie: "day",
		Sorts: page.Sorts{{Property: "date", Column: "day"}, {Property: "steps", Column: "steps"}, {Property: "createdAt", Column: "day"}},
	}, p)
	if err != nil {
		return days, 0, err
	}
	total, err := db.Value[int64](ctx, d, `SELECT CAST(COALESCE(SUM(steps), 0) AS BIGINT) FROM health_days WHERE `+where.SQL(), where.Args())
	return days, total, err
}
