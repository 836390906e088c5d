package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// each runs a test on both engines, with an empty table to write to.
func each(t *testing.T, test func(t *testing.T, ctx context.Context, d *db.DB)) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		_, err := w.SQL().Exec(`CREATE TABLE probe (id TEXT PRIMARY KEY, a TEXT NOT NULL, b BIGINT);
			CREATE UNIQUE INDEX uq_probe__a_b ON probe (a, b);`)
		bench.Must(t, err)
		test(t, context.Background(), w.App.DB)
	})
}

func ids(t *testing.T, d *db.DB, where string, args ...db.Args) string {
	t.Helper()
	found, err := db.Column[string](context.Background(), d, `SELECT id FROM probe WHERE `+where+` ORDER BY id`, args...)
	bench.Must(t, err)
	return strings.Join(found, " ")
}

func TestNamedArgumentsOnBothEngines(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, d *db.DB) {
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			for i := range 5 {
				err := tx.Insert(ctx, "probe", db.Args{"id": fmt.Sprint(i), "a": "x@a", "b": i})
				if err != nil {
					return err
				}
			}
			return tx.Queue(ctx, `UPDATE probe SET a = @a WHERE id = @id`, db.Args{"id": "4", "a": "y"})
		}))
		for _, c := range []struct {
			where string
			args  db.Args
			want  string
		}{
			{"a = @a AND b < @b", db.Args{"a": "x@a", "b": 3}, "0 1 2"},
			{"a = 'x@a' AND (b = @b OR b = @b + 1)", db.Args{"b": 2}, "2 3"},
			{"id IN (@ids)", db.Args{"ids": []string{"1", "3", "4", "9", "1"}}, "1 3 4"},
			{"b IN (@b) OR id IN (@ids)", db.Args{"b": []int{0, 1, 2}, "ids": []string{"4"}}, "0 1 2 4"},
			{"b NOT IN (@b)", db.Args{"b": []int64{0, 1, 2}}, "3 4"},
			{"id IN (@ids)", db.Args{"ids": []string{}}, ""},
			{"b IN (@b)", db.Args{"b": []int64{}}, ""},
			{"b NOT IN (@b)", db.Args{"b": []int64{}}, "0 1 2 3 4"},
			{"NOT (b IN (@b))", db.Args{"b": []int64{}}, "0 1 2 3 4"},
			{"NOT b NOT IN (@b)", db.Args{"b": []int64{}}, ""},
			{"id = '2' AND b IN (@b) OR id = '1'", db.Args{"b": []int64{}}, "1"},
		} {
			if got := ids(t, d, c.where, c.args); got != c.want {
				t.Errorf("%s %v: %q, want %q", c.where, c.args, got, c.want)
			}
		}
		long := make([]string, 20000)
		for i := range long {
			long[i] = fmt.Sprint(i + 3)
		}
		if got := ids(t, d, "id IN (@ids)", db.Args{"ids": long}); got != "3 4" {
			t.Errorf("of 20000: %s", got)
		}
		f := (&db.Filter{}).And("b > @b", db.Args{"b": 1}).In("id", []string{"1", "2", "3"}).Search("X@", "a", "id").Contains("x@", "a")
		if got := ids(t, d, f.SQL(), f.Args()); got != "2 3" {
			t.Errorf("filtered: %s", got)
		}
		if n, err := d.Count(ctx, `SELECT COUNT(*) FROM probe WHERE b < @b`, db.Args{"b": 2}); n != 2 || err != nil {
			t.Error(n, err)
		}
		if rows, err := db.Maps(ctx, d, `SELECT id FROM probe WHERE a = @a`, db.Args{"a": "y"}); len(rows) != 1 || err != nil {
			t.Error(rows, err)
		}
		if _, err := db.Value[string](ctx, d, `SELECT id FROM probe WHERE a = @a`); err == nil || !strings.Contains(err.Error(), "@a has no value") {
			t.Error(err)
		}
	})
}

