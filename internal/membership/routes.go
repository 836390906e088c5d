package membership

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	h.appRoutes(r.Area("App user", ""))
	h.staffRoutes(r.Area("Applications", "Who wants to join the plan or to move to another centre"))
	api.Staff(r.Area("Members", ""), access.MemberImport, "POST /web/users/import", "Import a centre's member list", h.importList,
		api.Upload(maxListBytes))
}

func (h handlers) appRoutes(r *api.Router) {
	missing := api.Fails(fault.NotFound)

	api.App(r, "POST /app/users/district", "Choose the first district", h.setDistrict, missing)
	api.App(r, "PUT /app/users/district", "Change the district", h.setDistrict, missing)
	api.App(r, "GET /app/users/district-apply", "The pending change of district", h.pendingDistrict)
	api.App(r, "DELETE /app/users/district-apply", "Take the pending change of district back", h.withdrawDistrict, missing)
	api.App(r, "GET /app/users/type", "The types of users", h.types)
	api.App(r, "PUT /app/users/join-member", "Apply for the plan", h.join, api.Fails(fault.NotEligible, fault.PendingExists, fault.Conflict))
	api.App(r, "PUT /app/users/out-member", "Leave the plan", h.leave, api.Fails(fault.NotEligible))
	api.App(r, "GET /app/users/member-apply", "The newest application for the plan", h.newestPlanApplication)
	api.App(r, "DELETE /app/users/member-apply", "Take the application for the plan back", h.withdrawPlan, missing)
	api.App(r, "GET /app/users/invitation-code", "The own invitation code", h.invitations)
	api.App(r, "POST /app/users/invitation-code/apply", "Use someone's invitation code", h.applyInvitation,
		api.Fails(fault.NotFound, fault.Conflict, fault.NotEligible))
}

func (h handlers) staffRoutes(r *api.Router) {
	decided := api.Fails(fault.NotFound, fault.Conflict)

	api.Staff(r, access.ApplicationRead, "POST /web/member-apply/page", "List applications for the plan", h.planPage)
	api.Staff(r, access.ApplicationDecide, "PUT /web/member-apply/approve", "Approve applications for the plan, all or none", h.approvePlan, decided)
	api.Staff(r, access.ApplicationDecide, "PUT /web/member-apply/reject", "Reject applications for the plan, all or none", h.rejectPlan, decided)
	api.Staff(r, access.ApplicationRead, "POST /web/district-apply/page", "List changes of district into the centre", h.districtPage)
	api.Staff(r, access.ApplicationDecide, "PUT /web/district-apply/approve", "Approve changes of district, all or none", h.approveDistricts, decided)
	api.Staff(r, access.ApplicationDecide, "PUT /web/district-apply/reject", "Reject changes of district, all or none", h.rejectDistricts, decided)
}
