package staff

import (
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Staff", "Signing in to the Web Portal, staff accounts and roles")
	auth, session := api.Limit(limit.Auth), api.Limit(limit.Session)
	firstToo := api.Scopes(access.ScopeFull, access.ScopeFirst)

	api.Open(r, "POST /web/auth/login", "Sign in", h.login, api.Fails(fault.BadCredentials), auth)
	api.Staff(r, access.Reference, "DELETE /web/auth/logout", "Sign out", h.logout, firstToo, session)
	api.Staff(r, access.Reference, "GET /web/auth/info", "Who is signed in", h.info, firstToo, session)
	api.Staff(r, access.Reference, "POST /web/auth/refresh", "Get a fresh token", h.refresh, session)
	api.Staff(r, access.Reference, "PUT /web/staffs/password", "Change the own password", h.changePassword, firstToo,
		api.Fails(fault.WrongPassword))
	api.Open(r, "POST /web/auth/otp", "Send a code for a forgotten password", h.askReset, api.Fails(otp.SendFails...), auth)
	api.Open(r, "POST /web/auth/forgot-password/verify", "Prove a forgotten password by code", h.verifyReset,
		api.Fails(otp.CheckFails...), auth)
	api.Staff(r, access.Reference, "PUT /web/auth/password", "Set a new password after a forgotten one", h.resetPassword,
		api.Scopes(access.ScopeReset), session)
	api.Staff(r, access.Reference, "GET /web/roles/list", "List the roles", h.roles)

	api.Staff(r, access.StaffWrite, "POST /web/staffs", "Create a staff account and mail its first password", h.create,
		api.Fails(fault.Conflict))
	api.Staff(r, access.StaffNames, "GET /web/staffs/list", "List the names of staff", h.names)
	api.Staff(r, access.StaffRead, "POST /web/staffs/page", "List staff accounts", h.page)
	api.Staff(r, access.StaffRead, "GET /web/staffs/{staff_id}", "Show a staff account", h.detail, api.NoPerson())
	api.Staff(r, access.StaffWrite, "PUT /web/staffs", "Change a staff account", h.update,
		api.Fails(fault.NotFound, fault.Conflict))
	api.Staff(r, access.StaffWrite, "DELETE /web/staffs/{staff_id}", "Delete a staff account", h.delete, api.Fails(fault.Conflict))
	api.Staff(r, access.StaffWrite, "PUT /web/staffs/{staff_id}/disable", "Close a staff account", h.disable, api.Fails(fault.Conflict))
	api.Staff(r, access.StaffWrite, "PUT /web/staffs/{staff_id}/enable", "Open a staff account again", h.enable)
	api.Staff(r, access.StaffWrite, "PUT /web/staffs/{staff_id}/reset-password", "Mail a new first password", h.renewPassword,
		api.Fails(fault.Conflict))
}
