package account

import (
	"context"
	"fmt"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/session"
)

// Find reads a user; who was removed is not found.
func Find(ctx context.Context, r db.Reader, id string) (User, error) {
	u, err := findByID(ctx, r, id)
	return u, db.NoneAs(err, fault.ErrNotFound)
}

// Lock reads a user and keeps others from changing the row until the
// transaction ends.
func Lock(ctx context.Context, tx *db.Tx, id string) (User, error) {
	// Locked first: a row that was waited for is read as it is now, joins included.
	if err := db.Lock(ctx, tx, db.Users, id); err != nil {
		return User{}, err
	}
	return Find(ctx, tx, id)
}

// LockOpen locks a user whose account can be used, and refuses any other.
// Whatever saves a file of a user locks the user, so that erasing leaves no file
// behind.
func LockOpen(ctx context.Context, tx *db.Tx, id string) error {
	return db.NoneAs(lockNormal(ctx, tx, id), errNotOpen)
}

// NumberInUse reports whether someone of the centre has the service number.
func NumberInUse(ctx context.Context, r db.Reader, centre access.Centre, number string) (bool, error) {
	return numberInUse(ctx, r, centre, number)
}

// SetDistrict writes a user's district and its centre.
func (s *Service) SetDistrict(ctx context.Context, tx *db.Tx, userID string, d catalog.District) error {
	return saveDistrict(ctx, tx, userID, d, s.Clock.Now())
}

// JoinPlan makes a user a plan member and does what follows from that. The
// caller has locked the wallet.
func (s *Service) JoinPlan(ctx context.Context, tx *db.Tx, userID, number string) error {
	if err := savePlan(ctx, tx, userID, access.PlanMember, &number, s.Clock.Now()); err != nil {
		return errIfNumberTaken(err)
	}
	return s.joined(ctx, tx, userID)
}

// LeavePlan makes a user a regular one.
func (s *Service) LeavePlan(ctx context.Context, tx *db.Tx, userID string) error {
	return savePlan(ctx, tx, userID, access.Regular, nil, s.Clock.Now())
}

// ClearStaff leaves a user without a responsible staff member.
func (s *Service) ClearStaff(ctx context.Context, tx *db.Tx, userID string) error {
	return saveStaff(ctx, tx, userID, nil, s.Clock.Now())
}

// StartLeaving closes an account that waits to be removed: its sessions end and
// its devices get nothing more. One that is closed already is db.ErrNone.
func (s *Service) StartLeaving(ctx context.Context, tx *db.Tx, userID string) error {
	if err := setStatus(ctx, tx, userID, access.Normal, access.Leaving, s.Clock.Now()); err != nil {
		return err
	}
	return s.endSessions(ctx, tx, userID)
}

// CancelLeaving opens an account again that waits to be removed; one that does
// not is db.ErrNone.
func (s *Service) CancelLeaving(ctx context.Context, tx *db.Tx, userID string) error {
	return setStatus(ctx, tx, userID, access.Leaving, access.Normal, s.Clock.Now())
}

// endSessions ends all sessions of a user and forgets the devices.
func (s *Service) endSessions(ctx context.Context, tx *db.Tx, userID string) error {
	if err := s.Sessions.EndAll(ctx, tx, session.App, userID, ""); err != nil {
		return fmt.Errorf("end the sessions: %w", err)
	}
	if err := s.Delivery.DropUserDevices(ctx, tx, userID); err != nil {
		return fmt.Errorf("forget the devices: %w", err)
	}
	return nil
}

// RenewSession replaces the caller's session by a fresh one, to which the
// devices move.
func (s *Service) RenewSession(ctx context.Context, tx *db.Tx, who access.Member) (token string, err error) {
	if err := s.Sessions.End(ctx, tx, who.SessionID); err != nil {
		return "", err
	}
	opened, err := s.Sessions.Begin(ctx, tx, session.App, who.ID, access.ScopeFull)
	if err != nil {
		return "", err
	}
	return opened.Token, s.Delivery.MoveSessionDevices(ctx, tx, who.SessionID, opened.ID)
}
