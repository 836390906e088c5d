package resource

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Community resources", "A directory of services that staff keep and members look things up in")

	api.App(r, "GET /app/community-resource/districts", "The communities", h.appDistricts)
	api.App(r, "GET /app/community-resource/types", "Types and sub-types", h.appTypes)
	api.App(r, "POST /app/community-resource/page", "List a community's resources", h.appPage)
	api.App(r, "GET /app/community-resource/{id}", "Show a resource", h.appDetail)
	api.App(r, "POST /app/community-resource/{id}/read", "Note that a resource was read", h.appRead)

	read, write, found := access.ContentRead, access.ContentWrite, api.Fails(fault.NotFound)
	api.Staff(r, access.Reference, "GET /web/community-resource/districts", "The communities", h.webDistricts)
	api.Staff(r, access.Reference, "GET /web/community-resource/types", "Types and sub-types", h.webTypes)
	api.Staff(r, access.Reference, "GET /web/community-resource/status/{current-status}",
		"The statuses that the caller's role could give to a resource in this one", h.targets, api.NoPerson())
	api.Staff(r, write, "POST /web/community-resource", "Create a draft", h.create, found, api.Fails(fault.BadFile))
	api.Staff(r, read, "GET /web/community-resource/{id}", "Show a resource", h.detail, api.NoPerson())
	api.Staff(r, read, "POST /web/community-resource/page", "List resources", h.page)
	api.Staff(r, write, "PUT /web/community-resource", "Change a resource", h.update, found, api.Fails(fault.BadFile))
	api.Staff(r, write, "DELETE /web/community-resource/{id}", "Delete a resource", h.delete, api.Fails(fault.Conflict))

	moves := api.Fails(fault.NotFound, fault.MoveNotAllowed)
	api.Staff(r, write, "PUT /web/community-resource/status", "Give a resource another status", h.move, moves)
	api.Staff(r, write, "PUT /web/community-resource/batch-status", "Give several resources another status: all or none", h.moveAll, moves)
	api.Staff(r, read, "GET /web/community-resource/count", "How many resources stand in each status", h.count)
	api.Staff(r, read, "GET /web/community-resource/{id}/log-count", "How many lines a resource's log has", h.logCount, api.NoPerson())
	api.Staff(r, read, "POST /web/community-resource/{id}/logs", "What happened to a resource", h.logs)
}
