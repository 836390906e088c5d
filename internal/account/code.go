package account

import (
	"context"

	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

var ruleSignUp = fault.NewRule("必須是電郵地址或 8 位手提電話號碼", "must be an email address or an 8-digit mobile number")

// AskCode sends a code to sign in, sign up or set a new password. An unknown
// account gets a token like any other, and nothing is sent.
func (s *Service) AskCode(ctx context.Context, nature otp.Nature, loginID string, by otp.SendType) (token string, err error) {
	name := identity.Parse(loginID)
	if nature == otp.Signup {
		return s.askSignUp(ctx, name, by)
	}
	if err := by.Fits(name.Kind); err != nil {
		return "", err
	}
	user, err := findByName(ctx, s.db, name)
	if err != nil && !db.IsNone(err) {
		return "", err
	}
	channel, to := wayTo(name, user, by)
	if user.ID != "" && to == "" {
		return "", otp.ErrNoChannel
	}
	return s.codes.Send(ctx, otp.Request{
		Nature: nature, Identifier: name.Text, Channel: channel, To: to, Owner: user.ID,
		Lang: api.Language(ctx), IP: api.ClientIP(ctx),
	})
}

func (s *Service) askSignUp(ctx context.Context, name identity.Name, by otp.SendType) (string, error) {
	if name.Kind == identity.Username || name.Kind == identity.Email && !identity.IsEmail(name.Text) {
		return "", fault.Invalid(ruleSignUp.On("loginID"))
	}
	if err := by.Fits(name.Kind); err != nil {
		return "", err
	}
	_, err := findByName(ctx, s.db, name)
	if err == nil {
		return "", errTaken
	}
	if !db.IsNone(err) {
		return "", err
	}
	channel, _ := wayTo(name, User{}, by)
	return s.codes.Send(ctx, otp.Request{
		Nature: otp.Signup, Identifier: name.Text, Channel: channel, To: name.Text,
		Lang: api.Language(ctx), IP: api.ClientIP(ctx),
	})
}

// wayTo is where a code for a login name goes: to the name itself where it is an
// address, otherwise to the account's address of the kind asked for. Nobody has
// no address.
func wayTo(name identity.Name, u User, by otp.SendType) (delivery.Channel, string) {
	address := u.Email
	channel := delivery.Email
	if name.Kind == identity.Phone || name.Kind == identity.Username && by == otp.ByPhone {
		address, channel = u.Phone, delivery.SMS
	}
	if address == nil {
		return channel, ""
	}
	return channel, *address
}
