package staff

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// ChangePassword replaces the caller's password. All other sessions end; the
// calling one too when it was opened with a first password.
func (s *Service) ChangePassword(ctx context.Context, who access.Staff, old, plain string) error {
	account, err := findByID(ctx, s.db, who.ID)
	if err != nil {
		return err
	}
	if rule, ok := password.Check(plain, account.Email, account.Username); !ok {
		return fault.Invalid(rule.On("password"))
	}
	if plain == old {
		return fault.Invalid(ruleNewPassword.On("password"))
	}
	lock := lockName(account.ID, "")
	allowed, err := s.guard.Try(ctx, lock)
	if err != nil {
		return err
	}
	right, err := s.hasher.Matches(ctx, old, account.PasswordHash)
	if err != nil {
		return err
	}
	if !allowed || !right {
		return errOldPassword
	}
	hash, err := s.hasher.Hash(ctx, plain)
	if err != nil {
		return err
	}
	keep := who.SessionID
	if who.Token == access.ScopeFirst {
		keep = ""
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.guard.Clear(ctx, tx, lock); err != nil {
			return err
		}
		// Guarded by the old hash: of two changes at once one wins.
		err := setPassword(ctx, tx, account.ID, account.PasswordHash, hash, s.clock.Now())
		if db.IsNone(err) {
			return errOldPassword
		}
		if err != nil {
			return err
		}
		if err := s.sessions.EndAll(ctx, tx, session.Web, account.ID, keep); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
}
