package db

import (
	"context"
	"database/sql"
	"errors"
)

// Snapshot lets fn read the whole database as it is at one moment, however long
// that takes and whatever is written meanwhile.
func (d *DB) Snapshot(ctx context.Context, fn func(r Reader) error) error {
	if d.engine == Postgres {
		tx, err := d.read.handle.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
		if err != nil {
			return located(err)
		}
		defer func() { _ = tx.Rollback() }() // nothing was written
		return fn(moment{tx, d.read.onStatement})
	}
	conn, err := d.read.handle.Conn(ctx)
	if err != nil {
		return located(err)
	}
	// By hand: the driver would begin a transaction that writes.
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return located(errors.Join(err, conn.Close()))
	}
	err = fn(moment{conn, d.read.onStatement})
	_, end := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	return errors.Join(err, end, conn.Close())
}

// moment reads what was there when the snapshot was taken.
type moment struct {
	from interface {
		QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	}
	onStatement func(context.Context, string)
}

func (m moment) query(ctx context.Context, text string, args []any) (rows, error) {
	m.onStatement(ctx, text)
	return m.from.QueryContext(ctx, text, args...)
}
