package test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// probe makes a table to try the engines with.
func probe(t *testing.T, w *bench.World) {
	t.Helper()
	types := strings.NewReplacer("DATETIME", "TIMESTAMPTZ", "BLOB", "BYTEA")
	text := `CREATE TABLE probe (id TEXT PRIMARY KEY, a TEXT NOT NULL, b BIGINT, day DATE, at DATETIME, raw BLOB, flag BOOLEAN);
		CREATE UNIQUE INDEX uq_probe__a_b ON probe (a, b);`
	if w.Engine == db.Postgres {
		text = types.Replace(text)
	}
	_, err := w.SQL().Exec(text)
	bench.Must(t, err)
}

type probeRow struct {
	ID   string     `db:"id"`
	A    string     `db:"a"`
	B    *int64     `db:"b"`
	Day  clock.Date `db:"day"`
	At   *time.Time `db:"at"`
	Raw  []byte     `db:"raw"`
	Flag bool       `db:"flag"`
}

// What is written is read back the same on both engines.
func TestEnginesAgreeOnValues(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		probe(t, w)
		ctx, d := context.Background(), w.App.DB
		at := time.Date(2026, 11, 15, 3, 4, 5, 120_000, time.UTC)
		day := clock.Date{Year: 2024, Month: 2, Day: 29}
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO probe (id, a, b, day, at, raw, flag) VALUES (@id, @a, @b, @day, @at, @raw, @flag)`,
				db.Args{"id": "1", "a": "字 '\\%", "b": int64(1) << 40, "day": day, "at": at, "raw": []byte{0, 255, 7}, "flag": true})
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO probe (id, a, flag) VALUES ('2', '', FALSE)`)
			return err
		}))
		rows, err := db.All[probeRow](ctx, d, `SELECT id, a, b, day, at, raw, flag FROM probe ORDER BY id`)
		bench.Must(t, err)
		one := rows[0]
		if one.A != "字 '\\%" || *one.B != 1<<40 || one.Day != day || !one.At.Equal(at) || !slices.Equal(one.Raw, []byte{0, 255, 7}) || !one.Flag {
			t.Errorf("read back %+v", one)
		}
		if two := rows[1]; two.B != nil || !two.Day.IsZero() || two.At != nil || two.Raw != nil || two.Flag {
			t.Errorf("nothing is read back as %+v", two)
		}
		if _, err := db.One[probeRow](ctx, d, `SELECT id FROM probe WHERE id = @id`, db.Args{"id": "none"}); !db.IsNone(err) {
			t.Errorf("no row is %v", err)
		}
		if _, err := db.All[probeRow](ctx, d, `SELECT id, a AS other FROM probe`); err == nil {
			t.Error("a column without a field was passed over")
		}
	})
}

// Instants sort by time, with and without fractions of a second.
func TestInstantsSortOnBothEngines(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		probe(t, w)
		ctx, d := context.Background(), w.App.DB
		base := time.Date(2026, 11, 15, 3, 4, 5, 0, time.UTC)
		steps := []time.Duration{0, time.Microsecond, 100 * time.Microsecond, 120 * time.Microsecond, time.Millisecond, 100 * time.Millisecond, time.Second}
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			for i, s := range steps {
				if _, err := tx.Exec(ctx, `INSERT INTO probe (id, a, at) VALUES (@id, @id, @at)`, db.Args{"id": fmt.Sprint(9 - i), "at": base.Add(s)}); err != nil {
					return err
				}
			}
			return nil
		}))
		for i, s := range steps {
			before, err := db.Value[int64](ctx, d, `SELECT COUNT(*) FROM probe WHERE at < @at`, db.Args{"at": base.Add(s)})
			bench.Must(t, err)
			if int(before) != i {
				t.Errorf("%d rows are before %s, want %d", before, s, i)
			}
		}
	})
}

