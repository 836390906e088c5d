package account

import (
	"context"

	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/session"
)

// Login opens a session by password. Unknown account, wrong password and locked
// account take the same steps and get the same answer; only who proved the
// password is told that an account is frozen or leaving.
func (s *Service) Login(ctx context.Context, loginID, plain, deviceToken string) (token string, err error) {
	name := identity.Parse(loginID)
	user, err := findByName(ctx, s.db, name)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	lock := lockName(user.ID, name)
	allowed, err := s.guard.Try(ctx, lock)
	if err != nil {
		return "", err
	}
	stored := ""
	if user.PasswordHash != nil {
		stored = *user.PasswordHash
	}
	right, err := s.hasher.Matches(ctx, plain, stored)
	if err != nil {
		return "", err
	}
	if !allowed || !right {
		return "", errBadCredentials
	}
	if err := user.mayEnter(); err != nil {
		return "", err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := keepsPassword(ctx, tx, user); err != nil {
			return closedMeanwhile(err)
		}
		if err := s.guard.Clear(ctx, tx, lock); err != nil {
			return err
		}
		token, err = s.enter(ctx, tx, user.ID, deviceToken)
		return err
	})
	return token, err
}

// enter opens a full session, and binds the device to it where one is given.
func (s *Service) enter(ctx context.Context, tx *db.Tx, userID, deviceToken string) (string, error) {
	if err := noteLogin(ctx, tx, userID, s.clock.Now()); err != nil {
		return "", closedMeanwhile(err)
	}
	opened, err := s.sessions.Begin(ctx, tx, session.App, userID, access.ScopeFull)
	if err != nil || deviceToken == "" {
		return opened.Token, err
	}
	return opened.Token, s.delivery.RegisterDevice(ctx, tx, userID, opened.ID, deviceToken)
}

// closedMeanwhile refuses who came in while the door was being closed.
func closedMeanwhile(err error) error {
	if db.IsNone(err) {
		return errBadCredentials
	}
	return err
}

// LoginByCode opens a session for whoever holds the code.
func (s *Service) LoginByCode(ctx context.Context, otpToken string, code int) (token string, err error) {
	err = s.byCode(ctx, otp.Login, otpToken, code, func(tx *db.Tx, u User) error {
		token, err = s.enter(ctx, tx, u.ID, "")
		return err
	})
	return token, err
}

// byCode does something for the account that a right code was sent for, and
// uses the code up with it. An account that is gone, never was, or no longer
// has the login name that the code is bound to, has no right code.
func (s *Service) byCode(ctx context.Context, nature otp.Nature, otpToken string, code int, then func(tx *db.Tx, u User) error) error {
	proof, err := s.codes.Check(ctx, nature, otpToken, code)
	if err != nil {
		return err
	}
	user, err := findByName(ctx, s.db, identity.Parse(proof.Identifier))
	if db.IsNone(err) || err == nil && user.ID != proof.Owner {
		return otp.ErrInvalid
	}
	if err != nil {
		return err
	}
	if err := user.mayEnter(); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		return then(tx, user)
	})
}

// mayEnter says why an account is closed to its owner, or nil.
func (u User) mayEnter() error {
	switch u.Status {
	case access.Frozen:
		return errFrozen
	case access.Leaving:
		return errLeaving
	default:
		return nil
	}
}

// lockName keeps all logins of one account together, and those of nobody apart.
func lockName(id string, name identity.Name) string {
	if id == "" {
		return "app login " + name.Text
	}
	return "app account " + id
}

// Logout ends the session and forgets its devices.
func (s *Service) Logout(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		return s.delivery.DropSessionDevices(ctx, tx, who.SessionID)
	})
}

// Refresh hands out a fresh token and revokes the caller's. Devices follow.
func (s *Service) Refresh(ctx context.Context, who access.Member) (token string, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		token, err = s.renew(ctx, tx, who)
		return err
	})
	return token, err
}

// renew replaces the caller's session by a fresh one.
func (s *Service) renew(ctx context.Context, tx *db.Tx, who access.Member) (string, error) {
	if err := s.sessions.End(ctx, tx, who.SessionID); err != nil {
		return "", err
	}
	opened, err := s.sessions.Begin(ctx, tx, session.App, who.ID, access.ScopeFull)
	if err != nil {
		return "", err
	}
	return opened.Token, s.delivery.MoveSessionDevices(ctx, tx, who.SessionID, opened.ID)
}

// RegisterDevice binds a device to the caller's session.
func (s *Service) RegisterDevice(ctx context.Context, who access.Member, deviceToken string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return s.delivery.RegisterDevice(ctx, tx, who.ID, who.SessionID, deviceToken)
	})
}
