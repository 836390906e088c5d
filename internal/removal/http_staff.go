package removal

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// RemoveUserPageFilter filters the removal list.
type RemoveUserPageFilter struct {
	LoginID string `json:"loginID" maxLength:"255" doc:"Part of the username, email, phone, nickname or service number; empty means all"`
	page.Request
}

// RemoveUserPageResp is a member on the removal list.
type RemoveUserPageResp struct {
	ID              string          `json:"id" doc:"The removal's id"`
	UserID          string          `json:"userId"`
	Username        string          `json:"username"`
	Email           string          `json:"email"`
	Phone           string          `json:"phone"`
	District        string          `json:"district"`
	ReasonType      *int            `json:"reasonType" doc:"0 other, 1 no longer needed, 2 privacy or security, 3 poor experience, 4 too many messages"`
	Reason          string          `json:"reason" doc:"In the member's words or, without any, the reason they chose; empty when they gave none"`
	CreatedRemoveAt clock.Date      `json:"createdRemoveAt" doc:"The day it was asked for"`
	UserType        access.UserType `json:"userType" doc:"1 regular, 2 plan"`
	ServiceNumber   string          `json:"serviceNumber"`
}

// RemoveUserDetail is a member on the removal list, in full.
type RemoveUserDetail struct {
	RemoveUserPageResp
	Nickname string `json:"nickname"`
}

func showRemoval(r Removal) RemoveUserPageResp {
	return RemoveUserPageResp{
		ID: r.ID, UserID: r.UserID, Username: r.Username, Email: r.Email, Phone: r.Phone, District: r.District,
		ReasonType: r.ReasonType, Reason: r.Reason, CreatedRemoveAt: clock.DateOf(r.RequestedAt),
		UserType: r.UserType, ServiceNumber: r.ServiceNumber,
	}
}

// list lists the removals of a kind of people.
func (h handlers) list(of access.Attachment) func(context.Context, access.Staff, *api.Body[RemoveUserPageFilter]) (page.Of[RemoveUserPageResp], error) {
	return func(ctx context.Context, who access.Staff, in *api.Body[RemoveUserPageFilter]) (page.Of[RemoveUserPageResp], error) {
		all, err := h.s.List(ctx, who, of, in.Body.LoginID, in.Body.Request)
		return page.Map(all, showRemoval), err
	}
}

type removalPath struct {
	ID string `path:"id" doc:"The removal's id"`
}

// detail shows a removal of a kind of people.
func (h handlers) detail(of access.Attachment) func(context.Context, access.Staff, *removalPath) (RemoveUserDetail, error) {
	return func(ctx context.Context, who access.Staff, in *removalPath) (RemoveUserDetail, error) {
		r, err := h.s.Find(ctx, who, of, in.ID)
		return RemoveUserDetail{RemoveUserPageResp: showRemoval(r), Nickname: r.Nickname}, err
	}
}

// decideInput names a removal to decide about, also by GET.
type decideInput struct {
	api.NoPrefetch
	ID string `path:"id" doc:"The removal's id"`
}

func (h handlers) restore(ctx context.Context, who access.Staff, in *decideInput) (api.Null, error) {
	return api.Null{}, h.s.Restore(ctx, who, in.ID)
}

func (h handlers) confirm(ctx context.Context, who access.Staff, in *decideInput) (api.Null, error) {
	return api.Null{}, h.s.Confirm(ctx, who, in.ID)
}
