package member

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	h.userRoutes(r.Area("Members", "Staff looking after the people who use the App"))
	h.applicationRoutes(r.Area("Applications", "Who wants to join the plan or to move to another centre"))
	h.removalRoutes(r.Area("Removal list", "Members who asked to be removed"))
}

func (h handlers) userRoutes(r *api.Router) {
	missing, taken := api.Fails(fault.NotFound), api.Fails(fault.Conflict, fault.NotEligible)
	inState := api.Fails(fault.Conflict)

	api.Staff(r, access.OrgUserRead, "POST /web/users/org/page", "List users of the partner centres", h.orgPage)
	api.Staff(r, access.FreeUserRead, "POST /web/users/free/page", "List users of no centre", h.freePage)
	api.Staff(r, access.OrgUserRead, "GET /web/users/{user_id}", "Show a member", h.detail)
	api.Staff(r, access.OrgUserWrite, "POST /web/users", "Sign someone up on their behalf", h.enrol, missing, taken)
	api.Staff(r, access.OrgUserWrite, "PUT /web/users/{user_id}", "Put a member's record right", h.correct, taken)
	api.Staff(r, access.UserControl, "PUT /web/users/freeze", "Freeze accounts, all or none", h.freeze, missing, inState)
	api.Staff(r, access.UserControl, "PUT /web/users/unfreeze", "Open frozen accounts again, all or none", h.unfreeze, missing, inState)
	api.Staff(r, access.UserControl, "PUT /web/users/staff", "Make someone responsible for members, all or none", h.assign, missing)
	api.Staff(r, access.UserControl, "PUT /web/users/{user_id}/otp-unlock", "Let a member ask for codes again", h.unlockCodes)
	api.Staff(r, access.SurveyRead, "POST /web/survey/org-join/page", "List users of the partner centres who can be added to a survey", h.s.orgJoinable,
		missing, api.Also(access.OrgUserRead))
	api.Staff(r, access.SurveyRead, "POST /web/survey/free-join/page", "List users of no centre who can be added to a survey", h.s.freeJoinable,
		missing, api.Also(access.FreeUserRead))
	api.Staff(r, access.MemberImport, "POST /web/users/import", "Import a centre's member list", h.importList, api.Upload(maxListBytes))
}

func (h handlers) applicationRoutes(r *api.Router) {
	decided := api.Fails(fault.NotFound, fault.Conflict)

	api.Staff(r, access.ApplicationRead, "POST /web/member-apply/page", "List applications for the plan", h.memberPage)
	api.Staff(r, access.ApplicationDecide, "PUT /web/member-apply/approve", "Approve applications for the plan, all or none", h.approveMembers, decided)
	api.Staff(r, access.ApplicationDecide, "PUT /web/member-apply/reject", "Reject applications for the plan, all or none", h.rejectMembers, decided)
	api.Staff(r, access.ApplicationRead, "POST /web/district-apply/page", "List changes of district into the centre", h.districtPage)
	api.Staff(r, access.ApplicationDecide, "PUT /web/district-apply/approve", "Approve changes of district, all or none", h.approveDistricts, decided)
	api.Staff(r, access.ApplicationDecide, "PUT /web/district-apply/reject", "Reject changes of district, all or none", h.rejectDistricts, decided)
	api.Staff(r, access.Reference, "GET /web/todo", "Count what waits for the caller", h.todo)
}

func (h handlers) removalRoutes(r *api.Router) {
	org, free := access.Scope.OrgPeople, access.Scope.FreePeople
	forFree, decided := api.Also(access.FreeUserRead), api.Fails(fault.Conflict)

	api.Staff(r, access.RemovalRead, "POST /web/remove/org/page", "List users of the partner centres who asked to be removed", h.removalPage(org))
	api.Staff(r, access.RemovalRead, "POST /web/remove/free/page", "List users of no centre who asked to be removed", h.removalPage(free), forFree)
	api.Staff(r, access.RemovalRead, "GET /web/remove/org/detail/{id}", "Show one of a partner centre", h.removalDetail(org))
	api.Staff(r, access.RemovalRead, "GET /web/remove/free/detail/{id}", "Show one of no centre", h.removalDetail(free), forFree)
	for _, method := range []string{"GET", "POST"} {
		api.Staff(r, access.RemovalRestore, method+" /web/remove/restore/{id}", "Take a removal back", h.restore, decided)
		api.Staff(r, access.RemovalConfirm, method+" /web/remove/delete/{id}", "Confirm a removal: the person is erased", h.confirm, decided)
	}
}
