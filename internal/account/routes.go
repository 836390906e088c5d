package account

import (
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// maxAvatar is the size of an uploaded picture.
const maxAvatar = 10 << 20

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	s.authRoutes(r.Area("App sign-in", "Signing up, signing in, passwords and devices of App users"))
	s.userRoutes(r.Area("App user", "Who a member is, where they live, the plan, and leaving"))
}

func (s *Service) authRoutes(r *api.Router) {
	wrongCode, closed := api.Fails(otp.CheckFails...), api.Fails(fault.Forbidden)

	api.Open(r, "POST /app/auth/account/check", "Whether an account exists", s.checkAccount)
	api.Open(r, "POST /app/auth/username/info", "How a username can be reached, masked", s.usernameInfo)
	api.App(r, "GET /app/auth/info", "The own addresses", s.ownAddresses)
	api.Open(r, "POST /app/auth/login", "Sign in with a password", s.login, api.Fails(fault.BadCredentials), closed)
	api.Open(r, "POST /app/auth/otp", "Send a code", s.askCode, api.Fails(fault.Conflict), api.Fails(otp.SendFails...))
	api.Open(r, "POST /app/auth/login/verify", "Sign in with a code", s.loginVerify, wrongCode, closed)
	api.Open(r, "POST /app/auth/signup/verify", "Open an account with a code", s.signupVerify, wrongCode, api.Fails(fault.Conflict))
	api.Open(r, "POST /app/auth/forgot-password/verify", "Prove a forgotten password by code", s.forgotVerify, wrongCode, closed)
	api.App(r, "POST /app/auth/password", "Set a first password", s.setFirstPassword, api.Fails(fault.Conflict),
		api.Details("Without a password in the body the system makes one up, and is-set-pwd stays false."))
	api.App(r, "PUT /app/auth/password", "Set a new password after a forgotten one", s.resetPassword, api.Scopes(access.ScopeReset))
	api.App(r, "DELETE /app/auth/logout", "Sign out", s.logout)
	api.App(r, "PUT /app/auth/device-token", "Bind a device to the session", s.setDevice)
	api.App(r, "POST /app/auth/refresh", "Get a fresh token", s.refresh)
}

func (s *Service) userRoutes(r *api.Router) {
	taken := api.Fails(fault.Conflict)
	wrongCode, unsent := api.Fails(otp.CheckFails...), api.Fails(otp.SendFails...)

	api.Open(r, "GET /app/config", "What the App needs before anyone signs in", s.appConfig)
	api.App(r, "GET /app/consents", "The answer to the consent in force", s.getConsent)
	api.App(r, "PUT /app/consents", "Answer the consent", s.setConsent, api.Fails(fault.Conflict))
	api.App(r, "GET /app/users/is-set-pwd", "Whether a password was chosen", s.isPasswordSet)
	api.App(r, "PUT /app/users/password", "Change the password", s.changePassword, api.Fails(fault.WrongPassword, fault.Conflict))
	api.App(r, "POST /app/users/district", "Choose the first district", s.setDistrict, api.Fails(fault.NotFound))
	api.App(r, "PUT /app/users/district", "Change the district", s.setDistrict, api.Fails(fault.NotFound))
	api.App(r, "GET /app/users/district-apply", "The pending change of district", s.districtWish)
	api.App(r, "DELETE /app/users/district-apply", "Take the pending change of district back", s.withdrawDistrict, api.Fails(fault.NotFound))
	api.App(r, "GET /app/users/type", "The types of users", s.types)
	api.App(r, "PUT /app/users/join-member", "Apply for the plan", s.join, api.Fails(fault.NotEligible, fault.PendingExists, fault.Conflict))
	api.App(r, "PUT /app/users/out-member", "Leave the plan", s.leave, api.Fails(fault.NotEligible))
	api.App(r, "GET /app/users/member-apply", "The newest application for the plan", s.memberWish)
	api.App(r, "DELETE /app/users/member-apply", "Take the application for the plan back", s.withdrawMember, api.Fails(fault.NotFound))
	api.App(r, "GET /app/users/profile", "The own profile", s.profile)
	api.App(r, "GET /app/users/personal", "The own personal data", s.personal)
	api.App(r, "PUT /app/users/personal", "Change the personal data", s.setPersonal)
	api.App(r, "GET /app/users/account", "The own account", s.account)
	api.App(r, "PUT /app/users/username", "Change the username", s.setUsername, taken)
	api.App(r, "PUT /app/users/phone", "Ask to change the phone number", s.askPhone, taken, unsent)
	api.App(r, "POST /app/user/phone/verify", "Complete the change of the phone number", s.verifyPhone, taken, wrongCode)
	api.App(r, "POST /app/users/phone/verify", "Complete the change of the phone number", s.verifyPhone, taken, wrongCode)
	api.App(r, "PUT /app/users/email", "Ask to change the email address", s.askEmail, taken, unsent)
	api.App(r, "POST /app/users/email/verify", "Complete the change of the email address", s.verifyEmail, taken, wrongCode)
	api.App(r, "POST /app/users/avatar", "Upload the own picture", s.setAvatar, api.Upload(maxAvatar))
	api.App(r, "DELETE /app/users/avatar", "Go back to the default picture", s.removeAvatar)
	api.App(r, "DELETE /app/users/remove", "Ask that the account be removed", s.remove)
	api.App(r, "GET /app/users/is-share", "The survey for users of no centre", s.isShare)
	api.App(r, "GET /app/users/invitation-code", "The own invitation code", s.invitations)
	api.App(r, "POST /app/users/invitation-code/apply", "Use someone's invitation code", s.applyInvitation,
		api.Fails(fault.NotFound, fault.Conflict, fault.NotEligible))
	api.App(r, "POST /app/users/data-export", "Ask for everything held about oneself", s.askExport)
	api.App(r, "GET /app/users/data-export", "Whether that is ready, and where", s.exportState)
}
