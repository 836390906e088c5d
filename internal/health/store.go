package health

import (
	"context"
	"slices"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// storedMember is a row of health_people, as far as counting needs it.
type storedMember struct {
	UserID  string `db:"user_id"`
	Sent    int64  `db:"sent"`
	Origins string `db:"origins"`
	Height  *int64 `db:"height"`
	Weight  *int64 `db:"weight"`
}

func (m storedMember) body() Body {
	if m.Height == nil || m.Weight == nil {
		return Body{}
	}
	return Body{*m.Height, *m.Weight}
}

// lockMembers locks the members' rows until the transaction ends, creates those
// that are missing, and reserves numbers for so many more rows in the order of
// sending. It is an upsert, not db.Lock, because a first sync has no row to lock.
// Rows are locked by id. Users who do not exist are left out.
func lockMembers(ctx context.Context, tx *db.Tx, ids []string, rows int) error {
	return tx.Queue(ctx, `
		INSERT INTO health_people (user_id, connected, sent, origins)
		SELECT id, FALSE, @rows, '[]' FROM users WHERE status <> `+access.RemovedSQL+` AND id IN (@ids) ORDER BY id
		ON CONFLICT (user_id) DO UPDATE SET sent = health_people.sent + excluded.sent`, db.Args{"ids": ids, "rows": rows})
}

// findMembersAndDays reads locked members and their stored days of the dates,
// in one statement to save a sync a round trip. A user who does not exist has no
// row and is not found.
func findMembersAndDays(ctx context.Context, tx *db.Tx, ids []string, dates []clock.Date) (members []storedMember, days []storedDay, err error) {
	found, err := db.All[struct {
		storedMember
		Day      clock.Date `db:"day"`
		LastAt   *time.Time `db:"last_at"`
		Hours    *string    `db:"hours"`
		Reported *string    `db:"reported"`
	}](ctx, tx, `
		SELECT p.user_id, p.sent, p.origins, p.height, p.weight, d.day, d.last_at, d.hours, d.reported
		FROM health_people p LEFT JOIN health_days d ON d.user_id = p.user_id AND d.day IN (@dates)
		WHERE p.user_id IN (@ids) ORDER BY p.user_id`, db.Args{"ids": ids, "dates": dates})
	for _, f := range found {
		if n := len(members); n == 0 || members[n-1].UserID != f.UserID {
			members = append(members, f.storedMember)
		}
		if f.Hours != nil {
			days = append(days, storedDay{f.UserID, f.Day, f.LastAt, *f.Hours, *f.Reported})
		}
	}
	if err == nil && len(members) != len(ids) {
		err = fault.ErrNotFound
	}
	return members, days, err
}

func updateOrigins(ctx context.Context, tx *db.Tx, userID string, origins []string) error {
	return tx.ExecOne(ctx, `UPDATE health_people SET origins = @origins WHERE user_id = @user`,
		db.Args{"user": userID, "origins": encodeOrigins(origins)})
}

// storedDay is a day as it is stored.
type storedDay struct {
	UserID   string     `db:"user_id"`
	Day      clock.Date `db:"day"`
	LastAt   *time.Time `db:"last_at"`
	Hours    string     `db:"hours"`
	Reported string     `db:"reported"`
}

func (s storedDay) decode() (d *day, err error) {
	d = &day{userID: s.UserID, date: s.Day, last: s.LastAt}
	if d.hours, err = decodeHours(s.Hours); err != nil {
		return nil, err
	}
	d.rows, d.past, err = decodeRows(d.date.Start().UnixMilli(), s.Reported)
	d.was = d.total()
	return d, err
}

const selectDays = `SELECT user_id, day, last_at, hours, reported FROM health_days WHERE `

// findDay reads a day of a member, if there is one.
func findDay(ctx context.Context, r db.Reader, userID string, date clock.Date) ([]storedDay, error) {
	return db.All[storedDay](ctx, r, selectDays+`user_id = @user AND day = @day`, db.Args{"user": userID, "day": date})
}

// listMixedDays reads the days since a date that have rows of several sources:
// they change when another source is chosen.
func listMixedDays(ctx context.Context, r db.Reader, userID string, since clock.Date) ([]storedDay, error) {
	return db.All[storedDay](ctx, r, selectDays+`user_id = @user AND day >= @since AND sources > 1`,
		db.Args{"user": userID, "since": since})
}

// upsertDays writes days and adds what changed to their months.
func upsertDays(ctx context.Context, tx *db.Tx, days []*day) error {
	rows := make([]db.Args, len(days))
	for i, d := range days {
		total := d.total()
		rows[i] = db.Args{
			"user_id": d.userID, "day": d.date, "steps": total.Steps, "distance": total.Distance, "calories": total.Calories,
			"last_at": d.last, "sources": len(d.origins()),
			"hours": encodeHours(d.hours), "reported": encodeRows(d.date.Start().UnixMilli(), d.rows, d.past),
		}
	}
	err := tx.QueueInsertAll(ctx, "health_days", `
		ON CONFLICT (user_id, day) DO UPDATE SET steps = excluded.steps, distance = excluded.distance, calories = excluded.calories,
			last_at = excluded.last_at, sources = excluded.sources, hours = excluded.hours, reported = excluded.reported`, rows)
	if err != nil {
		return err
	}
	return addToMonths(ctx, tx, days)
}

func addToMonths(ctx context.Context, tx *db.Tx, days []*day) error {
	type userMonth struct{ userID, month string }
	sums := map[userMonth]Amount{}
	var order []userMonth
	for _, d := range days {
		key := userMonth{d.userID, monthOf(d.date)}
		if _, ok := sums[key]; !ok {
			order = append(order, key)
		}
		sums[key] = sums[key].Plus(d.total().Minus(d.was))
	}
	order = slices.DeleteFunc(order, func(k userMonth) bool { return sums[k] == (Amount{}) })
	rows := make([]db.Args, len(order))
	for i, k := range order {
		sum := sums[k]
		rows[i] = db.Args{"user_id": k.userID, "month": k.month, "steps": sum.Steps, "distance": sum.Distance, "calories": sum.Calories}
	}
	return tx.QueueInsertAll(ctx, "health_months", `
		ON CONFLICT (user_id, month) DO UPDATE SET steps = health_months.steps + excluded.steps,
			distance = health_months.distance + excluded.distance, calories = health_months.calories + excluded.calories`, rows)
}

// deleteRows drops the reported rows of days before a date.
func deleteRows(ctx context.Context, tx *db.Tx, before clock.Date, atMost int) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE health_days SET reported = '', sources = 0 WHERE (user_id, day) IN
			(SELECT user_id, day FROM health_days WHERE sources > 0 AND day < @before LIMIT @most)`,
		db.Args{"before": before, "most": atMost})
}

func updatePhysique(ctx context.Context, tx *db.Tx, userID string, p Physique) error {
	err := tx.ExecOne(ctx, `UPDATE health_people SET age = @age, height = @height, weight = @weight WHERE user_id = @user`,
		db.Args{"user": userID, "age": p.Age, "height": p.Height, "weight": p.Weight})
	return db.NoneAs(err, fault.ErrNotFound)
}

func updateConnected(ctx context.Context, tx *db.Tx, userID string, connected bool, now time.Time) error {
	err := tx.ExecOne(ctx, `UPDATE health_people SET connected = @connected, connected_at = @now WHERE user_id = @user`,
		db.Args{"user": userID, "connected": connected, "now": now})
	return db.NoneAs(err, fault.ErrNotFound)
}

func insertAdjustments(ctx context.Context, tx *db.Tx, all []adjustment) error {
	rows := make([]db.Args, len(all))
	for i, a := range all {
		rows[i] = db.Args{
			"id": a.ID, "user_id": a.UserID, "day": a.Day, "hour": a.Hour, "steps": a.Steps, "distance": a.Distance,
			"calories": a.Calories, "staff_id": a.StaffID, "created_at": a.CreatedAt,
		}
	}
	return tx.InsertAll(ctx, "health_adjustments", "", rows)
}

// findAdjustment reads an adjustment that was not taken back.
func findAdjustment(ctx context.Context, r db.Reader, id string) (adjustment, error) {
	a, err := db.One[adjustment](ctx, r, `
		SELECT id, user_id, day, hour, steps, distance, calories, staff_id, created_at
		FROM health_adjustments WHERE id = @id AND taken_back_at IS NULL`, db.Args{"id": id})
	return a, db.NoneAs(err, fault.ErrNotFound)
}

func updateTakenBack(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	err := tx.ExecOne(ctx, `UPDATE health_adjustments SET taken_back_at = @now WHERE id = @id AND taken_back_at IS NULL`,
		db.Args{"id": id, "now": now})
	return db.NoneAs(err, fault.ErrNotFound)
}
