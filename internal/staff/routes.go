package staff

import (
	"hearten/internal/access"
	"hearten/internal/api"
	"hearten/internal/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	r = r.Area("Staff", "Signing in to the Web Portal, staff accounts and roles")
	firstToo := api.Scopes(access.ScopeFull, access.ScopeFirst)

	api.Open(r, "POST /web/auth/login", "Sign in", s.login, api.Fails(fault.BadCredentials))
	api.Staff(r, access.Reference, "DELETE /web/auth/logout", "Sign out", s.logout, firstToo)
	api.Staff(r, access.Reference, "GET /web/auth/info", "Who is signed in", s.info, firstToo)
	api.Staff(r, access.Reference, "POST /web/auth/refresh", "Get a fresh token", s.refresh)
	api.Staff(r, access.Reference, "PUT /web/staffs/password", "Change the own password", s.changePassword, firstToo,
		api.Fails(fault.WrongPassword))
	api.Open(r, "POST /web/auth/otp", "Send a code for a forgotten password", s.askReset, api.Fails(fault.OTPLocked))
	api.Open(r, "POST /web/auth/forgot-password/verify", "Prove a forgotten password by code", s.verifyReset,
		api.Fails(fault.OTPInvalid, fault.OTPExpired, fault.OTPLocked))
	api.Staff(r, access.Reference, "PUT /web/auth/password", "Set a new password after a forgotten one", s.resetPassword,
		api.Scopes(access.ScopeReset))
	api.Staff(r, access.Reference, "GET /web/roles/list", "List the roles", s.roles)
}