func TestUniqueViolationsAreTyped(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		probe(t, w)
		ctx := context.Background()
		add := func(id, a string, b int) error {
			return w.App.DB.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO probe (id, a, b) VALUES (@id, @a, @b)`, db.Args{"id": id, "a": a, "b": b})
				return err
			})
		}
		bench.Must(t, add("1", "x", 1))
		if err := add("2", "x", 1); !db.IsUnique(err, "uq_probe__a_b") || db.IsUnique(err, "uq_probe__a") {
			t.Errorf("not recognised: %v", err)
		}
		if db.IsUnique(errors.New("uq_probe__a_b"), "uq_probe__a_b") || db.IsUnique(nil, "uq_probe__a_b") {
			t.Error("recognised what is none")
		}
	})
}

func TestTransactionsAreAllOrNothing(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		probe(t, w)
		ctx, d := context.Background(), w.App.DB
		insert := func(tx *db.Tx, id string) {
			_, err := tx.Exec(ctx, `INSERT INTO probe (id, a) VALUES (@id, @id)`, db.Args{"id": id})
			bench.Must(t, err)
		}
		failure := errors.New("no")
		if err := d.Write(ctx, func(tx *db.Tx) error { insert(tx, "error"); return failure }); !errors.Is(err, failure) {
			t.Fatal(err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = d.Write(ctx, func(tx *db.Tx) error { insert(tx, "panic"); panic("mistake") })
		}()
		cancelled, cancel := context.WithCancel(ctx)
		_ = d.Write(cancelled, func(tx *db.Tx) error {
			insert(tx, "cancel")
			cancel()
			_, err := tx.Exec(cancelled, `INSERT INTO probe (id, a) VALUES ('cancel 2', 'x')`)
			return err
		})
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error { insert(tx, "kept"); return nil })) // the writer is free again

		// What runs later keeps its place, and what it breaks breaks the whole.
		later := func(tx *db.Tx, id string) error {
			return tx.Queue(ctx, `INSERT INTO probe (id, a) SELECT CAST(@id AS TEXT), COUNT(*) FROM probe`, db.Args{"id": id})
		}
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			err := errors.Join(later(tx, "second"), later(tx, "third"))
			if n, counting := db.Value[int64](ctx, tx, `SELECT COUNT(*) FROM probe`); n != 3 {
				t.Errorf("a read sees %d rows: %v", n, counting)
			}
			return errors.Join(err, later(tx, "fourth"))
		}))
		err := d.Write(ctx, func(tx *db.Tx) error { return errors.Join(later(tx, "fifth"), later(tx, "fifth")) })
		if !db.IsUnique(err, "uq_probe__id") && !strings.Contains(fmt.Sprint(err), "probe_pkey") {
			t.Errorf("the same row twice, later: %v", err)
		}
		if w.Engine == db.Postgres { // SQLite takes back the statement alone
			err := d.Write(ctx, func(tx *db.Tx) error {
				insert(tx, "unnoticed")
				_, _ = tx.Exec(ctx, `INSERT INTO probe (id, a) VALUES ('kept', 'x')`)
				return nil
			})
			if err == nil {
				t.Error("a transaction that had failed seemed to commit")
			}
		}
		bench.Must(t, d.Write(ctx, func(*db.Tx) error { return nil }))

		ids, err := db.Column[string](ctx, d, `SELECT id FROM probe ORDER BY a`)
		bench.Must(t, err)
		if !slices.Equal(ids, []string{"second", "third", "fourth", "kept"}) {
			t.Fatalf("stored %v", ids)
		}
	})
}

// A guarded update lets as many through as there is, however many call at once.
func TestGuardedUpdatesDecideRaces(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		probe(t, w)
		ctx, d := context.Background(), w.App.DB
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO probe (id, a, b) VALUES ('purse', 'x', 7)`)
			return err
		}))
		var all sync.WaitGroup
		var mu sync.Mutex
		spent := 0
		for range 50 {
			all.Go(func() {
				err := d.Write(ctx, func(tx *db.Tx) error {
					return tx.ExecOne(ctx, `UPDATE probe SET b = b - 1 WHERE id = 'purse' AND b >= 1`)
				})
				if err == nil {
					mu.Lock()
					spent++
					mu.Unlock()
				} else if !db.IsNone(err) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if spent != 7 {
			t.Fatalf("7 coins were spent %d times", spent)
		}
	})
}

func TestConditionLists(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		probe(t, w)
		ctx, d := context.Background(), w.App.DB
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error {
			for i := range 20 {
				if _, err := tx.Exec(ctx, `INSERT INTO probe (id, a, b) VALUES (@id, @id, @b)`, db.Args{"id": fmt.Sprint(i), "b": i}); err != nil {
					return err
				}
			}
			return nil
		}))
		for _, n := range []int{0, 1, 2, 3, 5, 16, 17} {
			ids := make([]string, n)
			for i := range ids {
				ids[i] = fmt.Sprint(i)
			}
			filter := (&db.Filter{}).And("b >= @least", db.Args{"least": 0}).In("id", ids)
			got, err := db.Value[int64](ctx, d, `SELECT COUNT(*) FROM probe WHERE `+filter.SQL(), filter.Args())
			bench.Must(t, err)
			if int(got) != n {
				t.Errorf("a list of %d finds %d", n, got)
			}
		}
	})
}

// More texts than are kept prepared: all work, also at once.
func TestManyStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ctx := context.Background()
		var all sync.WaitGroup
		for worker := range 4 {
			all.Go(func() {
				for i := range 700 {
					want := int64(i % 600)
					got, err := db.Value[int64](ctx, w.App.DB, fmt.Sprintf("SELECT %d", want))
					if err != nil || got != want {
						t.Errorf("worker %d: %d %v", worker, got, err)
						return
					}
				}
			})
		}
		all.Wait()
	})
}

// Both engines have the same tables, with columns of the same kinds: what is
// kept of one can be given to the other.
func TestEnginesHaveTheSameTables(t *testing.T) {
	t.Parallel()
	tables := map[db.Engine]map[string][]db.Field{}
	for _, engine := range bench.Engines {
		d := bench.New(t, engine).App.DB
		found, err := d.Tables(context.Background(), d)
		bench.Must(t, err)
		seen := map[string][]db.Field{}
		for _, table := range found {
			seen[table.Name] = table.Columns
		}
		tables[engine] = seen
	}
	one, other := tables[db.SQLite], tables[db.Postgres]
	if len(one) < 30 || len(one) != len(other) {
		t.Errorf("%d tables and %d", len(one), len(other))
	}
	for name, columns := range one {
		if !reflect.DeepEqual(columns, other[name]) {
			t.Errorf("%s is %v and %v", name, columns, other[name])
		}
	}
}
