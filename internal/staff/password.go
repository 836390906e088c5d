package staff

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// ChangePassword replaces the caller's password. All other sessions end; the
// calling one too when it was opened with a first password.
func (s *Service) ChangePassword(ctx context.Context, who access.Staff, old, plain string) error {
	account, err := findByID(ctx, s.DB, who.ID)
	if err != nil {
		return err
	}
	if rule, ok := password.Check(plain, account.Email, account.Username); !ok {
		return fault.Invalid(rule.On("password"))
	}
	if plain == old {
		return fault.Invalid(ruleNewPassword.On("password"))
	}
	name := lockoutName(account.ID, "")
	allowed, err := s.Guard.Try(ctx, name)
	if err != nil {
		return err
	}
	right, err := s.Hasher.Matches(ctx, old, account.PasswordHash)
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
	keep := who.SessionID
	if who.Token == access.ScopeFirst {
		keep = ""
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Guard.Clear(ctx, tx, name); err != nil {
			return err
		}
		err := changePassword(ctx, tx, account.ID, account.PasswordHash, hash, s.Clock.Now())
		if err != nil {
			return db.NoneAs(err, errOldPassword)
		}
		if err := s.Sessions.EndAll(ctx, tx, session.Web, account.ID, keep); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
}

// RenewPassword mails someone a new first password. The old one, and tries to
// guess it, are forgotten.
func (s *Service) RenewPassword(ctx context.Context, by access.Caller, id string) error {
	plain := password.Random()
	hash, err := s.Hasher.Hash(ctx, plain)
	if err != nil {
		return err
	}
	until := s.Clock.Now().Add(FirstPasswordLife)
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		old, err := lockForChange(ctx, tx, id)
		if err != nil {
			return err
		}
		if old.Disabled {
			return errDisabled
		}
		changed := old
		changed.PasswordHash, changed.FirstPasswordUntil = hash, &until
		if err := s.save(ctx, tx, old, changed); err != nil {
			return err
		}
		if err := s.Guard.Clear(ctx, tx, lockoutName(id, "")); err != nil {
			return err
		}
		return s.mailPassword(ctx, tx, by, delivery.NewPassword, changed, plain)
	})
}
