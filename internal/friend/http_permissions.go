package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
)

// PermissionResDTO is what someone may see. A setting of "only me" comes first,
// whatever is set here.
type PermissionResDTO Views

func (h handlers) permissions(ctx context.Context, who access.Member, in *userPath) (PermissionResDTO, error) {
	views, err := h.s.Granted(ctx, who, in.UserID)
	return PermissionResDTO(views), err
}

// FlagsReq is what to let someone see; what is absent or null stays.
type FlagsReq struct {
	StepView   *bool `json:"stepView,omitempty" nullable:"true"`
	MapView    *bool `json:"mapView,omitempty" nullable:"true"`
	MascotView *bool `json:"mascotView,omitempty" nullable:"true"`
	AvatarView *bool `json:"avatarView,omitempty" nullable:"true"`
}

func (f FlagsReq) flags() Flags { return Flags{f.StepView, f.MapView, f.MascotView, f.AvatarView} }

type setPermissionsInput struct {
	UserID string `path:"user_id" doc:"The other member's id"`
	Body   FlagsReq
}

func (h handlers) setPermissions(ctx context.Context, who access.Member, in *setPermissionsInput) (api.Null, error) {
	return api.Null{}, h.s.Grant(ctx, who, in.UserID, in.Body.flags())
}

// DefaultPermissionResDTO is what others may do and see.
type DefaultPermissionResDTO struct {
	Searchable     bool     `json:"searchable"`
	Requestable    bool     `json:"requestable"`
	StepViewEnum   Audience `json:"stepViewEnum" enum:"0,1,2" doc:"0 only me, 1 friends only, 2 everyone"`
	MapViewEnum    Audience `json:"mapViewEnum" enum:"0,1,2" doc:"0 only me, 1 friends only, 2 everyone"`
	MascotViewEnum Audience `json:"mascotViewEnum" enum:"0,1,2" doc:"0 only me, 1 friends only, 2 everyone"`
	AvatarViewEnum Audience `json:"avatarViewEnum" enum:"0,1,2" doc:"0 only me, 1 friends only, 2 everyone"`
}

func (h handlers) defaults(ctx context.Context, who access.Member, _ *api.None) (DefaultPermissionResDTO, error) {
	settings, err := h.s.Settings(ctx, who)
	return showSettings(settings), err
}

func showSettings(s Settings) DefaultPermissionResDTO {
	return DefaultPermissionResDTO{s.Searchable, s.Requestable, s.Step, s.Map, s.Mascot, s.Avatar}
}

// DefaultPermissionReq is what to let others do and see; what is absent or null
// stays.
type DefaultPermissionReq struct {
	Searchable     *bool     `json:"searchable,omitempty" nullable:"true"`
	Requestable    *bool     `json:"requestable,omitempty" nullable:"true"`
	StepViewEnum   *Audience `json:"stepViewEnum,omitempty" nullable:"true" minimum:"0" maximum:"2" doc:"0 only me, 1 friends only, 2 everyone"`
	MapViewEnum    *Audience `json:"mapViewEnum,omitempty" nullable:"true" minimum:"0" maximum:"2" doc:"0 only me, 1 friends only, 2 everyone"`
	MascotViewEnum *Audience `json:"mascotViewEnum,omitempty" nullable:"true" minimum:"0" maximum:"2" doc:"0 only me, 1 friends only, 2 everyone"`
	AvatarViewEnum *Audience `json:"avatarViewEnum,omitempty" nullable:"true" minimum:"0" maximum:"2" doc:"0 only me, 1 friends only, 2 everyone"`
}

func (r DefaultPermissionReq) change() SettingsChange {
	return SettingsChange{r.Searchable, r.Requestable, r.StepViewEnum, r.MapViewEnum, r.MascotViewEnum, r.AvatarViewEnum}
}

func (h handlers) setDefaults(ctx context.Context, who access.Member, in *api.Body[DefaultPermissionReq]) (api.Null, error) {
	return api.Null{}, h.s.Set(ctx, who, in.Body.change())
}