func TestInsert(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, d *db.DB) {
		rows := make([]db.Args, 1203)
		for i := range rows {
			rows[i] = db.Args{"id": fmt.Sprintf("%04d", i), "a": "a", "b": i}
		}
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			return errors.Join(
				tx.InsertAll(ctx, "probe", "", nil),
				tx.InsertAll(ctx, "probe", "", rows[:1201]),
				tx.QueueInsertAll(ctx, "probe", "ON CONFLICT (id) DO UPDATE SET a = 'again'", rows[1200:]),
				tx.QueueInsert(ctx, "probe", db.Args{"id": "q", "a": "q"}))
		}))
		if got := ids(t, d, "a <> 'a' OR b = 1202"); got != "1200 1202 q" {
			t.Error(got)
		}
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			again, err := tx.InsertOrIgnore(ctx, "probe", db.Args{"id": "q", "a": "other"})
			if again || err != nil {
				t.Errorf("a second row: %t %v", again, err)
			}
			first, err := tx.InsertOrIgnore(ctx, "probe", db.Args{"id": "r", "a": "other"})
			if !first || err != nil {
				t.Errorf("a first row: %t %v", first, err)
			}
			return nil
		}))
		err := d.Write(ctx, func(tx *db.Tx) error {
			return tx.InsertAll(ctx, "probe", "", []db.Args{{"id": "s", "a": ""}, {"id": "t", "b": 1}})
		})
		if err == nil || !strings.Contains(err.Error(), "[b id]") {
			t.Errorf("rows of different columns: %v", err)
		}
		err = d.Write(ctx, func(tx *db.Tx) error { return tx.Insert(ctx, "probe", db.Args{"id": "u", "a": "a", "b": 3}) })
		if !db.IsUnique(err, "uq_probe__a_b") {
			t.Error(err)
		}
	})
}

func TestLockOrder(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, d *db.DB) {
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := errors.Join(
				db.Lock(ctx, tx, db.Wallets, "b", "a", "b"),
				db.Lock(ctx, tx, db.Users, "a"),
				db.LockShared(ctx, tx, db.Users, "b"),
				db.QueueLockShared(ctx, tx, db.Users, "c"),
				db.Lock[string](ctx, tx, db.Surveys),
			); err != nil {
				t.Error(err)
			}
			return db.Lock(ctx, tx, db.Users, "a")
		})
		if err == nil || !strings.Contains(err.Error(), "users is locked after surveys") {
			t.Errorf("out of order: %v", err)
		}
		err = d.Write(ctx, func(tx *db.Tx) error {
			if _, err := db.LockAll[struct {
				ID string `db:"id"`
			}](ctx, tx, db.Users.As("u"), `SELECT u.id FROM users u LEFT JOIN wallets w ON w.user_id = u.id ORDER BY u.id`); err != nil {
				t.Error(err)
			}
			_, err := db.LockOne[struct{}](ctx, tx, db.Wallets, `SELECT 1`)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "wallets is locked after users") {
			t.Errorf("out of order: %v", err)
		}
	})
}

// Whoever locks a row waits for the other, and foreign keys to it do not.
func TestLockedRowsWait(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ctx, d := context.Background(), w.App.DB
		role, err := db.Value[string](ctx, d, `SELECT id FROM roles ORDER BY id LIMIT 1`)
		bench.Must(t, err)
		var order []string
		locked, second := make(chan bool), make(chan error, 1)
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			if err := db.Lock(ctx, tx, db.Roles, role); err != nil {
				return err
			}
			go func() {
				second <- d.Write(ctx, func(tx *db.Tx) error {
					close(locked)
					_, err := db.LockOne[struct {
						ID string `db:"id"`
					}](ctx, tx, db.Roles, `SELECT id FROM roles WHERE id = @id`, db.Args{"id": role})
					order = append(order, "second")
					return err
				})
			}()
			if w.Engine == db.Postgres { // on SQLite the second transaction has not begun
				<-locked
			}
			time.Sleep(50 * time.Millisecond)
			order = append(order, "first")
			return nil
		}))
		bench.Must(t, <-second)
		if !slices.Equal(order, []string{"first", "second"}) {
			t.Error(order)
		}
	})
}
