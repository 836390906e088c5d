package membership

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// ApplicationPageReq filters applications.
type ApplicationPageReq struct {
	SearchKey string  `json:"searchKey,omitempty" maxLength:"255" doc:"Part of the username, email, phone, nickname or service number; empty means all"`
	Statuses  []State `json:"statuses,omitempty" nullable:"true" maxItems:"3" doc:"1 under review, 2 approved, 3 rejected"`
	page.Request
}

func (r ApplicationPageReq) filter() Filter { return Filter{Key: r.SearchKey, States: r.Statuses} }

// ApplicantItem is who applies, and how it went.
type ApplicantItem struct {
	ID        string    `json:"id" doc:"The application's id"`
	UserID    string    `json:"userId"`
	Username  string    `json:"username"`
	Nickname  string    `json:"nickname"`
	Email     string    `json:"email"`
	Phone     string    `json:"phone"`
	Status    State     `json:"status" doc:"1 under review, 2 approved, 3 rejected"`
	Mark      string    `json:"mark" doc:"What staff wrote down when they decided"`
	CreatedAt api.Time  `json:"createdAt"`
	DecidedAt *api.Time `json:"decidedAt" nullable:"true"`
}

func showApplicant(a Applicant) ApplicantItem {
	item := ApplicantItem{
		ID: a.ID, UserID: a.UserID, Username: a.Username, Nickname: a.Nickname, Email: a.Email, Phone: a.Phone,
		Status: a.State, Mark: a.Remark, CreatedAt: api.Time(a.CreatedAt),
	}
	if a.DecidedAt != nil {
		item.DecidedAt = new(api.Time(*a.DecidedAt))
	}
	return item
}

// MemberApplyItem is an application for the plan.
type MemberApplyItem struct {
	ApplicantItem
	District      string     `json:"district"`
	ServiceNumber string     `json:"serviceNumber"`
	ApplyDate     clock.Date `json:"applyDate"`
}

func (h handlers) planPage(ctx context.Context, who access.Staff, in *api.Body[ApplicationPageReq]) (page.Of[MemberApplyItem], error) {
	all, err := h.s.PlanApplications(ctx, who, in.Body.filter(), in.Body.Request)
	return page.Map(all, func(a PlanApplication) MemberApplyItem {
		return MemberApplyItem{
			ApplicantItem: showApplicant(a.Applicant), District: a.District, ServiceNumber: a.ServiceNumber, ApplyDate: clock.DateOf(a.CreatedAt),
		}
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
	all, err := h.s.DistrictApplications(ctx, who, in.Body.filter(), in.Body.Request)
	return page.Map(all, func(a DistrictApplication) DistrictApplyItem {
		return DistrictApplyItem{
			ApplicantItem: showApplicant(a.Applicant), SourceDistrict: a.Source, TargetDistrict: a.Target,
			ApplyDate: a.CreatedAt.In(clock.HongKong).Format("2006年1月2日"),
		}
	}), err
}

// DecisionReq decides about applications.
type DecisionReq struct {
	IDs    []string `json:"ids" minItems:"1" maxItems:"100" doc:"Applications"`
	Remark string   `json:"mark,omitempty" maxLength:"255" doc:"Why"`
}

func (h handlers) approvePlan(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.DecidePlan(ctx, who, in.Body.IDs, true, in.Body.Remark)
}

func (h handlers) rejectPlan(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.DecidePlan(ctx, who, in.Body.IDs, false, in.Body.Remark)
}

func (h handlers) approveDistricts(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.DecideDistricts(ctx, who, in.Body.IDs, true, in.Body.Remark)
}

func (h handlers) rejectDistricts(ctx context.Context, who access.Staff, in *api.Body[DecisionReq]) (api.Null, error) {
	return api.Null{}, h.s.DecideDistricts(ctx, who, in.Body.IDs, false, in.Body.Remark)
}
