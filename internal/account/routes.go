package account

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
	h.authRoutes(r.Area("App sign-in", "Signing up, signing in, passwords and devices of App users"))
	h.userRoutes(r.Area("App user", "Who a member is, where they live, the plan, and leaving"))
	h.staffRoutes(r.Area("Members", "Staff looking after the people who use the App"))
}

func (h handlers) authRoutes(r *api.Router) {
	lookup, auth, session := api.Limit(limit.Lookup), api.Limit(limit.Auth), api.Limit(limit.Session)
	wrongCode, closed := api.Fails(otp.CheckFails...), api.Fails(fault.Forbidden)

	api.Open(r, "POST /app/auth/account/check", "Whether an account exists", h.checkAccount, lookup)
	api.Open(r, "POST /app/auth/username/info", "How a username can be reached, masked", h.usernameInfo, lookup)
	api.App(r, "GET /app/auth/info", "The own addresses", h.ownAddresses, session)
	api.Open(r, "POST /app/auth/login", "Sign in with a password", h.login, api.Fails(fault.BadCredentials), closed, auth)
	api.Open(r, "POST /app/auth/otp", "Send a code", h.askCode, api.Fails(fault.Conflict), api.Fails(otp.SendFails...), auth)
	api.Open(r, "POST /app/auth/login/verify", "Sign in with a code", h.loginVerify, wrongCode, closed, auth)
	api.Open(r, "POST /app/auth/signup/verify", "Open an account with a code", h.signupVerify, wrongCode, api.Fails(fault.Conflict),
		auth)
	api.Open(r, "POST /app/auth/forgot-password/verify", "Prove a forgotten password by code", h.forgotVerify, wrongCode, closed, auth)
	api.App(r, "POST /app/auth/password", "Set a first password", h.setFirstPassword, api.Fails(fault.Conflict),
		api.Details("Without a password in the body the system makes one up, and is-set-pwd stays false."), session)
	api.App(r, "PUT /app/auth/password", "Set a new password after a forgotten one", h.resetPassword, api.Scopes(access.ScopeReset),
		session)
	api.App(r, "DELETE /app/auth/logout", "Sign out", h.logout, session)
	api.App(r, "PUT /app/auth/device-token", "Bind a device to the session", h.setDevice, session)
	api.App(r, "POST /app/auth/refresh", "Get a fresh token", h.refresh, session)
}

func (h handlers) userRoutes(r *api.Router) {
	taken := api.Fails(fault.Conflict)
	wrongCode, unsent := api.Fails(otp.CheckFails...), api.Fails(otp.SendFails...)

	api.Open(r, "GET /app/config", "What the App needs before anyone signs in", h.appConfig)
	api.App(r, "GET /app/users/is-set-pwd", "Whether a password was chosen", h.isPasswordSet)
	api.App(r, "PUT /app/users/password", "Change the password", h.changePassword, api.Fails(fault.WrongPassword, fault.Conflict))
	api.App(r, "GET /app/users/profile", "The own profile", h.profile)
	api.App(r, "GET /app/users/personal", "The own personal data", h.personal)
	api.App(r, "PUT /app/users/personal", "Change the personal data", h.setPersonal)
	api.App(r, "GET /app/users/account", "The own account", h.account)
	api.App(r, "PUT /app/users/username", "Change the username", h.setUsername, taken)
	api.App(r, "PUT /app/users/phone", "Ask to change the phone number", h.askPhone, taken, unsent)
	api.App(r, "POST /app/user/phone/verify", "Complete the change of the phone number", h.verifyPhone, taken, wrongCode)
	api.App(r, "POST /app/users/phone/verify", "Complete the change of the phone number", h.verifyPhone, taken, wrongCode)
	api.App(r, "PUT /app/users/email", "Ask to change the email address", h.askEmail, taken, unsent)
	api.App(r, "POST /app/users/email/verify", "Complete the change of the email address", h.verifyEmail, taken, wrongCode)
	api.App(r, "POST /app/users/avatar", "Upload the own picture", h.setAvatar, api.Upload(maxAvatar))
	api.App(r, "DELETE /app/users/avatar", "Go back to the default picture", h.removeAvatar)
}

func (h handlers) staffRoutes(r *api.Router) {
	missing, taken := api.Fails(fault.NotFound), api.Fails(fault.Conflict, fault.NotEligible)
	inState := api.Fails(fault.Conflict)

	api.Staff(r, access.OrgUserWrite, "POST /web/users", "Sign someone up on their behalf", h.enrol, missing, taken)
	api.Staff(r, access.OrgUserWrite, "PUT /web/users/{user_id}", "Put a member's record right", h.correct, taken,
		api.Reads(func(in *correctInput) string { return in.UserID }))
	api.Staff(r, access.UserControl, "PUT /web/users/freeze", "Freeze accounts, all or none", h.freeze, missing, inState)
	api.Staff(r, access.UserControl, "PUT /web/users/unfreeze", "Open frozen accounts again, all or none", h.unfreeze, missing, inState)
	api.Staff(r, access.UserControl, "PUT /web/users/staff", "Make someone responsible for members, all or none", h.assign, missing)
	api.Staff(r, access.UserControl, "PUT /web/users/{user_id}/otp-unlock", "Let a member ask for codes again", h.unlockCodes,
		api.Reads(func(in *userPath) string { return in.UserID }))
}
