package bench

import (
	"context"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

// Factories write rows where the API has no way to make them, or a costly one.
// Each table is written in one file here, so that a changed column changes one
// file.

// row is the columns of a row.
type row = db.Args

// exec runs a statement in a transaction of its own.
func (w *World) exec(text string, args ...db.Args) {
	w.T.Helper()
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	}))
}

// insert writes rows that have the same columns.
func (w *World) insert(table string, rows ...row) {
	w.T.Helper()
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error { return tx.InsertAll(ctx, table, "", rows) }))
}

// set changes columns of the row with an id.
func (w *World) set(table, id string, columns row) {
	w.T.Helper()
	var changes []string
	for column := range columns {
		changes = append(changes, column+" = @"+column)
	}
	w.exec("UPDATE "+table+" SET "+strings.Join(changes, ", ")+" WHERE id = @id", columns, row{"id": id})
}

// orNull is nil for an empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// timeOrNull is nil for no time.
func timeOrNull(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at
}
