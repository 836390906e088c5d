package member

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// ApplicationPageReq filters applications.
type ApplicationPageReq struct {
	SearchKey string `json:"searchKey,omitempty" maxLength:"255" doc:"Part of the username, email, phone, nickname or service number; empty means all"`
	Statuses  []int  `json:"statuses,omitempty" nullable:"true" maxItems:"3" doc:"1 under review, 2 approved, 3 rejected"`
	page.Request
}

func (r ApplicationPageReq) wanted() Wanted { return Wanted{r.SearchKey, r.Statuses} }

// ApplicantItem is who applies, and how it went.
type ApplicantItem struct {
	ID        string    `json:"id" doc:"The application's id"`
	UserID    string    `json:"userId"`
	Username  string    `json:"username"`
	Nickname  string    `json:"nickname"`
	Email     string    `json:"email"`
	Phone     string    `json:"phone"`
	Status    int       `json:"status" doc:"1 under review, 2 approved, 3 rejected"`
	Mark      string    `json:"mark" doc:"What staff wrote down when they decided"`
	CreatedAt api.Time  `json:"createdAt"`
	DecidedAt *api.Time `json:"decidedAt" nullable:"true"`
}

func showApplicant(a Applicant) ApplicantItem {
	return ApplicantItem{a.ID, a.UserID, a.Username, a.Nickname, a.Email, a.Phone, a.Status, a.Mark, api.Time(a.CreatedAt), instant(a.DecidedAt)}
}

// MemberApplyItem is an application for the plan.
type MemberApplyItem struct {
	ApplicantItem
	District      string     `json:"district"`
	ServiceNumber string     `json:"serviceNumber"`
	ApplyDate     clock.Date `json:"applyDate"`
}

func (h handlers) memberPage(ctx context.Context, who access.Staff, in *api.Body[ApplicationPageReq]) (page.Of[MemberApplyItem], error) {
	all, err := h.s.MemberApplications(ctx, who, in.Body.wanted(), in.Body.Request)
	return page.Map(all, func(a MemberApplication) MemberApplyItem {
		return MemberApplyItem{showApplicant(a.Applicant), a.District, a.ServiceNumber, clock.DateOf(a.CreatedAt)}
	}), err
}

// DistrictApplyItem is an application to move to another centre.
type DistrictApplyItem struct {
	ApplicantItem
	SourceDistrict string `json:"sourceDistrict"`
	TargetDistrict string `json:"targetDistrict"`
	ApplyDate      string `json:"applyDate" doc:"2026年11月15日"`
}

func (h handlers) districtPage(ctx context.Context, who access.Staff, in *api.Body[ApplicationPageReq]) (page.Of[DistrictApplyItem], error) {
	all, err := h.s.DistrictApplications(ctx, who, in.Body.wanted(), in.Body.Request)
	return page.Map(all, func(a DistrictApplication) DistrictApplyItem {
		return DistrictApplyItem{showApplicant(a.Applicant), a.Source, a.Target, a.CreatedAt.In(clock.HongKong).Format("2006年1月2日")}
	}), err
}

// DecisionReq decides about applications.
type DecisionReq struct {
	IDs  []string `json:"ids" minItems:"1" maxItems:"100" doc:"Applications"`
	Mark string   `json:"mark,omitempty" maxLength:"255" doc:"Why"`
}

func (h handlers) approveMembers(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.accounts.DecideMembers(ctx, who, in.Body.IDs, true, in.Body.Mark)
}

func (h handlers) rejectMembers(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.accounts.DecideMembers(ctx, who, in.Body.IDs, false, in.Body.Mark)
}

func (h handlers) approveDistricts(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.accounts.DecideDistricts(ctx, who, in.Body.IDs, true, in.Body.Mark)
}

func (h handlers) rejectDistricts(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.accounts.DecideDistricts(ctx, who, in.Body.IDs, false, in.Body.Mark)
}
