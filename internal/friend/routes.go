package friend

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	s.appRoutes(r.Area("Friends", "Who knows whom among members, and who may see what"))
	s.staffRoutes(r.Area("Friends on behalf", "Staff looking after who knows whom"))
}

func (s *Service) appRoutes(r *api.Router) {
	invalid, full := api.Fails(fault.Validation), api.Fails(fault.NotEligible)

	api.App(r, "POST /app/friends/users/page", "The own friends", s.friendsPage)
	api.App(r, "POST /app/friends/request-users/page", "Who asked to be a friend", s.requestsPage)
	api.App(r, "POST /app/friends/blocked-users/page", "Who is blocked", s.blockedPage)
	api.App(r, "POST /app/friends/search-users/page", "Find members by nickname and username", s.search)
	api.App(r, "GET /app/friends/request-users/badges", "Count the requests that wait", s.badge)
	api.App(r, "GET /app/friends/info", "Count the requests that wait, and tell whether anyone is blocked", s.info)

	api.App(r, "GET /app/friends/users/{user_id}", "Show someone, as far as they allow", s.detail, invalid)
	api.App(r, "GET /app/friends/users/{user_id}/physique/check", "Tell whether someone has set their physique", s.physique, invalid)
	api.App(r, "POST /app/friends/users/{user_id}/request", "Ask someone to be a friend", s.request, invalid)
	api.App(r, "POST /app/friends/users/{user_id}/accept", "Accept a request", s.accept, invalid, full)
	api.App(r, "POST /app/friends/users/{user_id}/reject", "Reject a request", s.reject, invalid)
	api.App(r, "DELETE /app/friends/users/{user_id}", "Remove a friend, or take a request back", s.remove, invalid)
	api.App(r, "POST /app/friends/users/{user_id}/block", "Block someone", s.blockUser, invalid)
	api.App(r, "DELETE /app/friends/users/{user_id}/block", "Unblock someone", s.unblockUser, invalid)

	api.App(r, "GET /app/friends/users/{user_id}/permissions", "What someone may see of the caller", s.permissions, invalid)
	api.App(r, "GET /app/friends/default-permissions", "What others may do and see", s.defaults)
	for _, method := range []string{"POST", "PUT"} {
		api.App(r, method+" /app/friends/users/{user_id}/permissions", "Set what someone may see", s.setPermissions)
		api.App(r, method+" /app/friends/default-permissions", "Set what others may do and see", s.setDefaults)
	}
}

func (s *Service) staffRoutes(r *api.Router) {
	read, write := access.FriendRead, access.FriendWrite
	missing, refused := api.Fails(fault.NotFound), api.Fails(fault.Conflict, fault.NotEligible)

	api.Staff(r, read, "POST /web/friends/users/page", "List a member's friends and requests", s.relationsPage, missing)
	api.Staff(r, read, "POST /web/friends/blocked-users/page", "List whom a member blocked", s.blockedByPage, missing)
	api.Staff(r, read, "POST /web/friends/search-org-users/page", "Find users of the partner centres to add",
		s.candidates(access.Scope.OrgPeople), missing)
	api.Staff(r, read, "POST /web/friends/search-free-users/page", "Find users of no centre to add",
		s.candidates(access.Scope.FreePeople), missing, api.Also(access.FreeUserRead))
	api.Staff(r, read, "GET /web/friends/users/{user_id}", "Show one of a member's friends or requests", s.relationDetail)
	api.Staff(r, read, "GET /web/friends/users/{user_id}/default-permissions", "What others may do and see of a member", s.settingsFor)

	api.Staff(r, write, "POST /web/friends/users", "Make friends of a member at once, or reject requests; all or none", s.addOrReject, missing, refused)
	api.Staff(r, write, "POST /web/friends/users/accept", "Accept requests for those who were asked, all or none", s.acceptFor, missing, refused)
	api.Staff(r, write, "POST /web/friends/users/reject", "Reject requests for those who were asked, all or none", s.rejectFor, missing)
	api.Staff(r, write, "DELETE /web/friends/users", "End friendships, all or none", s.removeFor, missing)
	api.Staff(r, write, "POST /web/friends/users/block", "Block others for a member, all or none", s.blockFor, missing)
	api.Staff(r, write, "DELETE /web/friends/users/block", "Take blocks back, all or none", s.unblockFor, missing)
	api.Staff(r, write, "POST /web/friends/permissions", "Set what someone may see of a member", s.grantFor, missing)
	api.Staff(r, write, "POST /web/friends/users/{user_id}/default-permissions", "Set what others may do and see of a member", s.setFor)
}
