package account

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/media/clean"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

func (h handlers) appConfig(ctx context.Context, _ *api.None) (ConfigRes, error) {
	settings, err := catalog.ReadSettings(ctx, h.s.db)
	if err != nil {
		return ConfigRes{}, err
	}
	consent, err := catalog.ReadConsent(ctx, h.s.db)
	if err != nil {
		return ConfigRes{}, err
	}
	contacts, err := catalog.ReadContacts(ctx, h.s.db)
	return ConfigRes{
		MinVersion: settings.MinVersion, CrisisContacts: contacts, Consent: consent,
		Limits: LimitsRes{
			PictureBytes: clean.MaxPicture, PicturePixels: clean.MaxPixels,
			CodeGapSeconds: int(otp.DefaultBudgets.Gap.Seconds()), CodeSeconds: int(otp.Life.Seconds()),
		},
	}, err
}

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
	return api.Null{}, h.s.RequestRemoval(ctx, who, why.ReasonType, why.Reason)
}

func (h handlers) askExport(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.AskExport(ctx, who)
}

// ExportRes is how far the archive of a member's own data is.
type ExportRes struct {
	Status    int       `json:"status" doc:"0 none, 1 preparing, 2 ready"`
	URL       *string   `json:"url" doc:"Works for 24 hours"`
	CreatedAt *api.Time `json:"createdAt" nullable:"true"`
}

func (h handlers) exportState(ctx context.Context, who access.Member, _ *api.None) (ExportRes, error) {
	e, err := h.s.findExport(ctx, who)
	res := ExportRes{Status: e.Status}
	if e.Status == noExport {
		return res, err
	}
	at := api.Time(e.CreatedAt)
	res.CreatedAt = &at
	if e.Status == exportReady && e.FileKey != nil {
		url := h.s.media.SignedURL(*e.FileKey, exportLife)
		res.URL = &url
	}
	return res, err
}
