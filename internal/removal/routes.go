package removal

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	h.appRoutes(r.Area("App user", ""))
	h.staffRoutes(r.Area("Removal list", "Members who asked to be removed"))
}

func (h handlers) appRoutes(r *api.Router) {
	api.App(r, "GET /app/consents", "The answer to the consent in force", h.getConsent)
	api.App(r, "PUT /app/consents", "Answer the consent", h.setConsent, api.Fails(fault.Conflict))
	api.App(r, "DELETE /app/users/remove", "Ask that the account be removed", h.remove)
	api.App(r, "POST /app/users/data-export", "Ask for everything held about oneself", h.requestExport)
	api.App(r, "GET /app/users/data-export", "Whether that is ready, and where", h.exportState)
}

func (h handlers) staffRoutes(r *api.Router) {
	forFree, decided := api.Also(access.FreeUserRead), api.Fails(fault.Conflict)
	changes := api.NoPerson() // a change, also by GET, is logged as such
	person := api.Shows(func(r RemoveUserDetail) string { return r.UserID })

	api.Staff(r, access.RemovalRead, "POST /web/remove/org/page", "List users of the partner centres who asked to be removed", h.list(access.Attached))
	api.Staff(r, access.RemovalRead, "POST /web/remove/free/page", "List users of no centre who asked to be removed", h.list(access.Free), forFree)
	api.Staff(r, access.RemovalRead, "GET /web/remove/org/detail/{id}", "Show one of a partner centre", h.detail(access.Attached), person)
	api.Staff(r, access.RemovalRead, "GET /web/remove/free/detail/{id}", "Show one of no centre", h.detail(access.Free), forFree, person)
	for _, method := range []string{"GET", "POST"} {
		api.Staff(r, access.RemovalRestore, method+" /web/remove/restore/{id}", "Take a removal back", h.restore, decided, changes)
		api.Staff(r, access.RemovalConfirm, method+" /web/remove/delete/{id}", "Confirm a removal: the person is erased", h.confirm, decided,
			changes)
	}
}
