package delivery

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// Routes declares the area's operations, and in development mode the inbox.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	if s.inbox != nil {
		r.HandleFiles("/dev/inbox", h.showInbox(r))
	}
	r = r.Area("Delivery", "Mail, text messages and pushes, and how they fared")

	api.Internal(r, "POST /email/send/welcome", "Mail a new member of staff how to sign in", h.welcome)
	api.Internal(r, "POST /push", "Push to one device", h.push)
	api.Internal(r, "POST /push/batch", "Push to several devices, all or none", h.pushBatch)
	api.Staff(r, access.DeliveryRead, "POST /web/delivery/page", "List how messages fared", h.page,
		api.Reads(func(in *api.Body[PageReq]) string { return in.Body.UserID }))
}
