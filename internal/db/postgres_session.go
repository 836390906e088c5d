package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresSession is a transaction on one connection. What nobody waits for,
// its beginning included, travels with the next statement or the commit: a
// round trip is what a short transaction costs most.
type postgresSession struct {
	ctx     context.Context
	conn    *sql.Conn
	waiting []statement // not sent yet, in their order
	begun   bool        // the server knows of the transaction
	hear    func(context.Context, string)
}

type statement struct {
	text string
	args []any
}

func (s *postgresSession) query(ctx context.Context, text string, args []any) (*sql.Rows, error) {
	s.hear(ctx, text)
	if len(s.waiting) > 0 {
		if _, err := s.send(ctx); err != nil {
			return nil, err
		}
	}
	return s.conn.QueryContext(ctx, text, args...)
}

func (s *postgresSession) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	s.hear(ctx, text)
	if len(s.waiting) == 0 {
		return s.conn.ExecContext(ctx, text, args...)
	}
	s.waiting = append(s.waiting, statement{text, args})
	tag, err := s.send(ctx)
	return driver.RowsAffected(tag.RowsAffected()), err
}

func (s *postgresSession) later(ctx context.Context, text string, args []any) error {
	s.hear(ctx, text)
	s.waiting = append(s.waiting, statement{text, args})
	return nil
}

// send runs what waits in one round trip and answers what the last statement
// did. After the first that fails none is run.
func (s *postgresSession) send(ctx context.Context) (tag pgconn.CommandTag, err error) {
	batch := &pgx.Batch{}
	for _, w := range s.waiting {
		batch.Queue(w.text, w.args...)
	}
	s.waiting, s.begun = nil, true
	err = s.conn.Raw(func(conn any) (err error) {
		results := conn.(*stdlib.Conn).Conn().SendBatch(ctx, batch)
		for range batch.Len() {
			if tag, err = results.Exec(); err != nil {
				break
			}
		}
		if closing := results.Close(); err == nil {
			err = closing
		}
		return err
	})
	return tag, err
}

func (s *postgresSession) commit() error {
	if err := s.ctx.Err(); err != nil {
		s.rollback()
		return err
	}
	s.waiting = append(s.waiting, statement{text: "commit"})
	tag, err := s.send(s.ctx)
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
	_, _ = s.conn.ExecContext(ctx, "rollback") // fails only when the connection is gone, and then it is rolled back
}

// release gives the connection back. The driver drops one that is broken, or
// still within a transaction, before it is used again.
func (s *postgresSession) release() { _ = s.conn.Close() }
