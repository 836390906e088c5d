package notice

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Notices", "What staff and the system tell users, and what users have read of it")

	api.App(r, "POST /app/notice/page", "List the own notices", h.ownPage)
	api.App(r, "GET /app/notice/has-new", "Whether there is a notice to read", h.hasNew)
	api.App(r, "PUT /app/notice/read-all", "Mark everything read", h.markAllRead)
	api.App(r, "PUT /app/notice/{id}/read", "Mark a notice read", h.markRead)
	api.App(r, "DELETE /app/notice/{id}", "Put a notice away", h.hide)

	unknown := api.Fails(fault.NotFound)
	free := api.Also(access.FreeUserRead)
	api.Staff(r, access.NoticeSend, "POST /web/notice/page", "List a user's notices", h.page, unknown,
		api.Reads(func(in *api.Body[NoticePageFilterReq]) string { return in.Body.UserID }))
	toUser := api.Reads(func(in *api.Body[NoticeSendReq]) string { return in.Body.UserID })
	api.Staff(r, access.NoticeSend, "POST /web/notice/org/send", "Write to an organisation user", h.sendOne(access.Attached), unknown, toUser)
	api.Staff(r, access.NoticeSend, "POST /web/notice/free/send", "Write to a free user", h.sendOne(access.Free), unknown, free, toUser)
	api.Staff(r, access.NoticeBatch, "POST /web/notice/org/send-batch", "Write to many organisation users", h.sendMany(access.Attached), unknown)
	api.Staff(r, access.NoticeBatch, "POST /web/notice/free/send-batch", "Write to many free users", h.sendMany(access.Free), unknown, free)
}
