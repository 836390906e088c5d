package survey

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// SurveyCreationReq is a new survey.
type SurveyCreationReq struct {
	Title string `json:"title" minLength:"1" maxLength:"50"`
	Link  string `json:"link" minLength:"1" maxLength:"255" doc:"An https address"`
}

// Check implements api.Checked.
func (r SurveyCreationReq) Check() []fault.Field {
	return Content(r).problems()
}

func (h handlers) create(ctx context.Context, who access.Staff, in *api.Body[SurveyCreationReq]) (api.Null, error) {
	return api.Null{}, h.s.Create(ctx, who, Content(in.Body))
}

type surveyPath struct {
	ID string `path:"id" doc:"The survey's id"`
}

// SurveyDetailResp is a survey as staff see it.
type SurveyDetailResp struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Link      string   `json:"link"`
	CreatedAt api.Time `json:"createdAt"`
	version   int64
}

// RecordVersion lets the reply carry an ETag.
func (d SurveyDetailResp) RecordVersion() int64 { return d.version }

func show(s Survey) SurveyDetailResp {
	return SurveyDetailResp{s.ID, s.Title, s.Link, api.Time(s.CreatedAt), s.Version}
}

func (h handlers) detail(ctx context.Context, who access.Staff, in *surveyPath) (SurveyDetailResp, error) {
	survey, err := h.s.Find(ctx, who, in.ID)
	return show(survey), err
}

// SurveyFilterPageReq filters the list.
type SurveyFilterPageReq struct {
	SearchKey string `json:"searchKey" maxLength:"255" doc:"Part of the title or link; empty means all"`
	page.Request
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[SurveyFilterPageReq]) (page.Of[SurveyDetailResp], error) {
	surveys, err := h.s.Page(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(surveys, show), err
}

// SurveyUpdateReq changes a survey; what is absent or null stays.
type SurveyUpdateReq struct {
	ID    string  `json:"id" minLength:"1"`
	Title *string `json:"title,omitempty" minLength:"1" maxLength:"50"`
	Link  *string `json:"link,omitempty" minLength:"1" maxLength:"255"`
}

func (r SurveyUpdateReq) edit() Edit { return Edit{r.Title, r.Link} }

// Check implements api.Checked.
func (r SurveyUpdateReq) Check() []fault.Field {
	return r.edit().problems()
}

type updateInput struct {
	api.IfMatch
	api.JSON[SurveyUpdateReq]
}

func (h handlers) update(ctx context.Context, who access.Staff, in *updateInput) (api.Null, error) {
	version, err := in.Version()
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.Update(ctx, who, in.Body.ID, in.Body.edit(), version)
}

func (h handlers) delete(ctx context.Context, who access.Staff, in *surveyPath) (api.Null, error) {
	return api.Null{}, h.s.Delete(ctx, who, in.ID)
}
