package db_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
	"hearten/test/bench"
)

// nextLine is the place of the line after the call.
func nextLine() string {
	_, _, line, _ := runtime.Caller(1)
	return fmt.Sprintf("platform/db/errors_test.go:%d", line+1)
}

// Every error names the line that ran the statement, once.
func TestErrorsSayWhere(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, d *db.DB) {
		row := db.Args{"id": "1", "a": "a", "b": 1}
		bench.Must(t, d.Write(ctx, func(tx *db.Tx) error { return tx.Insert(ctx, "probe", row) }))
		same := db.Args{"id": "2", "a": "a", "b": 1}
		const (
			insert = `INSERT INTO probe (id, a, b) VALUES (@id, @a, @b)`
			wrong  = `SELECT FROM WHERE nothing(`
		)
		type probe struct {
			ID string `db:"id"`
		}
		at := "" // where the statement stands
		for name, run := range map[string]func(tx *db.Tx, text string, args ...db.Args) error{
			"One": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				_, err := db.One[probe](ctx, tx, text+" RETURNING id", args...)
				return err
			},
			"All": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				_, err := db.All[probe](ctx, tx, text+" RETURNING id", args...)
				return err
			},
			"Value": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				_, err := db.Value[string](ctx, tx, text+" RETURNING id", args...)
				return err
			},
			"Column": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				_, err := db.Column[string](ctx, tx, text+" RETURNING id", args...)
				return err
			},
			"Maps": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				_, err := db.Maps(ctx, tx, text+" RETURNING id", args...)
				return err
			},
			"Exec": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				_, err := tx.Exec(ctx, text, args...)
				return err
			},
			"ExecOne": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				return tx.ExecOne(ctx, text, args...)
			},
			"Queue and commit": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				return tx.Queue(ctx, text, args...)
			},
			"Queue and another": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				err := tx.Queue(ctx, text, args...)
				if err == nil {
					_, err = tx.Exec(ctx, `UPDATE probe SET a = 'b'`)
				}
				return err
			},
			"Queue and a query": func(tx *db.Tx, text string, args ...db.Args) error {
				at = nextLine()
				err := tx.Queue(ctx, text, args...)
				if err == nil {
					_, err = db.One[probe](ctx, tx, `SELECT id FROM probe`)
				}
				return err
			},
		} {
			for text, args := range map[string][]db.Args{insert: {same}, wrong: nil} {
				err := d.Write(ctx, func(tx *db.Tx) error { return run(tx, text, args...) })
				var said *db.Error
				if !errors.As(err, &said) || said.Place != at || strings.Count(err.Error(), "_test.go:") != 1 ||
					!strings.HasPrefix(err.Error(), at+": ") {
					t.Errorf("%s of %s at %s: %v", name, text, at, err)
				}
				if db.IsUnique(err, "uq_probe__a_b") != (text == insert) {
					t.Errorf("%s: no violation in %v", name, err)
				}
			}
		}
		at = nextLine()
		err := d.Write(ctx, func(tx *db.Tx) error { return tx.ExecOne(ctx, `DELETE FROM probe WHERE id = 'none'`) })
		if !db.IsNone(err) || !strings.HasPrefix(err.Error(), at) {
			t.Errorf("none at %s: %v", at, err)
		}
		at = nextLine()
		_, err = page.Fetch[probe](ctx, d, page.Query{Select: "id", From: "nothing", Tie: "id", Sorts: page.Sorts{{Property: "id", Column: "id"}}}, page.Request{})
		if err == nil || !strings.HasPrefix(err.Error(), at) {
			t.Errorf("a page at %s: %v", at, err)
		}
		own := errors.New("own")
		if err := d.Write(ctx, func(*db.Tx) error { return own }); err != own { // it must be the same
			t.Errorf("the caller's own error became %v", err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		at = nextLine()
		_, err = d.Count(gone, `SELECT COUNT(*) FROM probe`)
		if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), at) {
			t.Errorf("a context that ended at %s: %v", at, err)
		}
	})
}
