package resource

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	r = r.Area("Community resources", "A directory of services that staff keep and members look things up in")

	api.App(r, "GET /app/community-resource/districts", "The communities", s.appDistricts)
	api.App(r, "GET /app/community-resource/types", "Types and sub-types", s.appTypes)
	api.App(r, "POST /app/community-resource/page", "List a community's resources", s.appPage)
	api.App(r, "GET /app/community-resource/{id}", "Show a resource", s.appDetail)
	api.App(r, "POST /app/community-resource/{id}/read", "Note that a resource was read", s.appRead)

	read, write, found := access.ContentRead, access.ContentWrite, api.Fails(fault.NotFound)
	api.Staff(r, access.Reference, "GET /web/community-resource/districts", "The communities", s.webDistricts)
	api.Staff(r, access.Reference, "GET /web/community-resource/types", "Types and sub-types", s.webTypes)
	api.Staff(r, access.Reference, "GET /web/community-resource/status/{current-status}",
		"The statuses that the caller's role could give to a resource in this one", s.targets)
	api.Staff(r, write, "POST /web/community-resource", "Create a draft", s.create, found, api.Fails(fault.BadFile))
	api.Staff(r, read, "GET /web/community-resource/{id}", "Show a resource", s.detail)
	api.Staff(r, read, "POST /web/community-resource/page", "List resources", s.page)
	api.Staff(r, write, "PUT /web/community-resource", "Change a resource", s.update, found, api.Fails(fault.BadFile))
	api.Staff(r, write, "DELETE /web/community-resource/{id}", "Delete a resource", s.delete, api.Fails(fault.Conflict))

	moves := api.Fails(fault.NotFound, fault.MoveNotAllowed)
	api.Staff(r, write, "PUT /web/community-resource/status", "Give a resource another status", s.move, moves)
	api.Staff(r, write, "PUT /web/community-resource/batch-status", "Give several resources another status: all or none", s.moveAll, moves)
	api.Staff(r, read, "GET /web/community-resource/count", "How many resources stand in each status", s.count)
	api.Staff(r, read, "GET /web/community-resource/{id}/log-count", "How many lines a resource's log has", s.logCount)
	api.Staff(r, read, "POST /web/community-resource/{id}/logs", "What happened to a resource", s.logs)
}
