package statistics

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Statistics", "What a member did and has, for the staff who look after them")

	ofUser := api.Reads(func(in *userPath) string { return in.UserID })
	api.Staff(r, access.StatisticsRead, "GET /web/statistics/users/{user_id}", "The figures of a member", h.overview, ofUser)
	api.Staff(r, access.StatisticsRead, "GET /web/statistics/users/{user_id}/community-map", "A member's photos, counted by community", h.communityMap, ofUser)
	api.Staff(r, access.StatisticsRead, "GET /web/statistics/users/{user_id}/community-map/{communityEnum}/images",
		"A member's photos of a community", h.images, api.Reads(func(in *communityPath) string { return in.UserID }))
	api.Staff(r, access.StatisticsRead, "GET /web/statistics/users/{user_id}/exp", "A member's experience and the way of the levels", h.exp, ofUser)
}
