package survey

import (
	"hearten/internal/access"
	"hearten/internal/api"
	"hearten/internal/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	r = r.Area("Surveys", "Questionnaires that staff send to users")

	api.Staff(r, access.SurveyWrite, "POST /web/survey", "Create a survey", s.create)
	api.Staff(r, access.SurveyRead, "GET /web/survey/{id}", "Show a survey", s.detail)
	api.Staff(r, access.SurveyRead, "POST /web/survey/page", "List surveys", s.page)
	api.Staff(r, access.SurveyWrite, "PUT /web/survey", "Change a survey", s.update, api.Fails(fault.NotFound))
	api.Staff(r, access.SurveyWrite, "DELETE /web/survey/{id}", "Delete a survey", s.delete)
}
