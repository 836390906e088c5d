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
	user, err := findByName(ctx, s.DB, name)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	lock := lockName(user.ID, name)
	allowed, err := s.Guard.Try(ctx, lock)
	if err != nil {
		return "", err
	}
	stored := ""
	if user.PasswordHash != nil {
		stored = *user.PasswordHash
	}
	right, err := s.Hasher.Matches(ctx, plain, stored)
	if err != nil {
		return "", err
	}
	if !allowed || !right {
		return "", errBadCredentials
	}
	if err := user.maySignIn(); err != nil {
		return "", err
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := lockIfPassword(ctx, tx, user); err != nil {
			return errIfClosed(err)
		}
		if err := s.Guard.Clear(ctx, tx, lock); err != nil {
			return err
		}
		token, err = s.openSession(ctx, tx, user.ID, deviceToken)
		return err
	})
	return token, err
}

// openSession opens a full session, and binds the device to it where one is given.
func (s *Service) openSession(ctx context.Context, tx *db.Tx, userID, deviceToken string) (string, error) {
	if err := setLastLogin(ctx, tx, userID, s.Clock.Now()); err != nil {
		return "", errIfClosed(err)
	}
	opened, err := s.Sessions.Begin(ctx, tx, session.App, userID, access.ScopeFull)
	if err != nil || deviceToken == "" {
		return opened.Token, err
	}
	return opened.Token, s.Delivery.RegisterDevice(ctx, tx, userID, opened.ID, deviceToken)
}

// errIfClosed refuses someone whose account was closed, or whose password was
// changed, since it was read.
func errIfClosed(err error) error { return db.NoneAs(err, errBadCredentials) }

// LoginByCode opens a session for the user to whom the code was sent.
func (s *Service) LoginByCode(ctx context.Context, otpToken string, code int) (token string, err error) {
	err = s.byCode(ctx, otp.Login, otpToken, code, func(tx *db.Tx, u User) error {
		token, err = s.openSession(ctx, tx, u.ID, "")
		return err
	})
	return token, err
}

// byCode runs a function for the user whom a right code was sent to, and uses
// the code up in the same transaction. An account that is gone, never was, or no longer
// has the login name that the code is bound to, has no right code.
func (s *Service) byCode(ctx context.Context, nature otp.Nature, otpToken string, code int, then func(tx *db.Tx, u User) error) error {
	proof, err := s.Codes.Check(ctx, nature, otpToken, code)
	if err != nil {
		return err
	}
	user, err := findByName(ctx, s.DB, identity.Parse(proof.Identifier))
	if db.IsNone(err) || err == nil && user.ID != proof.Owner {
		return otp.ErrInvalid
	}
	if err != nil {
		return err
	}
	if err := user.maySignIn(); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		return then(tx, user)
	})
}

// lockName is the key under which wrong passwords are counted: all login names
// of one account share it, and a name without an account has its own.
func lockName(id string, name identity.Name) string {
	if id == "" {
		return "app login " + name.Text
	}
	return "app account " + id
}

// Logout ends the session and forgets its devices.
func (s *Service) Logout(ctx context.Context, who access.Member) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		return s.Delivery.DropSessionDevices(ctx, tx, who.SessionID)
	})
}

// Refresh hands out a fresh token and revokes the caller's. Devices follow.
func (s *Service) Refresh(ctx context.Context, who access.Member) (token string, err error) {
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		token, err = s.RenewSession(ctx, tx, who)
		return err
	})
	return token, err
}

// RegisterDevice binds a device to the caller's session.
func (s *Service) RegisterDevice(ctx context.Context, who access.Member, deviceToken string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		return s.Delivery.RegisterDevice(ctx, tx, who.ID, who.SessionID, deviceToken)
	})
}
