package bench

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"

	"hearten/internal/platform/db"
)

// SQL is a connection to the world's database that bypasses the product.
func (w *World) SQL() *sql.DB {
	w.T.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.direct != nil {
		return w.direct
	}
	driver, source := "pgx", w.Config.DatabaseURL
	if w.Engine == db.SQLite {
		driver, source = "sqlite", filepath.Join(w.Config.Data, "hearten.db")
	}
	handle, err := sql.Open(driver, source)
	Must(w.T, err)
	w.T.Cleanup(func() { _ = handle.Close() })
	w.direct = handle
	return handle
}

// Dump is everything a table holds, as text.
func Dump(w *World, table string) string {
	w.T.Helper()
	rows, err := w.SQL().QueryContext(context.Background(), "SELECT * FROM "+table)
	Must(w.T, err)
	defer rows.Close()
	columns, err := rows.Columns()
	Must(w.T, err)
	var out strings.Builder
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		Must(w.T, rows.Scan(values...))
		for _, v := range values {
			switch x := (*v.(*any)).(type) {
			case []byte:
				out.Write(x)
			default:
				fmt.Fprint(&out, x)
			}
			out.WriteByte('|')
		}
		out.WriteByte('\n')
	}
	Must(w.T, rows.Err())
	return out.String()
}

// DumpAll is everything the database holds, a text for each table.
func DumpAll(w *World) []string {
	var all []string
	for _, table := range w.Tables() {
		all = append(all, Dump(w, table))
	}
	return all
}

// CountRows counts the rows of a table.
func CountRows(w *World, table, where string) (n int) {
	w.T.Helper()
	n, err := db.Value[int](context.Background(), w.App.DB, "SELECT COUNT(*) FROM "+table+" WHERE "+where)
	Must(w.T, err)
	return n
}
