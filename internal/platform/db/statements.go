package db

import (
	"container/list"
	"context"
	"database/sql"
	"sync"
)

// maxStatements bounds how many prepared statements a pool keeps.
const maxStatements = 500

type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// statements keeps prepared statements by their text, the least recently used
// going first. A statement in use is closed only when its last user is done.
type statements struct {
	from  preparer
	mu    sync.Mutex
	byKey map[string]*list.Element
	order *list.List // front: most recently used
}

type prepared struct {
	text    string
	stmt    *sql.Stmt
	users   int
	evicted bool
}

func newStatements(from preparer) *statements {
	return &statements{from: from, byKey: map[string]*list.Element{}, order: list.New()}
}

// get returns the prepared statement and a function to call once it has run.
func (s *statements) get(ctx context.Context, text string) (*sql.Stmt, func(), error) {
	s.mu.Lock()
	if e, ok := s.byKey[text]; ok {
		s.order.MoveToFront(e)
		p := e.Value.(*prepared)
		p.users++
		s.mu.Unlock()
		return p.stmt, func() { s.done(p) }, nil
	}
	s.mu.Unlock()

	// Preparing waits for a connection, so it happens outside the lock; two
	// callers may prepare the same text once, and the later one's stays.
	stmt, err := s.from.PrepareContext(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	p := &prepared{text: text, stmt: stmt, users: 1}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.byKey[text]; ok {
		s.evict(old)
	}
	s.byKey[text] = s.order.PushFront(p)
	if s.order.Len() > maxStatements {
		s.evict(s.order.Back())
	}
	return stmt, func() { s.done(p) }, nil
}

func (s *statements) done(p *prepared) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.users--
	s.closeIfUnused(p)
}

func (s *statements) evict(e *list.Element) {
	p := s.order.Remove(e).(*prepared)
	if s.byKey[p.text] == e {
		delete(s.byKey, p.text)
	}
	p.evicted = true
	s.closeIfUnused(p)
}

func (s *statements) closeIfUnused(p *prepared) {
	if p.evicted && p.users == 0 {
		_ = p.stmt.Close() // nothing is lost with a statement that will not close
	}
}

func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.order.Len() > 0 {
		s.evict(s.order.Back())
	}
}

// pool is connections for reading.
type pool struct {
	handle      *sql.DB
	stmts       *statements // nil where the driver keeps its own
	onStatement func(context.Context, string)
}

func newPool(handle *sql.DB, onStatement func(context.Context, string), keep bool) *pool {
	p := &pool{handle: handle, onStatement: onStatement}
	if keep {
		p.stmts = newStatements(handle)
	}
	return p
}

func (p *pool) query(ctx context.Context, text string, args []any) (rows, error) {
	p.onStatement(ctx, text)
	if p.stmts == nil {
		return p.handle.QueryContext(ctx, text, args...)
	}
	stmt, done, err := p.stmts.get(ctx, text)
	if err != nil {
		return nil, err
	}
	defer done() // closing a statement waits for its open rows by itself
	return stmt.QueryContext(ctx, args...)
}

func (p *pool) close() error {
	if p.stmts != nil {
		p.stmts.close()
	}
	return p.handle.Close()
}
