package member

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// FreeUserPageDtoReq filters the users of no centre; what is absent, null or
// empty does not narrow.
type FreeUserPageDtoReq struct {
	LoginID     string   `json:"loginID,omitempty" maxLength:"255" doc:"Part of the username, email, phone, nickname or service number"`
	Statuses    []bool   `json:"statuses,omitempty" nullable:"true" maxItems:"2" doc:"true frozen, false normal"`
	DistrictIDs []string `json:"districtIds,omitempty" nullable:"true" maxItems:"100"`
	page.Request
}

func (r FreeUserPageDtoReq) filter() Filter {
	return Filter{Key: r.LoginID, Frozen: r.Statuses, Districts: r.DistrictIDs}
}

// OrgUserPageDtoReq filters the users of partner centres.
type OrgUserPageDtoReq struct {
	FreeUserPageDtoReq
	UserTypes []access.UserType `json:"userTypes,omitempty" nullable:"true" maxItems:"4" doc:"1 regular, 2 plan"`
	StaffIDs  []string          `json:"staffIds,omitempty" nullable:"true" maxItems:"100" doc:"The responsible staff members"`
}

func (r OrgUserPageDtoReq) filter() Filter {
	f := r.FreeUserPageDtoReq.filter()
	f.UserTypes, f.Staff = r.UserTypes, r.StaffIDs
	return f
}

// FreeUserPageDtoResp is a user of no centre in a list.
type FreeUserPageDtoResp struct {
	UserID    string            `json:"userId"`
	Username  string            `json:"username"`
	Nickname  string            `json:"nickname"`
	Email     string            `json:"email" doc:"Empty when there is none"`
	Phone     string            `json:"phone" doc:"Empty when there is none"`
	District  string            `json:"district" doc:"Empty before one is chosen"`
	Disabled  bool              `json:"disabled" doc:"The account is frozen"`
	Status    access.UserStatus `json:"status" doc:"0 frozen, 1 normal, 2 waiting for removal"`
	JoinedAt  api.Time          `json:"joinedAt"`
	LastLogin *api.Time         `json:"lastLogin" nullable:"true"`
}

// OrgUserPageDtoResp is a user of a partner centre in a list.
type OrgUserPageDtoResp struct {
	FreeUserPageDtoResp
	UserType      access.UserType `json:"userType" doc:"1 regular, 2 plan"`
	ServiceNumber string          `json:"serviceNumber" doc:"Empty when there is none"`
	Staff         string          `json:"staff" doc:"Name of the responsible staff member; empty when there is none"`
}

func showFree(p Person) FreeUserPageDtoResp {
	return FreeUserPageDtoResp{
		UserID: p.ID, Username: p.Username, Nickname: p.Nickname, Email: p.Email, Phone: p.Phone, District: p.District,
		Disabled: p.Status == access.Frozen, Status: p.Status, JoinedAt: api.Time(p.JoinedAt), LastLogin: instant(p.LastLogin),
	}
}

func showOrg(p Person) OrgUserPageDtoResp {
	return OrgUserPageDtoResp{FreeUserPageDtoResp: showFree(p), UserType: p.UserType, ServiceNumber: p.ServiceNumber, Staff: p.Staff}
}

func instant(t *time.Time) *api.Time {
	if t == nil {
		return nil
	}
	return new(api.Time(*t))
}

func (h handlers) orgPage(ctx context.Context, who access.Staff, in *api.Body[OrgUserPageDtoReq]) (page.Of[OrgUserPageDtoResp], error) {
	people, err := h.s.OrgPage(ctx, who, in.Body.filter(), in.Body.Request)
	return page.Map(people, showOrg), err
}

func (h handlers) freePage(ctx context.Context, who access.Staff, in *api.Body[FreeUserPageDtoReq]) (page.Of[FreeUserPageDtoResp], error) {
	people, err := h.s.FreePage(ctx, who, in.Body.filter(), in.Body.Request)
	return page.Map(people, showFree), err
}

type userPath struct {
	UserID string `path:"user_id" doc:"The member's id"`
}

