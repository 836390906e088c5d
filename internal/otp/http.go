package otp

import (
	"context"

	"hearten/internal/delivery"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Codes }

// SMSReqDTO is a phone to send a code to.
type SMSReqDTO struct {
	LoginID string `json:"loginID" maxLength:"100" doc:"A phone number"`
}

// EmailReqDTO is an address to send a code to.
type EmailReqDTO struct {
	LoginID string `json:"loginID" maxLength:"100" doc:"An email address"`
}

// TokenRes goes with a code that was sent.
type TokenRes struct {
	OTPToken string `json:"otpToken"`
}

func (h handlers) sendSMS(ctx context.Context, in *api.Body[SMSReqDTO]) (TokenRes, error) {
	name := identity.Parse(in.Body.LoginID)
	if name.Kind != identity.Phone {
		return TokenRes{}, fault.Invalid(identity.RulePhone.On("loginID"))
	}
	return h.sendTo(ctx, delivery.SMS, name)
}

func (h handlers) sendEmail(ctx context.Context, in *api.Body[EmailReqDTO]) (TokenRes, error) {
	name := identity.Parse(in.Body.LoginID)
	if !identity.IsEmail(name.Text) {
		return TokenRes{}, fault.Invalid(identity.RuleEmail.On("loginID"))
	}
	return h.sendTo(ctx, delivery.Email, name)
}

func (h handlers) sendTo(ctx context.Context, channel delivery.Channel, name identity.Name) (TokenRes, error) {
	by := api.CallerOf(ctx)
	token, err := h.s.Send(ctx, Request{
		Nature: Service, Identifier: name.Text, Channel: channel, To: name.Text, Lang: by.Lang, IP: by.IP,
	})
	return TokenRes{token}, err
}

// AskReq asks for a code to sign in, sign up or set a new password; accounts of
// users and staff have routes that take it.
type AskReq struct {
	Nature   int      `json:"nature" minimum:"1" maximum:"5" doc:"1 login, 2 sign-up, 3 reset password"`
	LoginID  string   `json:"loginID" minLength:"1" maxLength:"100" doc:"Email, phone or username"`
	SendType SendType `json:"sendType,omitempty" minimum:"0" maximum:"2" doc:"0 for an email or phone; for a username 1 sends to its email, 2 to its phone"`
}

// Numbers of natures in requests.
const (
	NumberLogin  = 1
	NumberSignup = 2
	NumberReset  = 3
)

var ruleNature = fault.NewRule("不能在此使用", "cannot be used here")

// WrongNature refuses a nature that an operation does not take.
func WrongNature() error { return fault.Invalid(ruleNature.On("nature")) }

// VerifyReq is a code with its token.
type VerifyReq struct {
	OTP      int    `json:"otp" minimum:"0" maximum:"999999" doc:"Four digits"`
	OTPToken string `json:"otpToken" maxLength:"500"`
}

// OTPResDTO is whose code it was.
type OTPResDTO struct {
	LoginID string `json:"loginID" doc:"Email or phone"`
}

func (h handlers) verify(ctx context.Context, in *api.Body[VerifyReq]) (OTPResDTO, error) {
	proof, err := h.s.Verify(ctx, Service, in.Body.OTPToken, in.Body.OTP)
	return OTPResDTO{proof.Identifier}, err
}
