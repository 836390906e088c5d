package health

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

// AdjustUserStepReqDTO adds steps to a day.
type AdjustUserStepReqDTO struct {
	UserID string     `json:"userId" minLength:"1"`
	Date   clock.Date `json:"date" doc:"In Hong Kong; they are added to its last hour"`
	Steps  int64      `json:"steps" minimum:"0" maximum:"100000"`
}

func (h handlers) adjust(ctx context.Context, who access.Staff, in *api.Body[AdjustUserStepReqDTO]) (api.Null, error) {
	if !isYearKnown(in.Body.Date) {
		return api.Null{}, fault.Invalid(ruleYears.On("date"))
	}
	return api.Null{}, h.s.Adjust(ctx, who, in.Body.UserID, in.Body.Date, in.Body.Steps)
}

type adjustmentPath struct {
	ID string `path:"id" doc:"The adjustment's id, as the explanation shows it"`
}

func (h handlers) takeBackAdjustment(ctx context.Context, who access.Staff, in *adjustmentPath) (api.Null, error) {
	return api.Null{}, h.s.TakeBackAdjustment(ctx, who, in.ID)
}

// adjustByService adds the rows of another service.
func (h handlers) adjustByService(ctx context.Context, in *api.Body[api.Raw[UpdateStepDTO]]) (api.Null, error) {
	var req UpdateStepDTO
	if err := decode(in.Body, &req); err != nil {
		return api.Null{}, err
	}
	if len(req.Data) == 0 {
		return api.Null{}, fault.Invalid(fault.RuleRequired.On("data"))
	}
	reports, err := readRowsOfUsers(req.Data, h.s.Clock.Now())
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.AdjustByService(ctx, reports)
}
