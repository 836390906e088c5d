package health

import (
	"context"
	"slices"
	"strings"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// person is what the counting needs to know of a member.
type person struct {
	UserID  string `db:"user_id"`
	Sent    int64  `db:"sent"`
	Origins string `db:"origins"`
	Height  *int64 `db:"height"`
	Weight  *int64 `db:"weight"`
}

func (p person) body() Body {
	if p.Height == nil || p.Weight == nil {
		return Body{}
	}
	return Body{*p.Height, *p.Weight}
}

// hold takes the members' rows until the transaction ends and gives each room
// for n more rows in the order of sending. Ids are sorted, so that callers who
// hold several wait in one order. Those who do not exist are passed over.
func hold(ctx context.Context, tx *db.Tx, ids []string, n int) error {
	list, args := db.List(db.Anys(ids))
	return tx.Later(ctx, db.Number(`
		INSERT INTO health_people (user_id, connected, sent, origins)
		SELECT id, FALSE, ?, '[]' FROM users WHERE status <> 3 AND id IN `+list+` ORDER BY id
		ON CONFLICT (user_id) DO UPDATE SET sent = health_people.sent + excluded.sent`), append([]any{n}, args...)...)
}

// readHeld reads members who are held and those of the days that each of them
// has, in one statement: a synchronisation waits for every one. Someone who does
// not exist has no row, and is not found.
func readHeld(ctx context.Context, tx *db.Tx, ids []string, dates []clock.Date) (people []person, days []storedDay, err error) {
	of, dateArgs := (&db.Where{}).In("d.day", db.Anys(dates)...).Open()
	list, idArgs := db.List(db.Anys(ids))
	found, err := db.All[struct {
		person
		Day      clock.Date `db:"day"`
		LastAt   *time.Time `db:"last_at"`
		Hours    *string    `db:"hours"`
		Reported *string    `db:"reported"`
	}](ctx, tx, db.Number(`
		SELECT p.user_id, p.sent, p.origins, p.height, p.weight, d.day, d.last_at, d.hours, d.reported
		FROM health_people p LEFT JOIN health_days d ON d.user_id = p.user_id AND `+of+`
		WHERE p.user_id IN `+list+` ORDER BY p.user_id`), append(dateArgs, idArgs...)...)
	for _, f := range found {
		if n := len(people); n == 0 || people[n-1].UserID != f.UserID {
			people = append(people, f.person)
		}
		if f.Hours != nil {
			days = append(days, storedDay{f.UserID, f.Day, f.LastAt, *f.Hours, *f.Reported})
		}
	}
	if err == nil && len(people) != len(ids) {
		err = fault.ErrNotFound
	}
	return people, days, err
}

func saveOrigins(ctx context.Context, tx *db.Tx, userID string, origins []string) error {
	return tx.ExecOne(ctx, `UPDATE health_people SET origins = $1 WHERE user_id = $2`, encodeStrings(origins), userID)
}

// storedDay is a day as it is stored.
type storedDay struct {
	UserID   string     `db:"user_id"`
	Day      clock.Date `db:"day"`
	LastAt   *time.Time `db:"last_at"`
	Hours    string     `db:"hours"`
	Reported string     `db:"reported"`
}

func (s storedDay) read() (d *day, err error) {
	d = &day{userID: s.UserID, date: s.Day, last: s.LastAt}
	if d.hours, err = decodeHours(s.Hours); err != nil {
		return nil, err
	}
	d.rows, d.past, err = decodeRows(d.date.Start().UnixMilli(), s.Reported)
	d.was = d.total()
	return d, err
}

const selectDays = `SELECT user_id, day, last_at, hours, reported FROM health_days WHERE `

// readStoredDay reads a day of a member, if there is one.
func readStoredDay(ctx context.Context, r db.Reader, userID string, date clock.Date) ([]storedDay, error) {
	return db.All[storedDay](ctx, r, selectDays+`user_id = $1 AND day = $2`, userID, date)
}

// readMixedDays reads the days since a date that have rows of several sources:
// they change when another source is chosen.
func readMixedDays(ctx context.Context, r db.Reader, userID string, since clock.Date) ([]storedDay, error) {
	return db.All[storedDay](ctx, r, selectDays+`user_id = $1 AND day >= $2 AND sources > 1`, userID, since)
}

// saveDays writes days and brings the months they belong to up to date.
func saveDays(ctx context.Context, tx *db.Tx, days []*day) error {
	err := tx.InsertAllLater(ctx, "health_days", "user_id, day, steps, distance, calories, last_at, sources, hours, reported",
		`ON CONFLICT (user_id, day) DO UPDATE SET steps = excluded.steps, distance = excluded.distance, calories = excluded.calories,
			last_at = excluded.last_at, sources = excluded.sources, hours = excluded.hours, reported = excluded.reported`,
		len(days), func(i int) []any {
			d := days[i]
			total := d.total()
			return []any{d.userID, d.date, total.Steps, total.Distance, total.Calories, d.last, len(d.origins()),
				encodeHours(d.hours), encodeRows(d.date.Start().UnixMilli(), d.rows, d.past)}
		})
	if err != nil {
		return err
	}
	return addToMonths(ctx, tx, days)
}

type userMonth struct{ userID, month string }

func addToMonths(ctx context.Context, tx *db.Tx, days []*day) error {
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
	return tx.InsertAllLater(ctx, "health_months", "user_id, month, steps, distance, calories",
		`ON CONFLICT (user_id, month) DO UPDATE SET steps = health_months.steps + excluded.steps,
			distance = health_months.distance + excluded.distance, calories = health_months.calories + excluded.calories`,
		len(order), func(i int) []any {
			sum := sums[order[i]]
			return []any{order[i].userID, order[i].month, sum.Steps, sum.Distance, sum.Calories}
		})
}

// monthOf is the month of a date, YYYY-MM.
func monthOf(d clock.Date) string { return d.String()[:7] }

// pointer is the end of the member's last row, or nil.
func pointer(ctx context.Context, r db.Reader, userID string) (*time.Time, error) {
	at, err := db.Value[*time.Time](ctx, r, `
		SELECT last_at FROM health_days WHERE user_id = $1 AND last_at IS NOT NULL ORDER BY day DESC LIMIT 1`, userID)
	if db.IsNone(err) {
		return nil, nil
	}
	return at, err
}

// exists refuses ids of nobody.
func exists(ctx context.Context, r db.Reader, userID string) error {
	_, err := db.Value[string](ctx, r, `SELECT id FROM users WHERE id = $1 AND status <> 3`, userID)
	return notFoundIfNone(err)
}

func notFoundIfNone(err error) error {
	if db.IsNone(err) {
		return fault.ErrNotFound
	}
	return err
}

// quiet are those of the members who exist and have no row that ends at or
// after an instant.
func quiet(ctx context.Context, r db.Reader, ids []string, since time.Time) ([]string, error) {
	list, args := db.List(db.Anys(ids))
	return db.Column[string](ctx, r, db.Number(strings.Join([]string{
		`SELECT u.id FROM users u WHERE u.status <> 3 AND u.id IN`, list,
		`AND NOT EXISTS (SELECT 1 FROM health_days d WHERE d.user_id = u.id AND d.day >= ? AND d.last_at >= ?)`}, " ")),
		append(args, clock.DateOf(since).AddDays(-1), since)...)
}

// forget drops the rows of days that nothing can change any more.
func forget(ctx context.Context, tx *db.Tx, before clock.Date, atMost int) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE health_days SET reported = '', sources = 0 WHERE (user_id, day) IN
			(SELECT user_id, day FROM health_days WHERE sources > 0 AND day < $1 LIMIT $2)`, before, atMost)
}

// readOrigins reads the sources, the most recently chosen first.
func readOrigins(ctx context.Context, r db.Reader, userID string) ([]string, error) {
	text, err := db.Value[string](ctx, r, `SELECT origins FROM health_people WHERE user_id = $1`, userID)
	if db.IsNone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeStrings(text)
}
