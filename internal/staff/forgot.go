package staff

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// verifyAction names the proof of a forgotten password in the audit log; no
// route begins its trail.
const verifyAction = "post-web-auth-forgot-password-verify"

// AskReset sends a code to the email address of an account. An unknown account
// takes the same steps and gets a token like any other.
func (s *Service) AskReset(ctx context.Context, loginID string, by otp.SendType) (token string, err error) {
	name := identity.Parse(loginID)
	if err := by.Fits(name.Kind); err != nil {
		return "", err
	}
	if by == otp.ByPhone {
		return "", otp.ErrNoChannel // staff are reached by email
	}
	account, err := findByLogin(ctx, s.db, name.Text)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	to := account.Email
	if account.Disabled {
		to = ""
	}
	return s.codes.Send(ctx, otp.Request{
		Nature: otp.StaffReset, Identifier: name.Text, Channel: delivery.Email, To: to, Owner: account.ID,
		Lang: api.Language(ctx), IP: api.ClientIP(ctx),
	})
}

// VerifyReset turns a right code into a token that opens only the setting of a
// new password.
func (s *Service) VerifyReset(ctx context.Context, otpToken string, code int) (token string, err error) {
	proof, err := s.codes.Check(ctx, otp.StaffReset, otpToken, code)
	if err != nil {
		return "", err
	}
	account, err := findByLogin(ctx, s.db, proof.Identifier)
	if db.IsNone(err) || err == nil && (account.ID != proof.Owner || account.Disabled) {
		return "", otp.ErrInvalid
	}
	if err != nil {
		return "", err
	}
	role, _ := access.FindRole(account.RoleID)
	ctx = s.audit.Begin(ctx, access.Staff{ID: account.ID, Name: account.Name, Role: role},
		verifyAction, api.ClientIP(ctx), api.RequestID(ctx))
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		token, err = s.sessions.Open(ctx, tx, session.Web, account.ID, access.ScopeReset)
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
	return token, err
}

// ResetPassword sets a new password after a forgotten one. All sessions end,
// the calling one included: it works once.
func (s *Service) ResetPassword(ctx context.Context, who access.Staff, plain string) error {
	account, err := findByID(ctx, s.db, who.ID)
	if err != nil {
		return err
	}
	if rule, ok := password.Check(plain, account.Email, account.Username); !ok {
		return fault.Invalid(rule.On("password"))
	}
	hash, err := s.hasher.Hash(ctx, plain)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		// Ending the calling session first lets one of two calls through.
		if err := s.sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		if err := s.sessions.EndAll(ctx, tx, session.Web, account.ID, ""); err != nil {
			return err
		}
		if err := s.guard.Clear(ctx, tx, lockName(account.ID, "")); err != nil {
			return err
		}
		if err := replacePassword(ctx, tx, account.ID, hash, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
}
