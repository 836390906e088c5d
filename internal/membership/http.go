package membership

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// UserSetDistrictReqDTO is a district.
type UserSetDistrictReqDTO struct {
	DistrictID string `json:"districtId" minLength:"1" maxLength:"64"`
}

// UserSetDistrictResDTO is what came of asking.
type UserSetDistrictResDTO struct {
	AccessToken *string `json:"accessToken" doc:"Replaces the old token when status is 1"`
	Status      int     `json:"status" enum:"1,2" doc:"1 done, 2 waiting for approval"`
}

// Outcomes in a reply.
const (
	statusDone    = 1
	statusWaiting = 2
)

func showOutcome(o Outcome) UserSetDistrictResDTO {
	if o.Token == "" {
		return UserSetDistrictResDTO{Status: statusWaiting}
	}
	return UserSetDistrictResDTO{AccessToken: &o.Token, Status: statusDone}
}

func (h handlers) setDistrict(ctx context.Context, who access.Member, in *api.Body[UserSetDistrictReqDTO]) (UserSetDistrictResDTO, error) {
	out, err := h.s.SetDistrict(ctx, who, in.Body.DistrictID)
	return showOutcome(out), err
}

// UserDistrictApplyStatus is a pending change of district.
type UserDistrictApplyStatus struct {
	ApplyDate      string `json:"applyDate" doc:"2026年11月15日"`
	SourceDistrict string `json:"sourceDistrict"`
	TargetDistrict string `json:"targetDistrict"`
}

func (h handlers) pendingDistrict(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[UserDistrictApplyStatus], error) {
	p, err := h.s.PendingDistrict(ctx, who)
	if db.IsNone(err) {
		return api.Maybe[UserDistrictApplyStatus]{}, nil
	}
	return api.Some(UserDistrictApplyStatus{
		ApplyDate: p.CreatedAt.In(clock.HongKong).Format("2006年1月2日"), SourceDistrict: p.Source, TargetDistrict: p.Target,
	}), err
}

func (h handlers) withdrawDistrict(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.WithdrawDistrict(ctx, who)
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
	out, err := h.s.JoinPlan(ctx, who, in.Body.ServiceNumber)
	return showOutcome(out), err
}

func (h handlers) leave(ctx context.Context, who access.Member, _ *api.None) (UserSetDistrictResDTO, error) {
	out, err := h.s.LeavePlan(ctx, who)
	return showOutcome(out), err
}

// UserMemberApplyStatus is an application for the plan.
type UserMemberApplyStatus struct {
	ServiceNumber string     `json:"serviceNumber"`
	ApplyDate     clock.Date `json:"applyDate"`
	Status        State      `json:"status" doc:"1 under review, 2 approved, 3 rejected"`
}

func (h handlers) newestPlanApplication(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[UserMemberApplyStatus], error) {
	a, err := h.s.NewestPlanApplication(ctx, who)
	if db.IsNone(err) {
		return api.Maybe[UserMemberApplyStatus]{}, nil
	}
	return api.Some(UserMemberApplyStatus{ServiceNumber: a.ServiceNumber, ApplyDate: clock.DateOf(a.CreatedAt), Status: a.State}), err
}

func (h handlers) withdrawPlan(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.WithdrawPlan(ctx, who)
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
	return UserInvitationResDTO{
		InvitationCode: i.Code, Coin: i.Terms.Coin, MaxCoin: i.Terms.MaxCoin, ObtainedCoin: i.Obtained, InvitedNumber: i.Invited,
	}, err
}

// UserApplyInvitationReqDTO is someone's code.
type UserApplyInvitationReqDTO struct {
	InvitationCode string `json:"invitationCode" minLength:"1" maxLength:"20"`
}

func (h handlers) applyInvitation(ctx context.Context, who access.Member, in *api.Body[UserApplyInvitationReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.ApplyInvitation(ctx, who, in.Body.InvitationCode)
}
