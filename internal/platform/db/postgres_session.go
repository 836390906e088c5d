package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// postgresSession is a transaction on one connection. Queued statements, and
// its BEGIN, are sent with the next statement or the commit: round trips are
// what a short transaction costs most.
type postgresSession struct {
	ctx         context.Context
	conn        *sql.Conn
	below       *pgx.Conn // the driver's connection under conn
	begun       bool      // the server knows of the transaction
	queued      []statement
	onStatement func(context.Context, string)
}

type statement struct {
	text string
	args []any
	from callers // set when it was queued: its error comes later
}

func (s *postgresSession) query(ctx context.Context, text string, args []any) (rows, error) {
	s.onStatement(ctx, text)
	if len(s.queued) > 0 {
		return s.queryWithQueued(ctx, statement{text: text, args: args})
	}
	if !s.begun {
		if _, err := s.run(ctx); err != nil {
			return nil, err
		}
	}
	return s.conn.QueryContext(ctx, text, args...)
}

func (s *postgresSession) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	s.onStatement(ctx, text)
	if s.begun && len(s.queued) == 0 {
		return s.conn.ExecContext(ctx, text, args...)
	}
	tag, err := s.run(ctx, statement{text: text, args: args})
	return driver.RowsAffected(tag.RowsAffected()), err
}

func (s *postgresSession) queue(ctx context.Context, text string, args []any) error {
	s.onStatement(ctx, text)
	s.queued = append(s.queued, statement{text, args, calledFrom()})
	return nil
}

// send sends the beginning, what is queued and further statements together.
// After one that fails none is run.
func (s *postgresSession) send(ctx context.Context, more ...statement) (results pgx.BatchResults, sent []statement) {
	if !s.begun {
		sent = append(sent, statement{text: "begin"})
	}
	sent = append(append(sent, s.queued...), more...)
	batch := &pgx.Batch{}
	for _, w := range sent {
		batch.Queue(w.text, w.args...)
	}
	s.begun, s.queued = true, nil
	return s.below.SendBatch(ctx, batch), sent
}

// queuedAt gives the error of a statement that was queued the place where that
// was done. What the driver could not prepare it reports with the first
// statement, whichever it was.
func queuedAt(err error, sent []statement, i int) error {
	var unprepared pgx.ErrPreprocessingBatch
	if errors.As(err, &unprepared) {
		i = slices.IndexFunc(sent, func(w statement) bool { return w.text == unprepared.SQL() })
	}
	if err == nil || i < 0 || sent[i].from == (callers{}) {
		return err
	}
	return &Error{sent[i].from.place(), err}
}

// run sends and waits for everything; it returns what the last statement did.
func (s *postgresSession) run(ctx context.Context, more ...statement) (tag pgconn.CommandTag, err error) {
	results, sent := s.send(ctx, more...)
	for i := range sent {
		if tag, err = results.Exec(); err != nil {
			err = queuedAt(err, sent, i)
			break
		}
	}
	if closing := results.Close(); err == nil {
		err = closing
	}
	return tag, err
}

// queryWithQueued sends a query after what is queued and returns its rows.
func (s *postgresSession) queryWithQueued(ctx context.Context, query statement) (rows, error) {
	results, sent := s.send(ctx, query)
	for i := range len(sent) - 1 {
		if _, err := results.Exec(); err != nil {
			_ = results.Close() // tells the same
			return nil, queuedAt(err, sent, i)
		}
	}
	found, err := results.Query()
	if err != nil {
		_ = results.Close()
		return nil, err
	}
	return batchRows{found, results}, nil
}

// batchRows are the rows of the last query of a batch.
type batchRows struct {
	pgx.Rows
	results pgx.BatchResults
}

func (r batchRows) Columns() ([]string, error) {
	fields := r.FieldDescriptions()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names, nil
}

func (r batchRows) Close() error {
	r.Rows.Close()
	return r.results.Close()
}

func (s *postgresSession) commit() error {
	if err := s.ctx.Err(); err != nil {
		s.rollback()
		return err
	}
	if !s.begun && len(s.queued) == 0 { // nothing was done
		s.release()
		return nil
	}
	tag, err := s.run(s.ctx, statement{text: "commit"})
	if err == nil && tag.String() == "ROLLBACK" { // a statement had failed, and its error was ignored
		err = pgx.ErrTxCommitRollback
	}
	if err != nil {
		s.rollback()
		return err
	}
	s.release()
	return nil
}

// rollbackTime bounds a rollback, whose caller's context may have ended.
const rollbackTime = 5 * time.Second

func (s *postgresSession) rollback() {
	defer s.release()
	if !s.begun {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), rollbackTime)
	defer cancel()
	_, _ = s.below.Exec(ctx, "rollback") // fails only when the connection is gone, and then it is rolled back
}

// release returns the connection to the pool. The driver closes one that
// failed, or that is still in a transaction, before it is used again.
func (s *postgresSession) release() { _ = s.conn.Close() }
