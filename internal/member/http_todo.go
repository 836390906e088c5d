package member

import (
	"context"

	"hearten/internal/access"
	"hearten/internal/api"
)

// TodoRes counts what waits for the caller.
type TodoRes struct {
	Applications         int64 `json:"applications" doc:"Both kinds together"`
	MemberApplications   int64 `json:"memberApplications"`
	DistrictApplications int64 `json:"districtApplications"`
	Removals             int64 `json:"removals"`
	FailedDeliveries     int64 `json:"failedDeliveries"`
}

func (s *Service) todo(ctx context.Context, who access.Staff, _ *api.None) (TodoRes, error) {
	t, err := s.Todo(ctx, who)
	return TodoRes{t.MemberApplications + t.DistrictApplications, t.MemberApplications, t.DistrictApplications, t.Removals, t.FailedDeliveries}, err
}
