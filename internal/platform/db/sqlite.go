package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

const sqliteReaders = 6

// SQLiteFile is the database in the data folder.
const SQLiteFile = "hearten.db"

func init() {
	// fold() is what searches compare by; PostgreSQL gets its own in the first
	// migration. SQLite's lower() knows ASCII only.
	sqlite.MustRegisterDeterministicScalarFunction("fold", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if s, ok := args[0].(string); ok {
			return strings.ToLower(s), nil
		}
		return args[0], nil
	})
}

func (d *DB) openSQLite(ctx context.Context, o Options, onStatement func(context.Context, string)) error {
	d.engine = SQLite
	sync := o.Synchronous
	if sync == "" {
		sync = "FULL"
	}
	file := filepath.Join(o.Folder, SQLiteFile)

	w, err := openSQLiteWriter(ctx, file, sqliteDSN(file, "synchronous("+sync+")"), onStatement)
	if err != nil {
		return err
	}
	d.writer = w
	d.closers = append(d.closers, w.close)
	for _, target := range []struct {
		pool  **pool
		conns int
	}{{&d.read, sqliteReaders}, {&d.quick, 2}, {&d.counts, 1}} {
		handle, err := sql.Open("sqlite", sqliteDSN(file, "query_only(1)"))
		if err != nil {
			return err
		}
		handle.SetMaxOpenConns(target.conns)
		handle.SetMaxIdleConns(target.conns)
		*target.pool = newPool(handle, onStatement, true)
		d.closers = append(d.closers, (*target.pool).close)
	}
	return nil
}

func sqliteDSN(file string, pragmas ...string) string {
	q := url.Values{
		"_txlock":      {"immediate"},
		"_time_format": {"sqlite"},
		"_timezone":    {"UTC"},
	}
	for _, p := range append([]string{"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "mmap_size(268435456)"}, pragmas...) {
		q.Add("_pragma", p)
	}
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + q.Encode()
}

// sqliteWriter is the one connection that writes. Transactions are begun by
// hand on it, because database/sql would prepare every statement anew in each
// transaction.
type sqliteWriter struct {
	file        string
	dsn         string
	handle      *sql.DB
	conn        *sql.Conn
	stmts       *statements
	turn        chan struct{}
	onStatement func(context.Context, string)
}

func openSQLiteWriter(ctx context.Context, file, dsn string, onStatement func(context.Context, string)) (*sqliteWriter, error) {
	handle, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	handle.SetMaxOpenConns(1)
	conn, err := handle.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, handle.Close())
	}
	return &sqliteWriter{file: file, dsn: dsn, handle: handle, conn: conn, stmts: newStatements(conn), turn: make(chan struct{}, 1), onStatement: onStatement}, nil
}

func (w *sqliteWriter) begin(ctx context.Context) (session, error) {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s := &sqliteSession{w: w}
	if _, err := s.control(ctx, "BEGIN IMMEDIATE"); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (w *sqliteWriter) close() error {
	w.stmts.close()
	err := w.conn.Close()
	if cerr := w.handle.Close(); err == nil {
		err = cerr
	}
	return err
}

type sqliteSession struct {
	w    *sqliteWriter
	once sync.Once
}

func (s *sqliteSession) release() { s.once.Do(func() { <-s.w.turn }) }

func (s *sqliteSession) control(ctx context.Context, text string) (sql.Result, error) {
	stmt, done, err := s.w.stmts.get(ctx, text)
	if err != nil {
		return nil, err
	}
	defer done()
	return stmt.ExecContext(ctx)
}

func (s *sqliteSession) query(ctx context.Context, text string, args []any) (rows, error) {
	s.w.onStatement(ctx, text)
	stmt, done, err := s.w.stmts.get(ctx, text)
	if err != nil {
		return nil, err
	}
	defer done()
	return stmt.QueryContext(ctx, args...)
}

func (s *sqliteSession) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	s.w.onStatement(ctx, text)
	stmt, done, err := s.w.stmts.get(ctx, text)
	if err != nil {
		return nil, err
	}
	defer done()
	return stmt.ExecContext(ctx, args...)
}

// queue runs the statement at once: SQLite has no round trips to save.
func (s *sqliteSession) queue(ctx context.Context, text string, args []any) error {
	_, err := s.exec(ctx, text, args)
	return err
}

// commit ignores the caller's context: a COMMIT that has begun must end.
func (s *sqliteSession) commit() error {
	defer s.release()
	_, err := s.control(context.Background(), "COMMIT")
	if err != nil {
		_, _ = s.control(context.Background(), "ROLLBACK") // the commit's error is the one to return
	}
	return err
}

func (s *sqliteSession) rollback() {
	defer s.release()
	_, _ = s.control(context.Background(), "ROLLBACK") // fails only when SQLite already rolled back
}
