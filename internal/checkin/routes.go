package checkin

import (
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// maxPhoto is the size of an uploaded photo.
const maxPhoto = 10 << 20

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Community map", "Communities, their buildings and the member's photos of them")

	api.App(r, "GET /app/community-map/districts", "The communities with counts", h.communities)
	api.App(r, "GET /app/community-map/{communityEnum}", "A community with the own photos", h.detail)
	api.App(r, "POST /app/community-map/{communityEnum}/{number}", "Upload the photo of a building", h.upload,
		api.Upload(maxPhoto), api.Fails(fault.InsufficientToken),
		api.Details("The first photo of a building costs one token; another one in its place is free."))
	api.App(r, "DELETE /app/community-map/{communityEnum}/{number}", "Delete the photo of a building", h.delete)
}
