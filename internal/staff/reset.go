package staff

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// verifyAction names the proof of a forgotten password in the audit log; the
// route begins no trail, because the caller is not signed in.
const verifyAction = "post-web-auth-forgot-password-verify"

// AskReset sends a code to the email address of an account. An unknown account
// takes the same steps and gets a token like any other.
func (s *Service) AskReset(ctx context.Context, by access.Caller, loginID string, sendType otp.SendType) (token string, err error) {
	name := identity.Parse(loginID)
	if err := sendType.Fits(name.Kind); err != nil {
		return "", err
	}
	if sendType == otp.ByPhone {
		return "", otp.ErrNoChannel // staff are reached by email
	}
	account, err := findByLogin(ctx, s.DB, name.Text)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	to := account.Email
	if account.Disabled {
		to = ""
	}
	return s.Codes.Send(ctx, otp.Request{
		Nature: otp.StaffReset, Identifier: name.Text, Channel: delivery.Email, To: to, Owner: account.ID,
		Lang: by.Lang, IP: by.IP,
	})
}

// VerifyReset turns a right code into a token that opens only the setting of a
// new password.
func (s *Service) VerifyReset(ctx context.Context, by access.Caller, otpToken string, code int) (token string, err error) {
	proof, err := s.Codes.Check(ctx, otp.StaffReset, otpToken, code)
	if err != nil {
		return "", err
	}
	account, err := findByLogin(ctx, s.DB, proof.Identifier)
	if db.IsNone(err) || err == nil && (account.ID != proof.Owner || account.Disabled) {
		return "", otp.ErrInvalid
	}
	if err != nil {
		return "", err
	}
	role, _ := access.FindRole(account.RoleID)
	ctx = s.Audit.Begin(ctx, access.Staff{ID: account.ID, Name: account.Name, Role: role},
		verifyAction, by.IP, by.RequestID)
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := s.Codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		token, err = s.Sessions.Open(ctx, tx, session.Web, account.ID, access.ScopeReset)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
	return token, err
}

// ResetPassword sets a new password after a forgotten one. All sessions end,
// the calling one included: it works once.
func (s *Service) ResetPassword(ctx context.Context, who access.Staff, plain string) error {
	account, err := findByID(ctx, s.DB, who.ID)
	if err != nil {
		return err
	}
	if rule, ok := password.Check(plain, account.Email, account.Username); !ok {
		return fault.Invalid(rule.On("password"))
	}
	hash, err := s.Hasher.Hash(ctx, plain)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		// Ending the calling session first lets one of two calls through.
		if err := s.Sessions.End(ctx, tx, who.SessionID); err != nil {
			return err
		}
		if err := s.Sessions.EndAll(ctx, tx, session.Web, account.ID, ""); err != nil {
			return err
		}
		if err := s.Guard.Clear(ctx, tx, lockoutName(account.ID, "")); err != nil {
			return err
		}
		if err := setPassword(ctx, tx, account.ID, hash, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: account.ID})
	})
}
