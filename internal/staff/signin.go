package staff

import (
	"context"
	"strings"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/session"
)

// loginAction names a sign-in in the audit log; it happens before anyone is
// signed in, so no route begins its trail.
const loginAction = "post-web-auth-login"

// Login opens a session. Unknown account, wrong password and locked account
// take the same steps and get the same answer.
func (s *Service) Login(ctx context.Context, loginID, plain string) (token string, err error) {
	loginID = strings.ToLower(strings.TrimSpace(loginID))
	account, err := findByLogin(ctx, s.db, loginID)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	who := lockName(account.ID, loginID)
	allowed, err := s.guard.Try(ctx, who)
	if err != nil {
		return "", err
	}
	right, err := s.hasher.Matches(ctx, plain, account.PasswordHash)
	if err != nil {
		return "", err
	}
	now := s.clock.Now()
	if !allowed || !right || !account.mayEnter(now) {
		return "", errBadCredentials
	}
	role, ok := access.FindRole(account.RoleID)
	if !ok {
		return "", errBadCredentials
	}
	ctx = s.audit.Begin(ctx, access.Staff{ID: account.ID, Name: account.Name, Role: role},
		loginAction, api.ClientIP(ctx), api.RequestID(ctx))
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		// The password may have been reset, or the account closed, meanwhile.
		if err := keepsPassword(ctx, tx, account); err != nil {
			if db.IsNone(err) {
				return errBadCredentials
			}
			return err
		}
		if err := s.guard.Clear(ctx, tx, who); err != nil {
			return err
		}
		token, err = s.sessions.Open(ctx, tx, session.Web, account.ID, account.tokenScope())
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
	return token, err
}

// lockName keeps all logins of one account together, and those of nobody apart.
func lockName(id, loginID string) string {
	if id == "" {
		return "web login " + loginID
	}
	return "web account " + id
}

// Logout ends the caller's session.
func (s *Service) Logout(ctx context.Context, who access.Staff) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: who.ID})
	})
}

// Refresh hands out a fresh token and revokes the caller's.
func (s *Service) Refresh(ctx context.Context, who access.Staff) (token string, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		token, err = s.sessions.Replace(ctx, tx, who.SessionID, session.Web, who.ID, who.Token)
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: who.ID})
	})
	return token, err
}
