package db

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Connections of one replica: three of them stay below PostgreSQL's default of
// one hundred.
const (
	postgresWriters = 10
	postgresReaders = 10
	postgresQuick   = 4
	postgresCounts  = 1
)

func (d *DB) openPostgres(ctx context.Context, url string, onStatement func(context.Context, string)) error {
	d.engine = Postgres
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	cfg.RuntimeParams["timezone"] = "UTC"
	open := func(conns int) *sql.DB {
		handle := stdlib.OpenDB(*cfg)
		handle.SetMaxOpenConns(conns)
		handle.SetMaxIdleConns(conns)
		handle.SetConnMaxIdleTime(5 * time.Minute)
		d.closers = append(d.closers, handle.Close)
		return handle
	}
	w := &postgresWriter{handle: open(postgresWriters), onStatement: onStatement}
	if err := w.handle.PingContext(ctx); err != nil {
		return err
	}
	d.writer = w
	d.read = newPool(open(postgresReaders), onStatement, false)
	d.quick = newPool(open(postgresQuick), onStatement, false)
	d.counts = newPool(open(postgresCounts), onStatement, false)
	return nil
}

type postgresWriter struct {
	handle      *sql.DB
	onStatement func(context.Context, string)
}

func (w *postgresWriter) begin(ctx context.Context) (session, error) {
	conn, err := w.handle.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &postgresSession{ctx: ctx, conn: conn, onStatement: w.onStatement}
	// The driver's connection is ours as long as we have conn.
	err = conn.Raw(func(below any) error {
		s.below = below.(*stdlib.Conn).Conn()
		return nil
	})
	if err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}
