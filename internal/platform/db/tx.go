package db

import (
	"context"
	"time"
)

// Tx is one write transaction. It is passed explicitly, never hidden in a
// context; while its rows are open no second statement may run in it.
type Tx struct {
	s           session
	engine      Engine
	checkLocks  bool      // Options.CheckLockOrder
	locked      LockTable // the one of the highest rank so far
	afterCommit []func()
	audited     bool
	notAudited  string // why it need not be
}

// conflictRetries is how often a transaction runs that the engine ends because
// of a deadlock.
const conflictRetries = 3

// Write runs fn in a transaction: committed when fn returns nil, rolled back
// otherwise. It may run fn again when the engine asks for it, so fn must not
// act outside the transaction.
func (d *DB) Write(ctx context.Context, fn func(tx *Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := d.writeOnce(ctx, fn)
		if err == nil || attempt >= conflictRetries || !isConflict(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return located(ctx.Err())
		case <-time.After(time.Duration(attempt) * 5 * time.Millisecond):
		}
	}
}

func (d *DB) writeOnce(ctx context.Context, fn func(tx *Tx) error) error {
	s, err := d.writer.begin(ctx)
	if err != nil {
		return located(err)
	}
	done := false
	defer func() {
		if !done { // an error or a panic
			s.rollback()
		}
	}()
	tx := &Tx{s: s, engine: d.engine, checkLocks: d.checkLocks}
	if err := fn(tx); err != nil {
		return err
	}
	for _, hook := range d.beforeCommit {
		if err := hook(ctx, tx); err != nil {
			return err
		}
	}
	done = true
	if err := s.commit(); err != nil {
		return located(err)
	}
	for _, hook := range tx.afterCommit {
		hook()
	}
	return nil
}

// BeforeCommit adds a step to the end of every write transaction; its error
// rolls the transaction back.
func (d *DB) BeforeCommit(hook func(ctx context.Context, tx *Tx) error) {
	d.beforeCommit = append(d.beforeCommit, hook)
}

// AfterCommit adds a step for when this transaction has committed.
func (tx *Tx) AfterCommit(step func()) { tx.afterCommit = append(tx.afterCommit, step) }

// NotAudited declares that nothing in this transaction is anyone's act, for a
// reason such as "counts tries".
func (tx *Tx) NotAudited(reason string) { tx.notAudited = reason }

// SetAudited notes that the audit log has what this transaction does.
func (tx *Tx) SetAudited() { tx.audited = true }

// NeedsAudit reports that the transaction is neither in the audit log nor
// declared NotAudited.
func (tx *Tx) NeedsAudit() bool { return !tx.audited && tx.notAudited == "" }

func (tx *Tx) query(ctx context.Context, text string, args []any) (rows, error) {
	return tx.s.query(ctx, text, args)
}

// Exec runs a statement and tells how many rows it touched.
func (tx *Tx) Exec(ctx context.Context, text string, args ...Args) (int64, error) {
	text, values, err := bind(text, args)
	if err != nil {
		return 0, located(err)
	}
	return tx.execBound(ctx, text, values)
}

func (tx *Tx) execBound(ctx context.Context, text string, args []any) (int64, error) {
	res, err := tx.s.exec(ctx, text, args)
	if err != nil {
		return 0, located(err)
	}
	n, err := res.RowsAffected()
	return n, located(err)
}

// Queue runs a statement without waiting for its outcome. It keeps its place
// among the others, but PostgreSQL gets it with the next statement or with the
// commit, which then returns its error: not for what may be refused.
func (tx *Tx) Queue(ctx context.Context, text string, args ...Args) error {
	text, values, err := bind(text, args)
	if err != nil {
		return located(err)
	}
	return tx.queueBound(ctx, text, values)
}

func (tx *Tx) queueBound(ctx context.Context, text string, args []any) error {
	return located(tx.s.queue(ctx, text, args))
}

// rowsAtOnce keeps a statement's arguments below both engines' limits.
const rowsAtOnce = 500

// SkipLocked ends a SELECT that claims rows: PostgreSQL leaves out the rows that
// another replica is claiming; SQLite has one writer.
func (tx *Tx) SkipLocked() string {
	if tx.engine == Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// ExecOne runs a guarded statement and returns ErrNone when it touched no row.
func (tx *Tx) ExecOne(ctx context.Context, text string, args ...Args) error {
	n, err := tx.Exec(ctx, text, args...)
	if err == nil && n == 0 {
		err = located(ErrNone)
	}
	return err
}
