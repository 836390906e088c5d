package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/privacy"
	"hearten/internal/platform/session"
)

// RemovalWait is how long a removal can be taken back.
const RemovalWait = 30 * 24 * time.Hour

// sweepBatch is how many removals one run confirms at a time.
const sweepBatch = 50

var errRemovalClosed = fault.New(fault.Conflict, "移除申請已處理", "The removal has been decided already")

// RequestRemoval begins a member's leaving: the account closes at once and is
// erased after 30 days unless staff restore it.
func (s *Service) RequestRemoval(ctx context.Context, who access.Member, reasonType *int, reason string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := setStatus(ctx, tx, u.ID, access.Normal, access.Leaving, now); err != nil {
			if db.IsNone(err) {
				return session.ErrUnauthenticated // closed meanwhile, and the session with it
			}
			return err
		}
		r := removal{ID: uuid.Must(uuid.NewV7()).String(), UserID: u.ID, Centre: string(u.Centre), ReasonType: reasonType, Reason: strings.TrimSpace(reason), RequestedAt: now}
		if err := insertRemoval(ctx, tx, r); err != nil {
			return err
		}
		return s.closeDoors(ctx, tx, u.ID)
	})
}

// closeDoors ends what lets a member in or reaches them.
func (s *Service) closeDoors(ctx context.Context, tx *db.Tx, userID string) error {
	if err := s.sessions.EndAll(ctx, tx, session.App, userID, ""); err != nil {
		return err
	}
	return s.delivery.DropUserDevices(ctx, tx, userID)
}

// Restore takes a removal back.
func (s *Service) Restore(ctx context.Context, who access.Staff, removalID string) error {
	return s.closeRemoval(ctx, who.Scope(), removalID, "restored", func(tx *db.Tx, r removal) error {
		if err := setStatus(ctx, tx, r.UserID, access.Leaving, access.Normal, s.clock.Now()); err != nil {
			return notFoundIfNone(err)
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: "removal", ID: r.ID, UserID: r.UserID})
	})
}

// Confirm erases the person now.
func (s *Service) Confirm(ctx context.Context, who access.Staff, removalID string, people *privacy.Register) error {
	return s.closeRemoval(ctx, who.Scope(), removalID, "confirmed", func(tx *db.Tx, r removal) error {
		if err := s.audit.Record(ctx, tx, audit.Entry{Subject: "removal", ID: r.ID, UserID: r.UserID}); err != nil {
			return err
		}
		return people.Erase(ctx, tx, r.UserID)
	})
}

// ConfirmDue erases whoever asked 30 days ago; a periodic job calls it. One who
// cannot be erased keeps nobody else waiting.
func (s *Service) ConfirmDue(people *privacy.Register) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			ids, err := dueRemovals(ctx, s.db, s.clock.Now().Add(-RemovalWait), sweepBatch)
			if err != nil || len(ids) == 0 {
				return err
			}
			var failed []error
			for _, id := range ids {
				err := s.closeRemoval(ctx, access.Everything(), id, "confirmed", func(tx *db.Tx, r removal) error {
					return people.Erase(ctx, tx, r.UserID)
				})
				if err != nil && !errors.Is(err, errRemovalClosed) { // restored at this moment
					failed = append(failed, fmt.Errorf("removal %s: %w", id, err))
				}
			}
			if len(failed) == len(ids) || ctx.Err() != nil {
				return errors.Join(failed...)
			}
		}
	}
}

// closeRemoval ends an open removal within reach; the guarded update lets one
// of several callers through.
func (s *Service) closeRemoval(ctx context.Context, scope access.Scope, id, state string, then func(tx *db.Tx, r removal) error) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		r, err := findRemoval(ctx, tx, scope, id)
		if err != nil {
			return notFoundIfNone(err)
		}
		if err := closeRemoval(ctx, tx, id, state, s.clock.Now()); err != nil {
			if db.IsNone(err) {
				return errRemovalClosed
			}
			return err
		}
		return then(tx, r)
	})
}
