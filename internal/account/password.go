package account

import (
	"context"

	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// VerifyReset turns a right code into a token that opens only the setting of a
// new password.
func (s *Service) VerifyReset(ctx context.Context, otpToken string, code int) (token string, err error) {
	err = s.byCode(ctx, otp.Reset, otpToken, code, func(tx *db.Tx, u User) error {
		token, err = s.Sessions.Open(ctx, tx, session.App, u.ID, access.ScopeReset)
		return err
	})
	return token, err
}

// ResetPassword sets a new password after a forgotten one. All sessions end,
// the calling one included: it works once.
func (s *Service) ResetPassword(ctx context.Context, who access.Member, plain string) error {
	_, hash, err := s.newPassword(ctx, who.ID, plain)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		// Locked: whatever the password has become meanwhile, this one replaces it.
		user, err := Lock(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := s.Sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		if err := s.endSessions(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := s.Guard.Clear(ctx, tx, lockName(user.ID, identity.Name{})); err != nil {
			return err
		}
		return setPassword(ctx, tx, user, hash, true, s.Clock.Now())
	})
}

// SetFirstPassword sets a password where none is set. Without one given the
// system makes one up, and the account still counts as having none.
func (s *Service) SetFirstPassword(ctx context.Context, who access.Member, plain string) error {
	chosen := plain != ""
	if !chosen {
		plain = password.Random()
	}
	user, hash, err := s.newPassword(ctx, who.ID, plain)
	if err != nil {
		return err
	}
	if user.PasswordChosen {
		return errPasswordSet
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		err := setPassword(ctx, tx, user, hash, chosen, s.Clock.Now())
		if db.IsNone(err) {
			return errPasswordSet // someone was faster
		}
		return err
	})
}

// ChangePassword replaces the caller's password and ends all other sessions,
// whose devices are told nothing any more.
func (s *Service) ChangePassword(ctx context.Context, who access.Member, old, plain string) error {
	user, err := Find(ctx, s.DB, who.ID)
	if err != nil {
		return err
	}
	if !user.PasswordChosen || user.PasswordHash == nil {
		return errNoPassword
	}
	if rule, ok := password.Check(plain, user.names()...); !ok {
		return fault.Invalid(rule.On("password"))
	}
	if plain == old {
		return fault.Invalid(ruleNewPassword.On("password"))
	}
	lock := lockName(user.ID, identity.Name{})
	allowed, err := s.Guard.Try(ctx, lock)
	if err != nil {
		return err
	}
	right, err := s.Hasher.Matches(ctx, old, *user.PasswordHash)
	if err != nil {
		return err
	}
	if !allowed || !right {
		return errOldPassword
	}
	hash, err := s.Hasher.Hash(ctx, plain)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Guard.Clear(ctx, tx, lock); err != nil {
			return err
		}
		err := setPassword(ctx, tx, user, hash, true, s.Clock.Now())
		if db.IsNone(err) {
			return errOldPassword
		}
		if err != nil {
			return err
		}
		if err := s.Sessions.EndAll(ctx, tx, session.App, user.ID, who.SessionID); err != nil {
			return err
		}
		return s.Delivery.DropOtherDevices(ctx, tx, user.ID, who.SessionID)
	})
}

func (s *Service) newPassword(ctx context.Context, userID, plain string) (User, string, error) {
	user, err := Find(ctx, s.DB, userID)
	if err != nil {
		return User{}, "", err
	}
	if rule, ok := password.Check(plain, user.names()...); !ok {
		return User{}, "", fault.Invalid(rule.On("password"))
	}
	hash, err := s.Hasher.Hash(ctx, plain)
	return user, hash, err
}
