package account

import (
	"context"

	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// AskCode sends a code to sign in, sign up or set a new password. An unknown
// account gets a token like any other, and nothing is sent.
func (s *Service) AskCode(ctx context.Context, nature otp.Nature, loginID string, way otp.SendType, by access.Caller) (token string, err error) {
	name := identity.Parse(loginID)
	if nature == otp.Signup {
		return s.askSignUp(ctx, name, way, by)
	}
	if err := way.Fits(name.Kind); err != nil {
		return "", err
	}
	user, err := findByName(ctx, s.DB, name)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	channel, to := addressFor(name, user, way)
	if user.ID != "" && to == "" {
		return "", otp.ErrNoChannel
	}
	return s.Codes.Send(ctx, otp.Request{
		Nature: nature, Identifier: name.Text, Channel: channel, To: to, Owner: user.ID,
		Lang: by.Lang, IP: by.IP,
	})
}

func (s *Service) askSignUp(ctx context.Context, name identity.Name, way otp.SendType, by access.Caller) (string, error) {
	if name.Kind == identity.Username || name.Kind == identity.Email && !identity.IsEmail(name.Text) {
		return "", fault.Invalid(ruleSignUp.On("loginID"))
	}
	if err := way.Fits(name.Kind); err != nil {
		return "", err
	}
	_, err := findByName(ctx, s.DB, name)
	if err == nil {
		return "", errTaken
	}
	if !db.IsNone(err) {
		return "", err
	}
	channel, _ := addressFor(name, User{}, way)
	return s.Codes.Send(ctx, otp.Request{
		Nature: otp.Signup, Identifier: name.Text, Channel: channel, To: name.Text,
		Lang: by.Lang, IP: by.IP,
	})
}
