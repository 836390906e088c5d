package friend

import (
	"bytes"
	"context"
	"encoding/json"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// IDs is one id or several: clients send a text or a list.
type IDs []string

// UnmarshalJSON implements json.Unmarshaler.
func (ids *IDs) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte(`"`)) {
		*ids = make(IDs, 1)
		return json.Unmarshal(b, &(*ids)[0])
	}
	return json.Unmarshal(b, (*[]string)(ids))
}

// Schema describes it in the API document.
func (IDs) Schema(api.Registry) *api.Schema {
	return api.OneOrManySchema("One id or a list of them, at most 100")
}

// RequestIDsReqDTO names requests, under either of its names.
type RequestIDsReqDTO struct {
	FriendRequestIDs IDs `json:"friendRequestIds,omitempty"`
	FriendRequestID  IDs `json:"friendRequestId,omitempty" doc:"Another name of friendRequestIds"`
}

func (r RequestIDsReqDTO) ids() []string {
	return append(r.FriendRequestIDs[:len(r.FriendRequestIDs):len(r.FriendRequestIDs)], r.FriendRequestID...)
}

func (h handlers) acceptFor(ctx context.Context, who access.Staff, in *api.Body[RequestIDsReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.AcceptFor(ctx, who, in.Body.ids())
}

func (h handlers) rejectFor(ctx context.Context, who access.Staff, in *api.Body[RequestIDsReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.RejectFor(ctx, who, in.Body.ids())
}

// AddOrRejectReqDTO has one of two forms: a member and whom to make their
// friends, or requests to reject.
type AddOrRejectReqDTO struct {
	UserID        string   `json:"userId,omitempty" doc:"The member"`
	TargetUserIDs []string `json:"targetUserIds,omitempty" doc:"Whom to make their friends, at most 100"`
	RequestIDsReqDTO
}

// TransformSchema says in the API document that the forms exclude each other.
func (AddOrRejectReqDTO) TransformSchema(_ api.Registry, s *api.Schema) *api.Schema {
	return api.RequireOneForm(s, "userId targetUserIds", "friendRequestIds", "friendRequestId")
}

func (h handlers) addOrReject(ctx context.Context, who access.Staff, in *api.Body[AddOrRejectReqDTO]) (api.Null, error) {
	b := in.Body
	if b.FriendRequestIDs != nil || b.FriendRequestID != nil {
		if b.UserID != "" || len(b.TargetUserIDs) > 0 {
			return api.Null{}, fault.Invalid(ruleForms.On("userId"))
		}
		return api.Null{}, h.s.RejectFor(ctx, who, b.ids())
	}
	return api.Null{}, h.s.AddFor(ctx, who, b.UserID, b.TargetUserIDs)
}

var ruleForms = fault.NewRule("不可與 friendRequestIds 一併填寫", "cannot be given with friendRequestIds")

// FriendIDsReqDTO names friendships.
type FriendIDsReqDTO struct {
	FriendIDs []string `json:"friendIds" doc:"1 to 100"`
}

func (h handlers) removeFor(ctx context.Context, who access.Staff, in *api.Body[FriendIDsReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.RemoveFor(ctx, who, in.Body.FriendIDs)
}

// BlockReqDTO is a member and whom to block for them.
type BlockReqDTO struct {
	UserID        string   `json:"userId" minLength:"1"`
	TargetUserIDs []string `json:"targetUserIds" doc:"1 to 100"`
}

func (h handlers) blockFor(ctx context.Context, who access.Staff, in *api.Body[BlockReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.BlockFor(ctx, who, in.Body.UserID, in.Body.TargetUserIDs)
}

// BlockIDsReqDTO names blocks.
type BlockIDsReqDTO struct {
	FriendBlockIDs []string `json:"friendBlockIds" doc:"1 to 100"`
}

func (h handlers) unblockFor(ctx context.Context, who access.Staff, in *api.Body[BlockIDsReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.UnblockFor(ctx, who, in.Body.FriendBlockIDs)
}

// UserPermissionReqDTO is what a member lets someone see.
type UserPermissionReqDTO struct {
	UserID  string `json:"userId" minLength:"1" doc:"Whose it is"`
	ActorID string `json:"actorId" minLength:"1" doc:"Who sees it"`
	FlagsReq
}

func (h handlers) grantFor(ctx context.Context, who access.Staff, in *api.Body[UserPermissionReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.GrantFor(ctx, who, in.Body.UserID, in.Body.ActorID, in.Body.flags())
}

type memberPath struct {
	UserID string `path:"user_id" doc:"The member"`
}

func (h handlers) settingsFor(ctx context.Context, who access.Staff, in *memberPath) (DefaultPermissionResDTO, error) {
	settings, err := h.s.SettingsOf(ctx, who, in.UserID)
	return showSettings(settings), err
}

type setForInput struct {
	UserID string `path:"user_id" doc:"The member"`
	Body   DefaultPermissionReq
}

func (h handlers) setFor(ctx context.Context, who access.Staff, in *setForInput) (api.Null, error) {
	return api.Null{}, h.s.SetFor(ctx, who, in.UserID, in.Body.change())
}
