package audit

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Audit log", "What staff did and whose records they read")
	api.Staff(r, access.AuditRead, "POST /web/audit/page", "List what staff did", h.page,
		api.Reads(func(in *api.Body[PageReq]) string { return in.Body.UserID }))
}
