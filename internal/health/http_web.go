package health

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// FetchUserStepReqDTO asks for the days of a user.
type FetchUserStepReqDTO struct {
	UserID string     `json:"userId" minLength:"1"`
	Start  clock.Date `json:"start" doc:"The first day, in Hong Kong"`
	End    clock.Date `json:"end" doc:"The last day, included"`
	page.Request
}

// FetchUserStepSummaryResDTO is days of a user.
type FetchUserStepSummaryResDTO struct {
	page.Of[StepDay]
	TotalSteps int64 `json:"totalSteps" doc:"Of all days of the period, other pages included"`
}

// StepDay is the steps of a day.
type StepDay struct {
	Date  clock.Date `json:"date"`
	Steps int64      `json:"steps"`
}

var rulePeriod = fault.NewRule("不可早於開始日期", "must not be before the start")

func (h handlers) fetchForStaff(ctx context.Context, who access.Staff, in *api.Body[FetchUserStepReqDTO]) ([]FetchUserStepSummaryResDTO, error) {
	req := in.Body
	var broken []fault.Field
	for _, d := range []struct {
		name string
		date clock.Date
	}{{"start", req.Start}, {"end", req.End}} {
		if d.date.IsZero() || !known(d.date) {
			broken = append(broken, ruleYears.On(d.name))
		}
	}
	if req.End.Before(req.Start) {
		broken = append(broken, rulePeriod.On("end"))
	}
	if len(broken) > 0 {
		return nil, fault.Invalid(broken...)
	}
	if err := reach(ctx, h.s.db, who, req.UserID); err != nil {
		return nil, err
	}
	days, total, err := listDays(ctx, h.s.db, req.UserID, req.Start, req.End, req.Request)
	res := FetchUserStepSummaryResDTO{page.Map(days, func(d listedDay) StepDay { return StepDay(d) }), total}
	return []FetchUserStepSummaryResDTO{res}, err
}

// AdjustUserStepReqDTO adds steps to a day.
type AdjustUserStepReqDTO struct {
	UserID string     `json:"userId" minLength:"1"`
	Date   clock.Date `json:"date" doc:"In Hong Kong; they are added to its last hour"`
	Steps  int64      `json:"steps" minimum:"0" maximum:"100000"`
}

func (h handlers) adjust(ctx context.Context, who access.Staff, in *api.Body[AdjustUserStepReqDTO]) (api.Null, error) {
	if !known(in.Body.Date) {
		return api.Null{}, fault.Invalid(ruleYears.On("date"))
	}
	return api.Null{}, h.s.Adjust(ctx, who, in.Body.UserID, in.Body.Date, in.Body.Steps)
}

type adjustmentPath struct {
	ID string `path:"id" doc:"The adjustment's id, as the explanation shows it"`
}

func (h handlers) takeBack(ctx context.Context, who access.Staff, in *adjustmentPath) (api.Null, error) {
	return api.Null{}, h.s.TakeBack(ctx, who, in.ID)
}
