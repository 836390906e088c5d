package catalog

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// Service answers what clients need of the catalogue itself.
type Service struct{ db *db.DB }

// NewService builds it.
func NewService(d *db.DB) *Service { return &Service{d} }

// Routes declares the operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Districts", "Where people live and which centre looks after them")
	api.App(r, "GET /app/districts", "List the districts", func(ctx context.Context, _ access.Member, _ *api.None) ([]DistrictRes, error) {
		return h.districts(ctx)
	})
	api.Staff(r, access.Reference, "GET /web/districts", "List the districts", func(ctx context.Context, _ access.Staff, _ *api.None) ([]DistrictRes, error) {
		return h.districts(ctx)
	})
}

// DistrictRes is a district.
type DistrictRes struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Code       *int   `json:"code" doc:"CommunityEnum, or null outside the communities"`
	CentreEnum string `json:"centreEnum" enum:"CENTRE_A,CENTRE_B,CENTRE_OTHER"`
}

func (h handlers) districts(ctx context.Context) ([]DistrictRes, error) {
	found, err := Districts(ctx, h.s.db)
	out := make([]DistrictRes, len(found))
	for i, d := range found {
		out[i] = DistrictRes{d.ID, d.Name, d.Community, d.Centre}
	}
	return out, err
}
