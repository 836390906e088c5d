package account

import (
	"context"

	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/identity"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// UserCheckAccountReqDTO names an account.
type UserCheckAccountReqDTO struct {
	LoginID string `json:"loginID" minLength:"1" maxLength:"100" doc:"Email, phone or username"`
}

// UserCheckAccountResDTO is whether it exists.
type UserCheckAccountResDTO struct {
	AccountType identity.Kind `json:"accountType" enum:"1,2,3" doc:"1 username, 2 email, 3 phone"`
	Exists      bool          `json:"exists"`
	SetPassword *bool         `json:"setPassword,omitempty" doc:"Whether a password was chosen"`
}

func (h handlers) checkAccount(ctx context.Context, in *api.Body[UserCheckAccountReqDTO]) (UserCheckAccountResDTO, error) {
	name := identity.Parse(in.Body.LoginID)
	u, err := h.s.FindByName(ctx, name)
	res := UserCheckAccountResDTO{AccountType: name.Kind, Exists: err == nil}
	if db.IsNone(err) {
		return res, nil
	}
	res.SetPassword = &u.PasswordChosen
	return res, err
}

// GetEmailPhoneReqDTO names a username.
type GetEmailPhoneReqDTO struct {
	Username string `json:"username" minLength:"1" maxLength:"100"`
}

// GetEmailPhoneResDTO is addresses; an unknown username has none.
type GetEmailPhoneResDTO struct {
	Email *string `json:"email"`
	Phone *string `json:"phone"`
}

func (h handlers) usernameInfo(ctx context.Context, in *api.Body[GetEmailPhoneReqDTO]) (GetEmailPhoneResDTO, error) {
	u, err := h.s.FindByName(ctx, identity.Name{Kind: identity.Username, Text: usernameKey(in.Body.Username)})
	if db.IsNone(err) {
		return GetEmailPhoneResDTO{}, nil
	}
	return GetEmailPhoneResDTO{Email: masked(u.Email, identity.MaskEmail), Phone: masked(u.Phone, identity.MaskPhone)}, err
}

func masked(text *string, mask func(string) string) *string {
	if text == nil {
		return nil
	}
	m := mask(*text)
	return &m
}

func (h handlers) ownAddresses(ctx context.Context, who access.Member, _ *api.None) (GetEmailPhoneResDTO, error) {
	u, err := h.s.Find(ctx, who)
	return GetEmailPhoneResDTO{Email: u.Email, Phone: u.Phone}, err
}

// UserLoginReqDTO signs in.
type UserLoginReqDTO struct {
	LoginID     string `json:"loginID" minLength:"1" maxLength:"100"`
	Password    string `json:"password" minLength:"1" maxLength:"100"`
	DeviceToken string `json:"deviceToken" maxLength:"255" doc:"Push device token; may be empty"`
}

// TokenRes is a token to sign requests with.
type TokenRes struct {
	AccessToken string `json:"accessToken" doc:"JWT, sent as Authorization: Bearer"`
}

func (h handlers) login(ctx context.Context, in *api.Body[UserLoginReqDTO]) (TokenRes, error) {
	token, err := h.s.Login(ctx, in.Body.LoginID, in.Body.Password, in.Body.DeviceToken)
	return TokenRes{token}, err
}

// natures of a code request; the others start at operations of their own.
var natures = map[int]otp.Nature{otp.NumberLogin: otp.Login, otp.NumberSignup: otp.Signup, otp.NumberReset: otp.Reset}

func (h handlers) askCode(ctx context.Context, in *api.Body[otp.AskReq]) (otp.TokenRes, error) {
	nature, ok := natures[in.Body.Nature]
	if !ok {
		return otp.TokenRes{}, otp.WrongNature()
	}
	token, err := h.s.AskCode(ctx, nature, in.Body.LoginID, in.Body.SendType, api.CallerOf(ctx))
	return otp.TokenRes{OTPToken: token}, err
}

func (h handlers) loginVerify(ctx context.Context, in *api.Body[otp.VerifyReq]) (TokenRes, error) {
	token, err := h.s.LoginByCode(ctx, in.Body.OTPToken, in.Body.OTP)
	return TokenRes{token}, err
}

func (h handlers) signupVerify(ctx context.Context, in *api.Body[otp.VerifyReq]) (TokenRes, error) {
	token, err := h.s.SignUp(ctx, in.Body.OTPToken, in.Body.OTP)
	return TokenRes{token}, err
}

func (h handlers) forgotVerify(ctx context.Context, in *api.Body[otp.VerifyReq]) (TokenRes, error) {
	token, err := h.s.VerifyReset(ctx, in.Body.OTPToken, in.Body.OTP)
	return TokenRes{token}, err
}

// UserSetPasswordReqDTO is a new password.
type UserSetPasswordReqDTO struct {
	Password string `json:"password,omitempty" maxLength:"40" doc:"6 to 40 letters, digits and special characters"`
}

// firstPasswordInput may come without a body: the system makes a password up.
type firstPasswordInput struct {
	Body *UserSetPasswordReqDTO
}

func (h handlers) setFirstPassword(ctx context.Context, who access.Member, in *firstPasswordInput) (api.Null, error) {
	plain := ""
	if in.Body != nil {
		plain = in.Body.Password
	}
	return api.Null{}, h.s.SetFirstPassword(ctx, who, plain)
}

func (h handlers) resetPassword(ctx context.Context, who access.Member, in *api.Body[UserSetPasswordReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.ResetPassword(ctx, who, in.Body.Password)
}

func (h handlers) logout(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.Logout(ctx, who)
}

// DeviceTokenReqDTO is a device.
type DeviceTokenReqDTO struct {
	DeviceToken string `json:"deviceToken" minLength:"1" maxLength:"255"`
}

func (h handlers) setDevice(ctx context.Context, who access.Member, in *api.Body[DeviceTokenReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.RegisterDevice(ctx, who, in.Body.DeviceToken)
}

func (h handlers) refresh(ctx context.Context, who access.Member, _ *api.None) (TokenRes, error) {
	token, err := h.s.Refresh(ctx, who)
	return TokenRes{token}, err
}
