package otp

import (
	"context"

	"hearten/internal/delivery"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Codes }

// Routes declares the operations for other services.
func (c *Codes) Routes(r *api.Router) {
	h := handlers{c}
	r = r.Area("One-time codes", "Codes for other services of the programme")
	codes := api.Fails(SendFails...)
	api.Internal(r, "POST /sms/send", "Send a code by SMS", h.sendSMS, codes)
	api.Internal(r, "POST /email/send", "Send a code by email", h.sendEmail, codes)
	api.Internal(r, "POST /otp/verify", "Verify a code", h.verify, api.Fails(CheckFails...))
}

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
	token, err := h.s.Send(ctx, Request{
		Nature: Service, Identifier: name.Text, Channel: channel, To: name.Text,
		Lang: api.Language(ctx), IP: api.ClientIP(ctx),
	})
	return TokenRes{token}, err
}

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
	proof, err := h.s.Check(ctx, Service, in.Body.OTPToken, in.Body.OTP)
	if err != nil {
		return OTPResDTO{}, err
	}
	err = h.s.db.Write(ctx, func(tx *db.Tx) error { return h.s.Consume(ctx, tx, proof) })
	return OTPResDTO{proof.Identifier}, err
}
