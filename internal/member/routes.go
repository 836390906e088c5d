package member

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	members, missing := r.Area("Members", ""), api.Fails(fault.NotFound)

	api.Staff(members, access.OrgUserRead, "POST /web/users/org/page", "List users of the partner centres", h.orgPage)
	api.Staff(members, access.FreeUserRead, "POST /web/users/free/page", "List users of no centre", h.freePage)
	api.Staff(members, access.OrgUserRead, "GET /web/users/{user_id}", "Show a member", h.detail,
		api.Reads(func(in *userPath) string { return in.UserID }))
	api.Staff(members, access.SurveyRead, "POST /web/survey/org-join/page", "List users of the partner centres who can be added to a survey",
		h.orgJoinable, missing, api.Also(access.OrgUserRead))
	api.Staff(members, access.SurveyRead, "POST /web/survey/free-join/page", "List users of no centre who can be added to a survey",
		h.freeJoinable, missing, api.Also(access.FreeUserRead))

	api.Staff(r.Area("Applications", ""), access.Reference, "GET /web/todo", "Count what waits for the caller", h.todo)
}
