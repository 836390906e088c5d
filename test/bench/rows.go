package bench

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

// Factories write rows where the API has no way to make them, or a costly one.
// Each table is written in one file here, so that a changed column changes one
// file.

// row is the columns of a row.
type row = map[string]any

// exec runs a statement in a transaction of its own.
func (w *World) exec(text string, args ...any) {
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
	if len(rows) == 0 {
		return
	}
	columns := slices.Sorted(maps.Keys(rows[0]))
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return tx.InsertAll(ctx, table, strings.Join(columns, ", "), "", len(rows), func(i int) []any {
			values := make([]any, len(columns))
			for k, column := range columns {
				values[k] = rows[i][column]
			}
			return values
		})
	}))
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
