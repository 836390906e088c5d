package friend

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	h.appRoutes(r.Area("Friends", "Who knows whom among members, and who may see what"))
	h.staffRoutes(r.Area("Friends on behalf", "Staff looking after who knows whom"))
}

func (h handlers) appRoutes(r *api.Router) {
	invalid, full := api.Fails(fault.Validation), api.Fails(fault.NotEligible)

	api.App(r, "POST /app/friends/users/page", "The own friends", h.friendsPage)
	api.App(r, "POST /app/friends/request-users/page", "Who asked to be a friend", h.requestsPage)
	api.App(r, "POST /app/friends/blocked-users/page", "Who is blocked", h.blockedPage)
	api.App(r, "POST /app/friends/search-users/page", "Find members by nickname and username", h.search)
	api.App(r, "GET /app/friends/request-users/badges", "Count the requests that wait", h.badge)
	api.App(r, "GET /app/friends/info", "Count the requests that wait, and tell whether anyone is blocked", h.info)

	api.App(r, "GET /app/friends/users/{user_id}", "Show someone, as far as they allow", h.detail, invalid)
	api.App(r, "GET /app/friends/users/{user_id}/physique/check", "Tell whether someone has set their physique", h.physique, invalid)
	api.App(r, "POST /app/friends/users/{user_id}/request", "Ask someone to be a friend", h.request, invalid)
	api.App(r, "POST /app/friends/users/{user_id}/accept", "Accept a request", h.accept, invalid, full)
	api.App(r, "POST /app/friends/users/{user_id}/reject", "Reject a request", h.reject, invalid)
	api.App(r, "DELETE /app/friends/users/{user_id}", "Remove a friend, or take a request back", h.remove, invalid)
	api.App(r, "POST /app/friends/users/{user_id}/block", "Block someone", h.blockUser, invalid)
	api.App(r, "DELETE /app/friends/users/{user_id}/block", "Unblock someone", h.unblockUser, invalid)

	api.App(r, "GET /app/friends/users/{user_id}/permissions", "What someone may see of the caller", h.permissions, invalid)
	api.App(r, "GET /app/friends/default-permissions", "What others may do and see", h.defaults)
	for _, method := range []string{"POST", "PUT"} {
		api.App(r, method+" /app/friends/users/{user_id}/permissions", "Set what someone may see", h.setPermissions)
		api.App(r, method+" /app/friends/default-permissions", "Set what others may do and see", h.setDefaults)
	}
}

func (h handlers) staffRoutes(r *api.Router) {
	read, write := access.FriendRead, access.FriendWrite
	missing, refused := api.Fails(fault.NotFound), api.Fails(fault.Conflict, fault.NotEligible)

	api.Staff(r, read, "POST /web/friends/users/page", "List a member's friends and requests", h.relationsPage, missing,
		api.Reads(func(in *api.Body[RelationFilterReqDTO]) string { return in.Body.UserID }))
	api.Staff(r, read, "POST /web/friends/blocked-users/page", "List whom a member blocked", h.blockedByPage, missing,
		api.Reads(func(in *api.Body[OfUserFilterReqDTO]) string { return in.Body.UserID }))
	searches := api.Reads(func(in *api.Body[CandidateFilterReqDTO]) string { return in.Body.UserID })
	api.Staff(r, read, "POST /web/friends/search-org-users/page", "Find users of the partner centres to add",
		h.candidates(access.Attached), missing, searches)
	api.Staff(r, read, "POST /web/friends/search-free-users/page", "Find users of no centre to add",
		h.candidates(access.Free), missing, searches, api.Also(access.FreeUserRead))
	api.Staff(r, read, "GET /web/friends/users/{user_id}", "Show one of a member's friends or requests", h.relationDetail,
		api.Reads(func(in *relationInput) string { return in.UserID }))
	api.Staff(r, read, "GET /web/friends/users/{user_id}/default-permissions", "What others may do and see of a member", h.settingsFor,
		api.Reads(func(in *memberPath) string { return in.UserID }))

	api.Staff(r, write, "POST /web/friends/users", "Make friends of a member at once, or reject requests; all or none", h.addOrReject, missing, refused,
		api.Reads(func(in *api.Body[AddOrRejectReqDTO]) string { return in.Body.UserID }))
	api.Staff(r, write, "POST /web/friends/users/accept", "Accept requests for those who were asked, all or none", h.acceptFor, missing, refused)
	api.Staff(r, write, "POST /web/friends/users/reject", "Reject requests for those who were asked, all or none", h.rejectFor, missing)
	api.Staff(r, write, "DELETE /web/friends/users", "End friendships, all or none", h.removeFor, missing)
	api.Staff(r, write, "POST /web/friends/users/block", "Block others for a member, all or none", h.blockFor, missing,
		api.Reads(func(in *api.Body[BlockReqDTO]) string { return in.Body.UserID }))
	api.Staff(r, write, "DELETE /web/friends/users/block", "Take blocks back, all or none", h.unblockFor, missing)
	api.Staff(r, write, "POST /web/friends/permissions", "Set what someone may see of a member", h.grantFor, missing,
		api.Reads(func(in *api.Body[UserPermissionReqDTO]) string { return in.Body.UserID }))
	api.Staff(r, write, "POST /web/friends/users/{user_id}/default-permissions", "Set what others may do and see of a member", h.setFor,
		api.Reads(func(in *setForInput) string { return in.UserID }))
}
