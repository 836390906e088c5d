package account

import (
	"context"

	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

func (h handlers) isPasswordSet(ctx context.Context, who access.Member, _ *api.None) (bool, error) {
	u, err := findByID(ctx, h.s.db, who.ID)
	return u.PasswordChosen, err
}

// UserResetPasswordReqDTO changes a password.
type UserResetPasswordReqDTO struct {
	OldPassword string `json:"oldPassword" minLength:"6" maxLength:"40"`
	Password    string `json:"password" minLength:"6" maxLength:"40" doc:"Letters, digits and special characters"`
}

func (h handlers) changePassword(ctx context.Context, who access.Member, in *api.Body[UserResetPasswordReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.ChangePassword(ctx, who, in.Body.OldPassword, in.Body.Password)
}

// UserProfileDto is how a member appears.
type UserProfileDto struct {
	UserID        string          `json:"userId"`
	AvatarURL     string          `json:"avatarUrl"`
	AvatarDefault bool            `json:"avatarDefault" doc:"The picture is a default one"`
	Username      string          `json:"username"`
	Nickname      string          `json:"nickname"`
	Signature     string          `json:"signature"`
	UserType      access.UserType `json:"userType"`
	District      string          `json:"district"`
}

func (h handlers) profile(ctx context.Context, who access.Member, _ *api.None) (UserProfileDto, error) {
	u, err := findByID(ctx, h.s.db, who.ID)
	if err != nil {
		return UserProfileDto{}, err
	}
	return UserProfileDto{
		UserID: u.ID, AvatarURL: h.s.avatarURL(u), AvatarDefault: u.AvatarKey == nil, Username: u.Username,
		Nickname: u.Nickname, Signature: u.Signature, UserType: u.UserType, District: orEmpty(u.District),
	}, nil
}

// PersonalInfoDto is what a member says of themselves.
type PersonalInfoDto struct {
	Nickname  string      `json:"nickname"`
	Signature string      `json:"signature"`
	Gender    *int        `json:"gender" doc:"0 female, 1 male, 2 secret"`
	Birthday  *clock.Date `json:"birthday" nullable:"true"`
}

func (h handlers) personal(ctx context.Context, who access.Member, _ *api.None) (PersonalInfoDto, error) {
	u, err := findByID(ctx, h.s.db, who.ID)
	res := PersonalInfoDto{Nickname: u.Nickname, Signature: u.Signature, Gender: u.Gender}
	if !u.Birthday.IsZero() {
		res.Birthday = &u.Birthday
	}
	return res, err
}

// PersonalReq changes personal data; what is absent or null stays.
type PersonalReq struct {
	Nickname  *string     `json:"nickname,omitempty" maxLength:"100"`
	Signature *string     `json:"signature,omitempty" maxLength:"100"`
	Gender    *int        `json:"gender,omitempty" minimum:"0" maximum:"2" doc:"0 female, 1 male, 2 secret"`
	Birthday  *clock.Date `json:"birthday,omitempty"`
}

func (h handlers) setPersonal(ctx context.Context, who access.Member, in *api.Body[PersonalReq]) (api.Null, error) {
	return api.Null{}, h.s.SetPersonal(ctx, who, Personal(in.Body))
}

// AccountInfoDto is a member's account.
type AccountInfoDto struct {
	UserID               string          `json:"userId"`
	Username             string          `json:"username"`
	Email                *string         `json:"email"`
	Phone                *string         `json:"phone"`
	UserType             access.UserType `json:"userType"`
	District             string          `json:"district"`
	Centre               string          `json:"centre"`
	CentreEnum           access.Centre   `json:"centreEnum" enum:"CENTRE_A,CENTRE_B,CENTRE_OTHER"`
	IsTypeApproving      bool            `json:"isTypeApproving" doc:"An application for the plan is under review"`
	IsDistrictApproving  bool            `json:"isDistrictApproving" doc:"A change of district is under review"`
	ActivityDistrictEnum int             `json:"activityDistrictEnum"`
}

type pending struct {
	Type     bool `db:"type_pending"`
	District bool `db:"district_pending"`
}

func (h handlers) account(ctx context.Context, who access.Member, _ *api.None) (AccountInfoDto, error) {
	u, err := findByID(ctx, h.s.db, who.ID)
	if err != nil {
		return AccountInfoDto{}, err
	}
	p, err := db.One[pending](ctx, h.s.db, `
		SELECT EXISTS (SELECT 1 FROM member_applications WHERE user_id = $1 AND status = 1) AS type_pending,
			EXISTS (SELECT 1 FROM district_applications WHERE user_id = $1 AND status = 1) AS district_pending`, who.ID)
	return AccountInfoDto{
		UserID: u.ID, Username: u.Username, Email: u.Email, Phone: u.Phone, UserType: u.UserType, District: orEmpty(u.District),
		Centre: string(u.Centre), CentreEnum: u.Centre, IsTypeApproving: p.Type, IsDistrictApproving: p.District,
		ActivityDistrictEnum: activityDistrict(u.Community),
	}, err
}

// UpdateUsername is a new username.
type UpdateUsername struct {
	Username string `json:"username" minLength:"4" maxLength:"20"`
}

func (h handlers) setUsername(ctx context.Context, who access.Member, in *api.Body[UpdateUsername]) (api.Null, error) {
	return api.Null{}, h.s.SetUsername(ctx, who, in.Body.Username)
}

// UpdatePhone is a new phone number.
type UpdatePhone struct {
	Phone string `json:"phone" maxLength:"20" doc:"8 digits starting with 6 or 9"`
}

// UpdateEmail is a new email address.
type UpdateEmail struct {
	Email string `json:"email" minLength:"1" maxLength:"50"`
}

func (h handlers) askPhone(ctx context.Context, who access.Member, in *api.Body[UpdatePhone]) (otp.TokenRes, error) {
	token, err := h.s.AskAddress(ctx, who, identity.Phone, in.Body.Phone)
	return otp.TokenRes{OTPToken: token}, err
}

func (h handlers) askEmail(ctx context.Context, who access.Member, in *api.Body[UpdateEmail]) (otp.TokenRes, error) {
	token, err := h.s.AskAddress(ctx, who, identity.Email, in.Body.Email)
	return otp.TokenRes{OTPToken: token}, err
}

func (h handlers) verifyPhone(ctx context.Context, who access.Member, in *api.Body[otp.VerifyReq]) (api.Null, error) {
	return api.Null{}, h.s.VerifyAddress(ctx, who, identity.Phone, in.Body.OTPToken, in.Body.OTP)
}

func (h handlers) verifyEmail(ctx context.Context, who access.Member, in *api.Body[otp.VerifyReq]) (api.Null, error) {
	return api.Null{}, h.s.VerifyAddress(ctx, who, identity.Email, in.Body.OTPToken, in.Body.OTP)
}

type avatarInput struct {
	RawBody api.Form[struct {
		File api.FormFile `form:"file" required:"true" doc:"A picture"`
	}]
}

func (h handlers) setAvatar(ctx context.Context, who access.Member, in *avatarInput) (api.Null, error) {
	files := in.RawBody.Form.File["file"]
	if len(files) == 0 {
		return api.Null{}, fault.Invalid(fault.RuleRequired.On("file"))
	}
	f, err := files[0].Open()
	if err != nil {
		return api.Null{}, err
	}
	defer f.Close()
	return api.Null{}, h.s.SetAvatar(ctx, who, f, files[0].Size)
}

func (h handlers) removeAvatar(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.RemoveAvatar(ctx, who)
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
