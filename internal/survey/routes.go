package survey

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	r = r.Area("Surveys", "Questionnaires that staff send to users")

	api.Staff(r, access.SurveyWrite, "POST /web/survey", "Create a survey", s.create)
	api.Staff(r, access.SurveyRead, "GET /web/survey/{id}", "Show a survey", s.detail)
	api.Staff(r, access.SurveyRead, "POST /web/survey/page", "List surveys", s.page)
	api.Staff(r, access.SurveyWrite, "PUT /web/survey", "Change a survey", s.update, api.Fails(fault.NotFound))
	api.Staff(r, access.SurveyWrite, "DELETE /web/survey/{id}", "Delete a survey", s.delete)

	found := api.Fails(fault.NotFound)
	freeToo := api.Also(access.FreeUserRead)
	api.Staff(r, access.SurveyWrite, "POST /web/survey/org-user", "Add recipients of partner centres", s.addOf(Attached), found)
	api.Staff(r, access.SurveyWrite, "POST /web/survey/free-user", "Add recipients of no centre", s.addOf(Free), found, freeToo)
	api.Staff(r, access.SurveyRead, "POST /web/survey/org-user/page", "List recipients of partner centres", s.orgRecipients, found)
	api.Staff(r, access.SurveyRead, "POST /web/survey/free-user/page", "List recipients of no centre", s.freeRecipients, found, freeToo)
	api.Staff(r, access.SurveyWrite, "POST /web/survey/send", "Send the survey to recipients", s.send, found)
	api.Staff(r, access.SurveyWrite, "DELETE /web/survey/users", "Remove recipients", s.removeUsers, found)

	api.App(r, "POST /app/survey/page", "The own surveys", s.mine)
	api.App(r, "PUT /app/survey/{surveyUserId}/open", "Note that a survey was opened", s.open)
}
