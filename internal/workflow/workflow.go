// Package workflow takes articles and community resources from a draft to the
// members' screens and back: one table of moves, one log, one schedule for
// both. Areas keep their own tables, which share the columns of Item and
// deleted_at, updated_at; what a move means for them they say in a Kind.
package workflow

import (
	"context"
	"time"

	"hearten/internal/audit"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// Kind is a sort of content that is reviewed.
type Kind struct {
	// Name is how the log and the audit call it.
	Name  string
	Table string
	// Moved does, in the same transaction, what a change of status means for
	// the area: pictures become public, counters move.
	Moved func(ctx context.Context, tx *db.Tx, moves []Move) error
}

// Move is one item's change of status.
type Move struct {
	Before, After Item
	At            time.Time
}

// Service is the workflow; each area takes its Review from it.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	audit   *audit.Service
	queue   *jobs.Queue
	reviews map[string]*Review
}

// New builds the workflow and lets the queue run its schedule.
func New(d *db.DB, c clock.Clock, a *audit.Service, q *jobs.Queue) *Service {
	s := &Service{db: d, clock: c, audit: a, queue: q, reviews: map[string]*Review{}}
	jobs.Handle(q, scheduled, s.runSchedule)
	return s
}

// Review is the workflow of one kind of content.
type Review struct {
	*Service
	kind Kind
}

// Of gives a kind its review.
func (s *Service) Of(kind Kind) *Review {
	r := &Review{s, kind}
	s.reviews[kind.Name] = r
	return r
}
