package survey

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Surveys", "Questionnaires that staff send to users")

	api.Staff(r, access.SurveyWrite, "POST /web/survey", "Create a survey", h.create)
	api.Staff(r, access.SurveyRead, "GET /web/survey/{id}", "Show a survey", h.detail)
	api.Staff(r, access.SurveyRead, "POST /web/survey/page", "List surveys", h.page)
	api.Staff(r, access.SurveyWrite, "PUT /web/survey", "Change a survey", h.update, api.Fails(fault.NotFound))
	api.Staff(r, access.SurveyWrite, "DELETE /web/survey/{id}", "Delete a survey", h.delete)

	found := api.Fails(fault.NotFound)
	freeToo := api.Also(access.FreeUserRead)
	api.Staff(r, access.SurveyWrite, "POST /web/survey/org-user", "Add recipients of partner centres", h.addRecipients(access.Attached), found)
	api.Staff(r, access.SurveyWrite, "POST /web/survey/free-user", "Add recipients of no centre", h.addRecipients(access.Free), found, freeToo)
	api.Staff(r, access.SurveyRead, "POST /web/survey/org-user/page", "List recipients of partner centres", h.orgRecipients, found)
	api.Staff(r, access.SurveyRead, "POST /web/survey/free-user/page", "List recipients of no centre", h.freeRecipients, found, freeToo)
	api.Staff(r, access.SurveyWrite, "POST /web/survey/send", "Send the survey to recipients", h.send, found)
	api.Staff(r, access.SurveyWrite, "DELETE /web/survey/users", "Remove recipients", h.removeRecipients, found)

	api.App(r, "POST /app/survey/page", "The own surveys", h.received)
	api.App(r, "PUT /app/survey/{surveyUserId}/open", "Note that a survey was opened", h.open)
	api.App(r.Area("App user", ""), "GET /app/users/is-share", "The survey for users of no centre", h.shared)
}
