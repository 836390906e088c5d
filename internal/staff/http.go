package staff

import (
	"context"

	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// LoginReq signs in.
type LoginReq struct {
	LoginID  string `json:"loginID" minLength:"1" maxLength:"100" doc:"Email address or generated login account"`
	Password string `json:"password" minLength:"1" maxLength:"100"`
}

// TokenRes is a token to sign requests with.
type TokenRes struct {
	AccessToken string `json:"accessToken" doc:"JWT, sent as Authorization: Bearer"`
}

func (h handlers) login(ctx context.Context, in *api.Body[LoginReq]) (TokenRes, error) {
	token, err := h.s.Login(ctx, api.CallerOf(ctx), in.Body.LoginID, in.Body.Password)
	return TokenRes{token}, err
}

func (h handlers) logout(ctx context.Context, who access.Staff, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.Logout(ctx, who)
}

func (h handlers) refresh(ctx context.Context, who access.Staff, _ *api.None) (TokenRes, error) {
	token, err := h.s.Refresh(ctx, who)
	return TokenRes{token}, err
}

// InfoRes is the signed-in staff member.
type InfoRes struct {
	ID                 string              `json:"id"`
	Nickname           string              `json:"nickname"`
	Email              string              `json:"email"`
	Role               string              `json:"role" doc:"Position label"`
	RoleID             string              `json:"roleId"`
	CentreEnum         *access.Centre      `json:"centreEnum" enum:"CENTRE_A,CENTRE_B,CENTRE_OTHER" doc:"null: all centres"`
	Permissions        []access.Permission `json:"permissions"`
	MustChangePassword bool                `json:"mustChangePassword"`
}

func (h handlers) info(_ context.Context, who access.Staff, _ *api.None) (InfoRes, error) {
	return InfoRes{
		ID: who.ID, Nickname: who.Name, Email: who.Email, Role: who.Role.Name, RoleID: who.Role.ID,
		CentreEnum: centreEnum(who.Role), Permissions: who.Role.Permissions,
		MustChangePassword: who.Token == access.ScopeFirst,
	}, nil
}

// PasswordReq changes a password.
type PasswordReq struct {
	OldPassword string `json:"oldPassword" minLength:"6" maxLength:"40"`
	Password    string `json:"password" minLength:"6" maxLength:"40" doc:"Letters, digits and special characters"`
}

func (h handlers) changePassword(ctx context.Context, who access.Staff, in *api.Body[PasswordReq]) (api.Null, error) {
	return api.Null{}, h.s.ChangePassword(ctx, who, in.Body.OldPassword, in.Body.Password)
}

func (h handlers) askReset(ctx context.Context, in *api.Body[otp.AskReq]) (otp.TokenRes, error) {
	if in.Body.Nature != otp.NumberReset {
		return otp.TokenRes{}, otp.WrongNature()
	}
	token, err := h.s.AskReset(ctx, api.CallerOf(ctx), in.Body.LoginID, in.Body.SendType)
	return otp.TokenRes{OTPToken: token}, err
}

func (h handlers) verifyReset(ctx context.Context, in *api.Body[otp.VerifyReq]) (TokenRes, error) {
	token, err := h.s.VerifyReset(ctx, api.CallerOf(ctx), in.Body.OTPToken, in.Body.OTP)
	return TokenRes{token}, err
}

// NewPasswordReq is a new password.
type NewPasswordReq struct {
	Password string `json:"password" minLength:"6" maxLength:"40" doc:"Letters, digits and special characters"`
}

func (h handlers) resetPassword(ctx context.Context, who access.Staff, in *api.Body[NewPasswordReq]) (api.Null, error) {
	return api.Null{}, h.s.ResetPassword(ctx, who, in.Body.Password)
}

// RoleRes is a role that staff may have.
type RoleRes struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Code        access.Code         `json:"code"`
	CentreEnum  *access.Centre      `json:"centreEnum" enum:"CENTRE_A,CENTRE_B,CENTRE_OTHER" doc:"null: all centres"`
	Permissions []access.Permission `json:"permissions"`
}

func (h handlers) roles(context.Context, access.Staff, *api.None) ([]RoleRes, error) {
	var out []RoleRes
	for _, r := range access.Roles() {
		out = append(out, RoleRes{r.ID, r.Name, r.Code, centreEnum(r), r.Permissions})
	}
	return out, nil
}

func centreEnum(r access.Role) *access.Centre {
	if r.Centre == access.CentreAll {
		return nil
	}
	return &r.Centre
}
