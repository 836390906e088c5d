package health

import (
	"context"
	"math"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// PointerRes is where the next synchronisation begins.
type PointerRes struct {
	PointerTime string `json:"pointerTime" doc:"When the last reported row ends, UTC; empty with no record"`
	Connected   bool   `json:"healthConnected" doc:"What the device last said of its platform of health data"`
}

func (h handlers) ownPointer(ctx context.Context, who access.Member, _ *api.None) (PointerRes, error) {
	var res PointerRes
	at, err := h.s.Pointer(ctx, who)
	if err != nil {
		return res, err
	}
	res.PointerTime = showPointer(at)
	res.Connected, err = h.s.Connected(ctx, who)
	return res, err
}

// showPointer is empty where there is no record.
func showPointer(at *time.Time) string {
	if at == nil {
		return ""
	}
	return api.Time(*at).String()
}

// CheckPhysiqueResDTO tells whether a physique is set.
type CheckPhysiqueResDTO struct {
	Check bool `json:"check"`
}

func (h handlers) checkPhysique(ctx context.Context, who access.Member, _ *api.None) (CheckPhysiqueResDTO, error) {
	p, err := h.s.Physique(ctx, who)
	return CheckPhysiqueResDTO{p != nil}, err
}

// PhysiqueDTO is a member's body.
type PhysiqueDTO struct {
	Age    int64   `json:"age" doc:"Years"`
	Height float64 `json:"height" doc:"cm"`
	Weight float64 `json:"weight" doc:"kg"`
}

func (h handlers) getPhysique(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[PhysiqueDTO], error) {
	p, err := h.s.Physique(ctx, who)
	if err != nil || p == nil {
		return api.Maybe[PhysiqueDTO]{}, err
	}
	return api.Some(PhysiqueDTO{*p.Age, float64(*p.Height) / 100, float64(*p.Weight) / 100}), nil
}

// PhysiqueReq changes a member's body; what is absent or null stays.
type PhysiqueReq struct {
	Age    *float64 `json:"age,omitempty" nullable:"true" minimum:"1" maximum:"150" doc:"Years; needed the first time, like the others"`
	Height *float64 `json:"height,omitempty" nullable:"true" minimum:"1" maximum:"300" doc:"cm, to the hundredth"`
	Weight *float64 `json:"weight,omitempty" nullable:"true" minimum:"1" maximum:"300" doc:"kg, to the hundredth"`
}

func (h handlers) setPhysique(ctx context.Context, who access.Member, in *api.Body[PhysiqueReq]) (api.Null, error) {
	var change Physique
	if in.Body.Age != nil {
		years := int64(math.Floor(*in.Body.Age))
		change.Age = &years
	}
	if in.Body.Height != nil {
		height := hundredths(*in.Body.Height)
		change.Height = &height
	}
	if in.Body.Weight != nil {
		weight := hundredths(*in.Body.Weight)
		change.Weight = &weight
	}
	return api.Null{}, h.s.SetPhysique(ctx, who, change)
}

func (h handlers) connect(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.SetConnected(ctx, who, true)
}

func (h handlers) disconnect(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.SetConnected(ctx, who, false)
}