// UserAccountDTO is a member's record.
type UserAccountDTO struct {
	ID            string            `json:"id"`
	Username      string            `json:"username"`
	Nickname      string            `json:"nickname"`
	Phone         string            `json:"phone"`
	Email         string            `json:"email"`
	District      string            `json:"district"`
	UserType      access.UserType   `json:"userType" doc:"1 regular, 2 plan"`
	Level         int               `json:"level"`
	ServiceNumber string            `json:"serviceNumber"`
	Gender        *int              `json:"gender" doc:"0 female, 1 male, 2 not said"`
	Birthday      *clock.Date       `json:"birthday" nullable:"true"`
	Signature     string            `json:"signature"`
	AvatarURL     string            `json:"avatarUrl"`
	Status        access.UserStatus `json:"status" doc:"0 frozen, 1 normal, 2 waiting for removal"`
	StaffID       *string           `json:"staffId" doc:"The responsible staff member"`
	Staff         string            `json:"staff" doc:"Their name; empty when there is none"`
	CentreEnum    access.Centre     `json:"centreEnum" enum:"CENTRE_A,CENTRE_B,CENTRE_OTHER"`
	JoinedAt      api.Time          `json:"joinedAt"`
	LastLogin     *api.Time         `json:"lastLogin" nullable:"true"`
}

func (h handlers) detail(ctx context.Context, who access.Staff, in *userPath) (UserAccountDTO, error) {
	r, err := h.s.Find(ctx, who, in.UserID)
	if err != nil {
		return UserAccountDTO{}, err
	}
	res := UserAccountDTO{
		ID: r.ID, Username: r.Username, Nickname: r.Nickname, Phone: r.Phone, Email: r.Email, District: r.District,
		UserType: r.UserType, Level: r.Level, ServiceNumber: r.ServiceNumber, Gender: r.Gender,
		Signature: r.Signature, AvatarURL: r.Picture, Status: r.Status,
		StaffID: r.StaffID, Staff: r.Staff, CentreEnum: r.Centre, JoinedAt: api.Time(r.JoinedAt), LastLogin: instant(r.LastLogin),
	}
	if !r.Birthday.IsZero() {
		res.Birthday = &r.Birthday
	}
	return res, nil
}

// TodoRes counts what waits for the caller.
type TodoRes struct {
	Applications         int64 `json:"applications" doc:"Both kinds together"`
	MemberApplications   int64 `json:"memberApplications"`
	DistrictApplications int64 `json:"districtApplications"`
	Removals             int64 `json:"removals"`
	Articles             int64 `json:"articles" doc:"Articles to approve"`
	Resources            int64 `json:"resources" doc:"Community resources to approve"`
	FailedDeliveries     int64 `json:"failedDeliveries" doc:"Messages of the last seven days that could not be sent"`
}

func (h handlers) todo(ctx context.Context, who access.Staff, _ *api.None) (TodoRes, error) {
	t, err := h.s.Todo(ctx, who)
	return TodoRes{
		Applications: t.MemberApplications + t.DistrictApplications, MemberApplications: t.MemberApplications,
		DistrictApplications: t.DistrictApplications, Removals: t.Removals, Articles: t.Articles, Resources: t.Resources, FailedDeliveries: t.FailedDeliveries,
	}, err
}

// OrgJoinReq filters the users of partner centres who can be added to a survey.
type OrgJoinReq struct {
	SurveyID string `json:"surveyId" minLength:"1"`
	OrgUserPageDtoReq
}

// FreeJoinReq filters the users of no centre who can be added to a survey.
type FreeJoinReq struct {
	SurveyID string `json:"surveyId" minLength:"1"`
	FreeUserPageDtoReq
}

func (h handlers) orgJoinable(ctx context.Context, who access.Staff, in *api.Body[OrgJoinReq]) (page.Of[OrgUserPageDtoResp], error) {
	people, err := h.s.OrgJoinable(ctx, who, in.Body.SurveyID, in.Body.OrgUserPageDtoReq.filter(), in.Body.Request)
	return page.Map(people, showOrg), err
}

func (h handlers) freeJoinable(ctx context.Context, who access.Staff, in *api.Body[FreeJoinReq]) (page.Of[FreeUserPageDtoResp], error) {
	people, err := h.s.FreeJoinable(ctx, who, in.Body.SurveyID, in.Body.FreeUserPageDtoReq.filter(), in.Body.Request)
	return page.Map(people, showFree), err
}
