package health

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// reach refuses users whom the staff member may not look after.
func reach(ctx context.Context, r db.Reader, who access.Staff, userID string) error {
	where := (&db.Where{}).And("u.status <> 3").And("u.id = ?", userID)
	who.Scope().People(where, "u")
	text, args := where.SQL()
	_, err := db.Value[string](ctx, r, `SELECT u.id FROM users u WHERE `+text, args...)
	if db.IsNone(err) {
		return who.WhyNot(ctx, r, userID)
	}
	return err
}

func insertAdjustments(ctx context.Context, tx *db.Tx, all []adjustment) error {
	return tx.InsertAll(ctx, "health_adjustments", "id, user_id, day, hour, steps, distance, calories, staff_id, created_at", "",
		len(all), func(i int) []any {
			a := all[i]
			return []any{a.ID, a.UserID, a.Day, a.Hour, a.Steps, a.Distance, a.Calories, a.StaffID, a.CreatedAt}
		})
}

// findAdjustment reads one that was not taken back.
func findAdjustment(ctx context.Context, r db.Reader, id string) (adjustment, error) {
	a, err := db.One[adjustment](ctx, r, `
		SELECT id, user_id, day, hour, steps, distance, calories, staff_id, created_at
		FROM health_adjustments WHERE id = $1 AND taken_back_at IS NULL`, id)
	return a, notFoundIfNone(err)
}

func markTakenBack(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return notFoundIfNone(tx.ExecOne(ctx, `
		UPDATE health_adjustments SET taken_back_at = $1 WHERE id = $2 AND taken_back_at IS NULL`, now, id))
}

// addition is an adjustment with the name of who made it.
type addition struct {
	ID        string    `db:"id"`
	Hour      int       `db:"hour"`
	Steps     int64     `db:"steps"`
	StaffID   *string   `db:"staff_id"`
	Staff     *string   `db:"staff"`
	CreatedAt time.Time `db:"created_at"`
}

// additions are the adjustments of a day that were not taken back.
func additions(ctx context.Context, r db.Reader, userID string, date clock.Date) ([]addition, error) {
	return db.All[addition](ctx, r, `
		SELECT a.id, a.hour, a.steps, a.staff_id, s.name AS staff, a.created_at
		FROM health_adjustments a LEFT JOIN staff s ON s.id = a.staff_id
		WHERE a.user_id = $1 AND a.day = $2 AND a.taken_back_at IS NULL ORDER BY a.created_at, a.id`, userID, date)
}

// listedDay is a line of the portal's list.
type listedDay struct {
	Date  clock.Date `db:"day"`
	Steps int64      `db:"steps"`
}

// listDays lists the recorded days of a period and tells their sum.
func listDays(ctx context.Context, d *db.DB, userID string, first, last clock.Date, p page.Request) (page.Of[listedDay], int64, error) {
	where := (&db.Where{}).And("user_id = ?", userID).And("day BETWEEN ? AND ?", first, last)
	days, err := page.Fetch[listedDay](ctx, d, page.Query{
		Select: "day, steps", From: "health_days", Where: where, Tie: "day",
		Sorts: page.Sorts{{Property: "date", Column: "day"}, {Property: "steps", Column: "steps"}, {Property: "createdAt", Column: "day"}},
	}, p)
	if err != nil {
		return days, 0, err
	}
	text, args := where.SQL()
	total, err := db.Value[int64](ctx, d, `SELECT CAST(COALESCE(SUM(steps), 0) AS BIGINT) FROM health_days WHERE `+text, args...)
	return days, total, err
}
