package audit

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// PageReq filters the log.
type PageReq struct {
	StaffID   string     `json:"staffId,omitempty" doc:"Only what this staff member did"`
	UserID    string     `json:"userId,omitempty" doc:"Only what concerns this user"`
	Action    string     `json:"action,omitempty" doc:"Only this operation, by its operationId"`
	StartDate clock.Date `json:"startDate,omitempty" doc:"First day, Hong Kong date"`
	EndDate   clock.Date `json:"endDate,omitempty" doc:"Last day, Hong Kong date"`
	page.Request
}

// Item is one thing done.
type Item struct {
	CreatedAt api.Time `json:"createdAt"`
	Actor     string   `json:"actor" doc:"Name of the staff member"`
	Role      string   `json:"role" doc:"Position at that time"`
	Action    string   `json:"action" doc:"The operation, by its operationId"`
	Target    string   `json:"target" doc:"What it was done to: kind and id"`
	Detail    Detail   `json:"detail"`
}

// Detail is the rest of what is known.
type Detail struct {
	StaffID   string  `json:"staffId"`
	UserID    *string `json:"userId" nullable:"true" doc:"The person it concerns"`
	Before    *string `json:"before" nullable:"true" doc:"The record before, as JSON text"`
	After     *string `json:"after" nullable:"true" doc:"The record after, as JSON text"`
	Mark      string  `json:"mark" doc:"The reason that was given"`
	IP        string  `json:"ip"`
	RequestID string  `json:"requestId"`
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[PageReq]) (page.Of[Item], error) {
	b := in.Body
	rows, err := h.s.Page(ctx, who, Filter{b.StaffID, b.UserID, b.Action, b.StartDate, b.EndDate}, b.Request)
	if err != nil {
		return page.Of[Item]{}, err
	}
	return page.Map(rows, show), nil
}

func show(r row) Item {
	return Item{
		CreatedAt: api.Time(r.CreatedAt), Actor: r.Actor, Role: r.Role, Action: r.Action,
		Target: r.Subject + ":" + r.SubjectID,
		Detail: Detail{r.StaffID, r.UserID, r.Before, r.After, r.Mark, r.IP, r.RequestID},
	}
}
