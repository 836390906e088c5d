package otp

import "hearten/internal/platform/api"

// Routes declares the operations for other services.
func (c *Codes) Routes(r *api.Router) {
	h := handlers{c}
	r = r.Area("One-time codes", "Codes for other services of the programme")
	codes := api.Fails(SendFails...)
	api.Internal(r, "POST /sms/send", "Send a code by SMS", h.sendSMS, codes)
	api.Internal(r, "POST /email/send", "Send a code by email", h.sendEmail, codes)
	api.Internal(r, "POST /otp/verify", "Verify a code", h.verify, api.Fails(CheckFails...))
}
