// Package audit keeps the log of what staff did: who, in which role, what, to
// whom, when, from where, before and after.
//
// Package api begins a trail for every staff request. From then on each write
// transaction of that request must record what it did, or it does not commit.
// Reading one person's record is logged too.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Entry is one thing done: to which subject and, where it matters, how it was
// before and is after.
type Entry struct {
	Subject string // the kind of record: survey, staff, user …
	ID      string
	UserID  string // the person it concerns, if any
	Before  any
	After   any
	Mark    string // the reason staff gave
}

// trail follows one staff request.
type trail struct {
	staff     access.Staff
	action    string
	ip        string
	requestID string
	seen      []Entry
	recorded  bool
}

type trailKey struct{}

var errUnrecorded = errors.New("a staff action must record what it did in its transaction (audit.Record)")

// Service writes and reads the log.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New builds the service. From then on a staff request that records nothing
// cannot commit.
func New(d *db.DB, c clock.Clock) *Service {
	d.BeforeCommit(func(ctx context.Context, tx *db.Tx) error {
		if ctx.Value(trailKey{}) != nil && tx.NeedsAudit() {
			return errUnrecorded
		}
		return nil
	})
	return &Service{db: d, clock: c}
}

// Begin starts the trail of a staff request.
func (s *Service) Begin(ctx context.Context, staff access.Staff, action, ip, requestID string) context.Context {
	return context.WithValue(ctx, trailKey{}, &trail{staff: staff, action: action, ip: ip, requestID: requestID})
}

// Record writes what the transaction does to the log. Outside a staff request
// (a member's own act, a job) it does nothing.
func (s *Service) Record(ctx context.Context, tx *db.Tx, entries ...Entry) error {
	t, ok := ctx.Value(trailKey{}).(*trail)
	if !ok {
		return nil
	}
	tx.SetAudited()
	t.recorded = true
	rows := make([]row, len(entries))
	for i, e := range entries {
		r, err := rowOf(t, e, s.clock.Now())
		if err != nil {
			return err
		}
		rows[i] = r
	}
	return insert(ctx, tx, rows)
}

// Saw notes that one person's record was read; Finish writes it down.
func (s *Service) Saw(ctx context.Context, userID string) {
	if t, ok := ctx.Value(trailKey{}).(*trail); ok {
		t.seen = append(t.seen, Entry{Subject: "user", ID: userID, UserID: userID})
	}
}

// Finish ends the trail of a request that succeeded: what was read is logged,
// unless the request also changed something and said so.
func (s *Service) Finish(ctx context.Context) error {
	t, ok := ctx.Value(trailKey{}).(*trail)
	if !ok || t.recorded || len(t.seen) == 0 {
		return nil
	}
	return s.db.Write(ctx, func(tx *db.Tx) error { return s.Record(ctx, tx, t.seen...) })
}

func rowOf(t *trail, e Entry, now time.Time) (row, error) {
	before, err := asJSON(e.Before)
	if err != nil {
		return row{}, err
	}
	after, err := asJSON(e.After)
	if err != nil {
		return row{}, err
	}
	r := row{
		ID: uuid.Must(uuid.NewV7()).String(), CreatedAt: now,
		StaffID: t.staff.ID, Actor: t.staff.Name, Role: t.staff.Role.Name, Centre: string(t.staff.Role.Centre),
		Action: t.action, Subject: e.Subject, SubjectID: e.ID,
		Before: before, After: after, Mark: e.Mark, IP: t.ip, RequestID: t.requestID,
	}
	if e.UserID != "" {
		r.UserID = &e.UserID
	}
	return r, nil
}

func asJSON(v any) (*string, error) {
	if v == nil {
		return nil, nil
	}
	b, err := json.Marshal(v)
	text := string(b)
	return &text, err
}
