package member

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

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
