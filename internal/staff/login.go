package staff

import (
	"context"
	"strings"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/session"
)

// loginAction names a sign-in in the audit log; the route begins no trail,
// because the caller is not signed in yet.
const loginAction = "post-web-auth-login"

// Login opens a session. Unknown account, wrong password and locked account
// take the same steps and get the same answer.
func (s *Service) Login(ctx context.Context, by access.Caller, loginID, plain string) (token string, err error) {
	loginID = strings.ToLower(strings.TrimSpace(loginID))
	account, err := findByLogin(ctx, s.DB, loginID)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	name := lockoutName(account.ID, loginID)
	allowed, err := s.Guard.Try(ctx, name)
	if err != nil {
		return "", err
	}
	right, err := s.Hasher.Matches(ctx, plain, account.PasswordHash)
	if err != nil {
		return "", err
	}
	now := s.Clock.Now()
	if !allowed || !right || !account.maySignIn(now) {
		return "", errBadCredentials
	}
	role, ok := access.FindRole(account.RoleID)
	if !ok {
		return "", errBadCredentials
	}
	ctx = s.Audit.Begin(ctx, access.Staff{ID: account.ID, Name: account.Name, Role: role},
		loginAction, by.IP, by.RequestID)
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		// The password may have been reset, or the account closed, meanwhile.
		if err := lockUnchanged(ctx, tx, account); err != nil {
			return db.NoneAs(err, errBadCredentials)
		}
		if err := s.Guard.Clear(ctx, tx, name); err != nil {
			return err
		}
		token, err = s.Sessions.Open(ctx, tx, session.Web, account.ID, account.tokenScope())
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
	return token, err
}

// Logout ends the caller's session.
func (s *Service) Logout(ctx context.Context, who access.Staff) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: who.ID})
	})
}

// Refresh hands out a fresh token and revokes the caller's.
func (s *Service) Refresh(ctx context.Context, who access.Staff) (token string, err error) {
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		token, err = s.Sessions.Replace(ctx, tx, who.SessionID, session.Web, who.ID, who.Token)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: who.ID})
	})
	return token, err
}
