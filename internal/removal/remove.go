package removal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/account"
	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/session"
)

// batchSize is how many removals one run confirms at a time.
const batchSize = 50

// Request asks that the caller's account be removed: it closes at once and is
// erased after 30 days unless staff restore it.
func (s *Service) Request(ctx context.Context, who access.Member, reasonType *int, reason string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		u, err := account.Lock(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := s.Accounts.StartLeaving(ctx, tx, u.ID); err != nil {
			return db.NoneAs(err, session.ErrUnauthenticated) // closed meanwhile, and the session with it
		}
		return insertRemoval(ctx, tx, removal{
			ID: uuid.Must(uuid.NewV7()).String(), UserID: u.ID, Centre: u.Centre, ReasonType: reasonType,
			Reason: strings.TrimSpace(reason), RequestedAt: s.Clock.Now(),
		})
	})
}

// Restore takes a removal back.
func (s *Service) Restore(ctx context.Context, who access.Staff, removalID string) error {
	return s.decide(ctx, who.Scope(), removalID, restored, func(tx *db.Tx, r removal) error {
		if err := s.Accounts.CancelLeaving(ctx, tx, r.UserID); err != nil {
			return db.NoneAs(err, fault.ErrNotFound)
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: r.ID, UserID: r.UserID})
	})
}

// Confirm erases the person now.
func (s *Service) Confirm(ctx context.Context, who access.Staff, removalID string) error {
	return s.decide(ctx, who.Scope(), removalID, confirmed, func(tx *db.Tx, r removal) error {
		if err := s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: r.ID, UserID: r.UserID}); err != nil {
			return err
		}
		return s.People.Erase(ctx, tx, r.UserID)
	})
}

// ConfirmDue erases everyone who asked 30 days ago; a periodic job calls it. One
// who cannot be erased does not keep the others from it.
func (s *Service) ConfirmDue(ctx context.Context) error {
	for {
		ids, err := listDue(ctx, s.DB, s.Clock.Now().Add(-Wait), batchSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		var failed []error
		for _, id := range ids {
			err := s.decide(ctx, access.Everything(), id, confirmed, func(tx *db.Tx, r removal) error {
				return s.People.Erase(ctx, tx, r.UserID)
			})
			if err != nil && !errors.Is(err, errDecided) { // restored at this moment
				failed = append(failed, fmt.Errorf("removal %s: %w", id, err))
			}
		}
		if len(failed) == len(ids) || ctx.Err() != nil {
			return errors.Join(failed...)
		}
	}
}

// decide closes an open removal within reach and runs a function in the same
// transaction; of several callers the guarded update lets one do so.
func (s *Service) decide(ctx context.Context, scope access.Scope, id string, state State, then func(tx *db.Tx, r removal) error) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		r, err := findRemoval(ctx, tx, scope, id)
		if err != nil {
			return db.NoneAs(err, fault.ErrNotFound)
		}
		if err := closeRemoval(ctx, tx, id, state, s.Clock.Now()); err != nil {
			return db.NoneAs(err, errDecided)
		}
		return then(tx, r)
	})
}
