// Package db runs SQL on SQLite and PostgreSQL: one text for both, with @names
// for arguments, pools for reading and explicit transactions for writing.
// Callers need not know which engine it is.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// Engine is a database engine.
type Engine string

// The engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// ErrNone is the error of a query that must find one row and finds none.
var ErrNone = sql.ErrNoRows

// Options say how to open a database.
type Options struct {
	// URL is postgres://…; empty means SQLite in Folder.
	URL    string
	Folder string
	// Synchronous is SQLite's setting, FULL unless given: what was
	// acknowledged survives a power cut.
	Synchronous string
	// OnStatement, when set, gets every statement before it runs.
	OnStatement func(ctx context.Context, text string)
	// CheckLockOrder makes locks out of order an error; tests set it.
	CheckLockOrder bool
}

// DB is an open database.
type DB struct {
	engine Engine
	writer writer
	read   *pool // lists and details
	quick  *pool // session look-ups, which must not wait for a slow list
	counts *pool
	// counting lets one COUNT run at a time; unbounded, counts of large lists
	// starve every other reader.
	counting     chan struct{}
	checkLocks   bool // Options.CheckLockOrder
	beforeCommit []func(context.Context, *Tx) error
	closers      []func() error
}

// Reader is anything that rows can be read from: the database, its quick pool,
// or a transaction.
type Reader interface {
	query(ctx context.Context, text string, args []any) (rows, error)
}

// rows is what a query found, whichever driver read it.
type rows interface {
	Next() bool
	Scan(into ...any) error
	Columns() ([]string, error)
	Err() error
	Close() error
}

// writer opens transactions and knows how its engine migrates.
type writer interface {
	begin(ctx context.Context) (session, error)
	migrations() (migrator, error)
}

// session is one open transaction on either engine.
type session interface {
	query(ctx context.Context, text string, args []any) (rows, error)
	exec(ctx context.Context, text string, args []any) (sql.Result, error)
	// queue runs a statement in its turn, but perhaps not yet.
	queue(ctx context.Context, text string, args []any) error
	commit() error
	rollback()
}

// Open connects; it does not migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	onStatement := o.OnStatement
	if onStatement == nil {
		onStatement = func(context.Context, string) {}
	}
	d := &DB{counting: make(chan struct{}, 1), checkLocks: o.CheckLockOrder}
	var err error
	switch {
	case o.URL == "":
		err = d.openSQLite(ctx, o, onStatement)
	case strings.HasPrefix(o.URL, "postgres://"), strings.HasPrefix(o.URL, "postgresql://"):
		err = d.openPostgres(ctx, o.URL, onStatement)
	default:
		err = errors.New("the database URL must begin with postgres://")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", err), d.Close())
	}
	return d, nil
}

// Engine tells which engine it is.
func (d *DB) Engine() Engine { return d.engine }

func (d *DB) query(ctx context.Context, text string, args []any) (rows, error) {
	return d.read.query(ctx, text, args)
}

// Quick is the pool for the point reads that every request waits for.
func (d *DB) Quick() Reader { return d.quick }

// Count runs a COUNT, one at a time.
func (d *DB) Count(ctx context.Context, text string, args ...Args) (int64, error) {
	select {
	case d.counting <- struct{}{}:
		defer func() { <-d.counting }()
	case <-ctx.Done():
		return 0, located(ctx.Err())
	}
	return Value[int64](ctx, d.counts, text, args...)
}

// Ping checks the connection.
func (d *DB) Ping(ctx context.Context) error {
	_, err := Value[int64](ctx, d.quick, "SELECT 1")
	return err
}

// Close closes all connections; SQLite then also checkpoints its write-ahead log.
func (d *DB) Close() error {
	var errs []error
	for i := len(d.closers) - 1; i >= 0; i-- {
		errs = append(errs, d.closers[i]())
	}
	return errors.Join(errs...)
}
