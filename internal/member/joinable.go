package member

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

// OrgJoinReq filters the users of partner centres who can be added to a survey.
type OrgJoinReq struct {
	SurveyID string `json:"surveyId" minLength:"1"`
	OrgUserPageDtoReq
}

// FreeJoinReq filters the users of no centre who can be added to a survey.
type FreeJoinReq struct {
	SurveyID string `json:"surveyId" minLength:"1"`
	FreeUserPageDtoReq
}

// orgJoinable lists who is not yet among the survey's recipients.
func (s *Service) orgJoinable(ctx context.Context, who access.Staff, in *api.Body[OrgJoinReq]) (page.Of[OrgUserPageDtoResp], error) {
	if _, err := s.surveys.Find(ctx, who, in.Body.SurveyID); err != nil {
		return page.Of[OrgUserPageDtoResp]{}, err
	}
	f := in.Body.OrgUserPageDtoReq.filter()
	f.NotInSurvey = in.Body.SurveyID
	people, err := s.OrgPage(ctx, who, f, in.Body.Request)
	return page.Map(people, showOrg), err
}

func (s *Service) freeJoinable(ctx context.Context, who access.Staff, in *api.Body[FreeJoinReq]) (page.Of[FreeUserPageDtoResp], error) {
	if _, err := s.surveys.Find(ctx, who, in.Body.SurveyID); err != nil {
		return page.Of[FreeUserPageDtoResp]{}, err
	}
	f := in.Body.FreeUserPageDtoReq.filter()
	f.NotInSurvey = in.Body.SurveyID
	people, err := s.FreePage(ctx, who, f, in.Body.Request)
	return page.Map(people, showFree), err
}
