package perf

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"testing"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// query runs one prepared statement.
type query func(ctx context.Context, args ...any) (*sql.Rows, error)

// newBare opens pools of the same kinds and sizes as the product's.
func newBare(tb testing.TB, p *product) *bare {
	tb.Helper()
	sessions, lists, counts := 2, 6, 1
	if p.DB.Engine() == db.Postgres {
		sessions, lists = 4, 10
	}
	return &bare{
		keys:    p.Keys,
		session: prepare(tb, p, sessions, sessionSQL),
		rows:    prepare(tb, p, lists, rowsSQL),
		count:   prepare(tb, p, counts, countSQL),
	}
}

func prepare(tb testing.TB, p *product, conns int, text string) query {
	tb.Helper()
	driver, address := "pgx", p.Config.DatabaseURL
	if p.DB.Engine() == db.SQLite {
		driver, address = "sqlite", "file:"+filepath.Join(p.Config.Data, "hearten.db")+"?"+url.Values{
			"_time_format": {"sqlite"}, "_timezone": {"UTC"},
			"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "mmap_size(268435456)", "query_only(1)"},
		}.Encode()
	}
	handle, err := sql.Open(driver, address)
	bench.Must(tb, err)
	tb.Cleanup(func() { _ = handle.Close() })
	handle.SetMaxOpenConns(conns)
	handle.SetMaxIdleConns(conns)
	if p.DB.Engine() == db.Postgres { // its driver keeps prepared statements by their text
		return func(ctx context.Context, args ...any) (*sql.Rows, error) {
			return handle.QueryContext(ctx, text, args...)
		}
	}
	stmt, err := handle.Prepare(text)
	bench.Must(tb, err)
	return stmt.QueryContext
}
