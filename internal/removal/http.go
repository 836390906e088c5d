package removal

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// ConsentRes is the answer to the consent in force.
type ConsentRes struct {
	Version  string    `json:"version" doc:"The consent in force"`
	Accepted bool      `json:"accepted"`
	At       *api.Time `json:"answeredAt" nullable:"true" doc:"null: not answered yet"`
}

func (h handlers) getConsent(ctx context.Context, who access.Member, _ *api.None) (ConsentRes, error) {
	c, err := h.s.Consent(ctx, who)
	res := ConsentRes{Version: c.Version, Accepted: c.Accepted}
	if c.At != nil {
		at := api.Time(*c.At)
		res.At = &at
	}
	return res, err
}

// ConsentReq answers the consent.
type ConsentReq struct {
	Version  string `json:"version" minLength:"1" maxLength:"50"`
	Accepted bool   `json:"accepted"`
}

func (h handlers) setConsent(ctx context.Context, who access.Member, in *api.Body[ConsentReq]) (api.Null, error) {
	return api.Null{}, h.s.SetConsent(ctx, who, in.Body.Version, in.Body.Accepted)
}

// RemoveUserReq is why a member leaves.
type RemoveUserReq struct {
	ReasonType *int   `json:"reasonType,omitempty" minimum:"0" maximum:"4"`
	Reason     string `json:"reason,omitempty" maxLength:"500"`
}

type removeInput struct {
	Body *RemoveUserReq
}

func (h handlers) remove(ctx context.Context, who access.Member, in *removeInput) (api.Null, error) {
	why := RemoveUserReq{}
	if in.Body != nil {
		why = *in.Body
	}
	return api.Null{}, h.s.Request(ctx, who, why.ReasonType, why.Reason)
}

func (h handlers) requestExport(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.RequestExport(ctx, who)
}

// ExportRes is how far the archive of a member's own data is.
type ExportRes struct {
	Status    ExportStatus `json:"status" doc:"0 none, 1 preparing, 2 ready"`
	URL       *string      `json:"url" doc:"Works for 24 hours"`
	CreatedAt *api.Time    `json:"createdAt" nullable:"true"`
}

func (h handlers) exportState(ctx context.Context, who access.Member, _ *api.None) (ExportRes, error) {
	e, err := h.s.ExportOf(ctx, who)
	res := ExportRes{Status: e.Status}
	if e.Status == exportNone {
		return res, err
	}
	at := api.Time(e.CreatedAt)
	res.CreatedAt = &at
	if e.URL != "" {
		res.URL = &e.URL
	}
	return res, err
}
