package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// postgresSession is a transaction on one connection. What nobody waits for,
// its beginning included, travels with the next statement or the commit: a
// round trip is what a short transaction costs most.
type postgresSession struct {
	ctx     context.Context
	conn    *sql.Conn
	below   *pgx.Conn // the same, as the driver has it
	begun   bool      // the server knows of the transaction
	waiting []statement
	hear    func(context.Context, string)
}

type statement struct {
	text string
	args []any
}

func (s *postgresSession) query(ctx context.Context, text string, args []any) (rows, error) {
	s.hear(ctx, text)
	if len(s.waiting) > 0 {
		return s.queryWithWaiting(ctx, statement{text, args})
	}
	if !s.begun {
		if _, err := s.run(ctx); err != nil {
			return nil, err
		}
	}
	return s.conn.QueryContext(ctx, text, args...)
}

func (s *postgresSession) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	s.hear(ctx, text)
	if s.begun && len(s.waiting) == 0 {
		return s.conn.ExecContext(ctx, text, args...)
	}
	tag, err := s.run(ctx, statement{text, args})
	return driver.RowsAffected(tag.RowsAffected()), err
}

func (s *postgresSession) queue(ctx context.Context, text string, args []any) error {
	s.hear(ctx, text)
	s.waiting = append(s.waiting, statement{text, args})
	return nil
}

// send puts the beginning, what waits and further statements on their way
// together, and tells how many they are. After one that fails none is run.
func (s *postgresSession) send(ctx context.Context, more ...statement) (results pgx.BatchResults, sent int) {
	batch := &pgx.Batch{}
	if !s.begun {
		batch.Queue("begin")
	}
	for _, w := range append(s.waiting, more...) {
		batch.Queue(w.text, w.args...)
	}
	s.begun, s.waiting = true, nil
	return s.below.SendBatch(ctx, batch), batch.Len()
}

// run sends and waits for everything; it answers what the last statement did.
func (s *postgresSession) run(ctx context.Context, more ...statement) (tag pgconn.CommandTag, err error) {
	results, sent := s.send(ctx, more...)
	for range sent {
		if tag, err = results.Exec(); err != nil {
			break
		}
	}
	if closing := results.Close(); err == nil {
		err = closing
	}
	return tag, err
}

// queryWithWaiting sends a query with what waits and answers its rows.
func (s *postgresSession) queryWithWaiting(ctx context.Context, query statement) (rows, error) {
	results, sent := s.send(ctx, query)
	for range sent - 1 {
		if _, err := results.Exec(); err != nil {
			_ = results.Close() // tells the same
			return nil, err
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
	if !s.begun && len(s.waiting) == 0 { // nothing was done
		s.release()
		return nil
	}
	tag, err := s.run(s.ctx, statement{text: "commit"})
	if err == nil && tag.String() == "ROLLBACK" { // a statement had failed, and nobody minded
		err = pgx.ErrTxCommitRollback
	}
	if err != nil {
		s.rollback()
		return err
	}
	s.release()
	return nil
}

// rollbackTime bounds a rollback, whose caller may have gone.
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

// release gives the connection back. The driver drops one that is broken, or
// still within a transaction, before it is used again.
func (s *postgresSession) release() { _ = s.conn.Close() }
