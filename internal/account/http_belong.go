package account

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// UserSetDistrictReqDTO is a district.
type UserSetDistrictReqDTO struct {
	DistrictID string `json:"districtId" minLength:"1" maxLength:"64"`
}

// UserSetDistrictResDTO is what became of a wish.
type UserSetDistrictResDTO struct {
	AccessToken *string `json:"accessToken" doc:"Replaces the old token when status is 1"`
	Status      int     `json:"status" enum:"1,2" doc:"1 done, 2 waiting for approval"`
}

func answered(a Answer) UserSetDistrictResDTO {
	if a.Token == "" {
		return UserSetDistrictResDTO{Status: 2}
	}
	return UserSetDistrictResDTO{&a.Token, 1}
}

func (h handlers) setDistrict(ctx context.Context, who access.Member, in *api.Body[UserSetDistrictReqDTO]) (UserSetDistrictResDTO, error) {
	a, err := h.s.SetDistrict(ctx, who, in.Body.DistrictID)
	return answered(a), err
}

// UserDistrictApplyStatus is a pending change of district.
type UserDistrictApplyStatus struct {
	ApplyDate      string `json:"applyDate" doc:"2026年11月15日"`
	SourceDistrict string `json:"sourceDistrict"`
	TargetDistrict string `json:"targetDistrict"`
}

func (h handlers) districtWish(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[UserDistrictApplyStatus], error) {
	p, err := findPendingDistrict(ctx, h.s.db, who.ID)
	if db.IsNone(err) {
		return api.Maybe[UserDistrictApplyStatus]{}, nil
	}
	return api.Some(UserDistrictApplyStatus{p.CreatedAt.In(clock.HongKong).Format("2006年1月2日"), p.Source, p.Target}), err
}

func (h handlers) withdrawDistrict(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.WithdrawDistrictWish(ctx, who)
}

// UserTypeResp is a type of user.
type UserTypeResp struct {
	Name string          `json:"name"`
	Type access.UserType `json:"type"`
}

func (h handlers) types(context.Context, access.Member, *api.None) ([]UserTypeResp, error) {
	return []UserTypeResp{{"普通會員", access.Regular}, {"計劃會員", access.PlanMember}, {"社區人員", access.CommunityStaff}, {"其他", access.OtherType}}, nil
}

// ChangeUserTypeReq is an application for the plan.
type ChangeUserTypeReq struct {
	ServiceNumber string `json:"serviceNumber" minLength:"1" maxLength:"31"`
}

func (h handlers) join(ctx context.Context, who access.Member, in *api.Body[ChangeUserTypeReq]) (UserSetDistrictResDTO, error) {
	a, err := h.s.Join(ctx, who, in.Body.ServiceNumber)
	return answered(a), err
}

func (h handlers) leave(ctx context.Context, who access.Member, _ *api.None) (UserSetDistrictResDTO, error) {
	a, err := h.s.Leave(ctx, who)
	return answered(a), err
}

// UserMemberApplyStatus is an application for the plan.
type UserMemberApplyStatus struct {
	ServiceNumber string     `json:"serviceNumber"`
	ApplyDate     clock.Date `json:"applyDate"`
	Status        int        `json:"status" doc:"1 under review, 2 approved, 3 rejected"`
}

func (h handlers) memberWish(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[UserMemberApplyStatus], error) {
	w, err := findMemberWish(ctx, h.s.db, who.ID)
	if db.IsNone(err) {
		return api.Maybe[UserMemberApplyStatus]{}, nil
	}
	return api.Some(UserMemberApplyStatus{w.ServiceNumber, clock.DateOf(w.CreatedAt), w.Status}), err
}

func (h handlers) withdrawMember(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.WithdrawMemberWish(ctx, who)
}

// UserSurveyResp is the survey for users of no centre.
type UserSurveyResp struct {
	Centre string  `json:"centre"`
	Title  *string `json:"title,omitempty"`
	Link   *string `json:"link,omitempty"`
}

type sharedSurvey struct {
	Title string `db:"title"`
	Link  string `db:"link"`
}

func (h handlers) isShare(ctx context.Context, who access.Member, _ *api.None) (UserSurveyResp, error) {
	u, err := findByID(ctx, h.s.db, who.ID)
	if err != nil {
		return UserSurveyResp{}, err
	}
	res := UserSurveyResp{Centre: string(u.Centre)}
	if u.Attached() {
		return res, nil
	}
	survey, err := db.One[sharedSurvey](ctx, h.s.db, `
		SELECT v.title, v.link FROM survey_users r JOIN surveys v ON v.id = r.survey_id
		WHERE r.attached = FALSE AND r.send_at IS NOT NULL AND v.deleted_at IS NULL
		ORDER BY r.send_at DESC, r.id DESC LIMIT 1`)
	if db.IsNone(err) {
		return res, nil
	}
	res.Title, res.Link = &survey.Title, &survey.Link
	return res, err
}

// UserInvitationResDTO is a member's invitation code and what it earned.
type UserInvitationResDTO struct {
	InvitationCode string `json:"invitationCode"`
	Coin           int    `json:"coin" doc:"Reward per use"`
	MaxCoin        int    `json:"maxCoin"`
	ObtainedCoin   int64  `json:"obtainedCoin"`
	InvitedNumber  int64  `json:"invitedNumber"`
}

func (h handlers) invitations(ctx context.Context, who access.Member, _ *api.None) (UserInvitationResDTO, error) {
	i, err := h.s.Invitations(ctx, who)
	return UserInvitationResDTO{i.Code, i.Terms.Coin, i.Terms.MaxCoin, i.Obtained, i.Invited}, err
}

// UserApplyInvitationReqDTO is someone's code.
type UserApplyInvitationReqDTO struct {
	InvitationCode string `json:"invitationCode" minLength:"1" maxLength:"20"`
}

func (h handlers) applyInvitation(ctx context.Context, who access.Member, in *api.Body[UserApplyInvitationReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.ApplyInvitation(ctx, who, in.Body.InvitationCode)
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
