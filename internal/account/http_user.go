package account

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/media/clean"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

func (h handlers) isPasswordSet(ctx context.Context, who access.Member, _ *api.None) (bool, error) {
	u, err := h.s.Find(ctx, who)
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
	u, err := h.s.Find(ctx, who)
	if err != nil {
		return UserProfileDto{}, err
	}
	return UserProfileDto{
		UserID: u.ID, AvatarURL: h.s.Picture(u.AvatarKey, u.DefaultAvatar), AvatarDefault: u.AvatarKey == nil, Username: u.Username,
		Nickname: u.Nickname, Signature: u.Signature, UserType: u.UserType, District: api.OrZero(u.District),
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
	u, err := h.s.Find(ctx, who)
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

func (h handlers) account(ctx context.Context, who access.Member, _ *api.None) (AccountInfoDto, error) {
	u, p, err := h.s.FindWithPending(ctx, who)
	if err != nil {
		return AccountInfoDto{}, err
	}
	return AccountInfoDto{
		UserID: u.ID, Username: u.Username, Email: u.Email, Phone: u.Phone, UserType: u.UserType, District: api.OrZero(u.District),
		Centre: string(u.Centre), CentreEnum: u.Centre, IsTypeApproving: p.Plan, IsDistrictApproving: p.District,
		ActivityDistrictEnum: activityDistrict(u.Community),
	}, nil
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
	token, err := h.s.AskAddress(ctx, who, identity.Phone, in.Body.Phone, api.CallerOf(ctx))
	return otp.TokenRes{OTPToken: token}, err
}

func (h handlers) askEmail(ctx context.Context, who access.Member, in *api.Body[UpdateEmail]) (otp.TokenRes, error) {
	token, err := h.s.AskAddress(ctx, who, identity.Email, in.Body.Email, api.CallerOf(ctx))
	return otp.TokenRes{OTPToken: token}, err
}

func (h handlers) verifyPhone(ctx context.Context, who access.Member, in *api.Body[otp.VerifyReq]) (api.Null, error) {
	return api.Null{}, h.s.VerifyAddress(ctx, who, identity.Phone, in.Body.OTPToken, in.Body.OTP, api.CallerOf(ctx))
}

func (h handlers) verifyEmail(ctx context.Context, who access.Member, in *api.Body[otp.VerifyReq]) (api.Null, error) {
	return api.Null{}, h.s.VerifyAddress(ctx, who, identity.Email, in.Body.OTPToken, in.Body.OTP, api.CallerOf(ctx))
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

// ConfigRes is what the App needs before anyone signs in.
type ConfigRes struct {
	MinVersion     string            `json:"minVersion" doc:"The oldest App that still works"`
	CrisisContacts []catalog.Contact `json:"crisisContacts"`
	Consent        catalog.Consent   `json:"consent"`
	Limits         LimitsRes         `json:"limits"`
}

// LimitsRes is what uploads may weigh and how often codes are sent.
type LimitsRes struct {
	PictureBytes   int `json:"pictureBytes"`
	PicturePixels  int `json:"picturePixels"`
	CodeGapSeconds int `json:"codeGapSeconds"`
	CodeSeconds    int `json:"codeSeconds" doc:"How long a code works"`
}

func (h handlers) appConfig(ctx context.Context, _ *api.None) (ConfigRes, error) {
	c, err := h.s.AppConfig(ctx)
	return ConfigRes{
		MinVersion: c.Settings.MinVersion, CrisisContacts: c.Contacts, Consent: c.Consent,
		Limits: LimitsRes{
			PictureBytes: clean.MaxPicture, PicturePixels: clean.MaxPixels,
			CodeGapSeconds: int(otp.DefaultBudgets.Gap.Seconds()), CodeSeconds: int(otp.Life.Seconds()),
		},
	}, err
}
