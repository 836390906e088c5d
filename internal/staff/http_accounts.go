package staff

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// StaffCreationReqDTO is a new staff account.
type StaffCreationReqDTO struct {
	Email  string `json:"email" minLength:"1" maxLength:"50" doc:"Where the first password goes; unique"`
	Name   string `json:"name" minLength:"1" maxLength:"100"`
	RoleID string `json:"roleId" minLength:"1" maxLength:"100"`
}

// Check implements api.Checked.
func (r StaffCreationReqDTO) Check() []fault.Field {
	return Details(r).trimmed().invalidForNew()
}

// StaffCreationResDTO is the account that was created.
type StaffCreationResDTO struct {
	ID        string   `json:"id"`
	Username  string   `json:"username" doc:"Generated login account"`
	Phone     *string  `json:"phone" nullable:"true"`
	Email     string   `json:"email"`
	Disabled  bool     `json:"disabled"`
	CreatedAt api.Time `json:"createdAt"`
	UpdatedAt api.Time `json:"updatedAt"`
	Nickname  string   `json:"nickname"`
}

func (h handlers) create(ctx context.Context, _ access.Staff, in *api.Body[StaffCreationReqDTO]) (StaffCreationResDTO, error) {
	a, err := h.s.Invite(ctx, api.CallerOf(ctx), Details(in.Body))
	return StaffCreationResDTO{
		a.ID, a.Username, a.Phone, a.Email, a.Disabled, api.Time(a.CreatedAt), api.Time(a.UpdatedAt), a.Name,
	}, err
}

// StaffSimplyListResp is a staff member by name.
type StaffSimplyListResp struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (h handlers) names(ctx context.Context, who access.Staff, _ *api.None) ([]StaffSimplyListResp, error) {
	found, err := h.s.Names(ctx, who)
	out := make([]StaffSimplyListResp, len(found))
	for i, c := range found {
		out[i] = StaffSimplyListResp{c.ID, c.Name}
	}
	return out, err
}

// StaffFilterPageReqDTO filters the list.
type StaffFilterPageReqDTO struct {
	LoginID string `json:"loginID,omitempty" nullable:"true" maxLength:"100" doc:"Part of username, phone, email or name; empty means all"`
	page.Request
}

// StaffFilterPageRespDTO is a staff account in a list.
type StaffFilterPageRespDTO struct {
	UserID    string   `json:"userId" doc:"The staff member's id"`
	Email     string   `json:"email"`
	UpdatedAt api.Time `json:"updatedAt"`
	Nickname  string   `json:"nickname"`
	Role      string   `json:"role" doc:"Position label"`
	CreatedAt api.Time `json:"createdAt"`
	Disabled  bool     `json:"disabled"`
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[StaffFilterPageReqDTO]) (page.Of[StaffFilterPageRespDTO], error) {
	found, err := h.s.Page(ctx, who, in.Body.LoginID, in.Body.Request)
	return page.Map(found, func(c Colleague) StaffFilterPageRespDTO {
		return StaffFilterPageRespDTO{c.ID, c.Email, api.Time(c.UpdatedAt), c.Name, c.Role, api.Time(c.CreatedAt), c.Disabled}
	}), err
}

type staffPath struct {
	ID string `path:"staff_id" doc:"The staff member's id"`
}

// StaffDetailRespDTO is one staff account.
type StaffDetailRespDTO struct {
	ID       string `json:"id"`
	Nickname string `json:"nickname"`
	Role     string `json:"role" doc:"Position label"`
	RoleID   string `json:"roleId"`
	Email    string `json:"email"`
	Disabled bool   `json:"disabled"`
	version  int64
}

// RecordVersion lets the reply carry an ETag.
func (d StaffDetailRespDTO) RecordVersion() int64 { return d.version }

func (h handlers) detail(ctx context.Context, who access.Staff, in *staffPath) (StaffDetailRespDTO, error) {
	c, err := h.s.Find(ctx, who, in.ID)
	return StaffDetailRespDTO{c.ID, c.Name, c.Role, c.RoleID, c.Email, c.Disabled, c.Version}, err
}

// StaffUpdateReqDTO changes an account; what is absent, null or empty stays.
type StaffUpdateReqDTO struct {
	ID     string `json:"id" minLength:"1"`
	Email  string `json:"email,omitempty" nullable:"true" minLength:"0" maxLength:"50"`
	Name   string `json:"name,omitempty" nullable:"true" minLength:"0" maxLength:"100"`
	RoleID string `json:"roleId,omitempty" nullable:"true" maxLength:"100"`
}

func (r StaffUpdateReqDTO) details() Details { return Details{r.Email, r.Name, r.RoleID} }

// Check implements api.Checked.
func (r StaffUpdateReqDTO) Check() []fault.Field {
	return r.details().trimmed().invalid()
}

type updateInput struct {
	api.IfMatch
	api.JSON[StaffUpdateReqDTO]
}

func (h handlers) update(ctx context.Context, _ access.Staff, in *updateInput) (api.Null, error) {
	version, err := in.Version()
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.Update(ctx, in.Body.ID, in.Body.details(), version)
}

func (h handlers) delete(ctx context.Context, who access.Staff, in *staffPath) (api.Null, error) {
	return api.Null{}, h.s.Delete(ctx, who, in.ID)
}

func (h handlers) disable(ctx context.Context, who access.Staff, in *staffPath) (api.Null, error) {
	return api.Null{}, h.s.Disable(ctx, who, in.ID)
}

func (h handlers) enable(ctx context.Context, _ access.Staff, in *staffPath) (api.Null, error) {
	return api.Null{}, h.s.Enable(ctx, in.ID)
}

func (h handlers) renewPassword(ctx context.Context, _ access.Staff, in *staffPath) (api.Null, error) {
	return api.Null{}, h.s.RenewPassword(ctx, api.CallerOf(ctx), in.ID)
}
