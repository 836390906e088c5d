package friend

import (
	"bytes"
	"context"
	"encoding/json"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// OfUserFilterReqDTO filters what belongs to one member.
type OfUserFilterReqDTO struct {
	SearchKey string `json:"searchKey,omitempty" nullable:"true" maxLength:"255" doc:"Part of a name; of people within reach also of email, phone or service number"`
	UserID    string `json:"userId" minLength:"1" doc:"The member"`
	page.Request
}

// RelationFilterReqDTO filters the friends and requests of a member.
type RelationFilterReqDTO struct {
	OfUserFilterReqDTO
	FriendStatuses []Status `json:"friendStatuses,omitempty" nullable:"true" maxItems:"2" enum:"0,1" doc:"0 requesting, 1 friends; none means both"`
}

// UserSummaryDTO is someone as staff see them in a list. Addresses, service
// number and staff are those of people within reach alone.
type UserSummaryDTO struct {
	UserID        string          `json:"userId"`
	Username      string          `json:"username"`
	Nickname      string          `json:"nickname"`
	Email         string          `json:"email"`
	Phone         string          `json:"phone"`
	District      string          `json:"district"`
	UserType      access.UserType `json:"userType" doc:"1 regular, 2 plan"`
	ServiceNumber *string         `json:"serviceNumber"`
}

// UserRelationItemResDTO is a friend or a request of a member.
type UserRelationItemResDTO struct {
	FriendRequestID *string `json:"friendRequestId" doc:"null when they are friends"`
	FriendID        *string `json:"friendId" doc:"null when they are not yet friends"`
	UserSummaryDTO
	FriendStatus Status    `json:"friendStatus" enum:"0,1" doc:"0 requesting, 1 friends"`
	FriendAt     *api.Time `json:"friendAt" nullable:"true" doc:"Since when they are friends"`
	RequestedBy  string    `json:"requestedBy" doc:"Which of the two asked"`
}

// UserWithStaffDTO is someone with who looks after them.
type UserWithStaffDTO struct {
	UserSummaryDTO
	Staff *string `json:"staff" doc:"Name of the responsible staff member"`
}

// UserBlockItemResDTO is someone whom a member blocked.
type UserBlockItemResDTO struct {
	FriendBlockID string `json:"friendBlockId"`
	FriendID      string `json:"friendId" doc:"The same as friendBlockId"`
	UserWithStaffDTO
}

func summaryOf(u RelatedUser) UserSummaryDTO {
	return UserSummaryDTO{u.UserID, u.Username, u.Nickname, u.Email, u.Phone, u.District, u.UserType, u.ServiceNumber}
}

func withStaff(u RelatedUser) UserWithStaffDTO { return UserWithStaffDTO{summaryOf(u), u.Staff} }

func relationOf(u RelatedUser) UserRelationItemResDTO {
	item := UserRelationItemResDTO{UserSummaryDTO: summaryOf(u), FriendStatus: u.Status, RequestedBy: u.RequestedBy}
	if u.Status == Normal {
		item.FriendID = &u.RelationID
	} else {
		item.FriendRequestID = &u.RelationID
	}
	if u.FriendAt != nil {
		item.FriendAt = new(api.Time(*u.FriendAt))
	}
	return item
}

func (h handlers) relationsPage(ctx context.Context, who access.Staff, in *api.Body[RelationFilterReqDTO]) ([]page.Of[UserRelationItemResDTO], error) {
	b := in.Body
	found, err := h.s.RelationsOf(ctx, who, b.UserID, b.FriendStatuses, b.SearchKey, b.Request)
	return wrapped(found, relationOf), err
}

func (h handlers) blockedByPage(ctx context.Context, who access.Staff, in *api.Body[OfUserFilterReqDTO]) ([]page.Of[UserBlockItemResDTO], error) {
	b := in.Body
	found, err := h.s.BlockedBy(ctx, who, b.UserID, b.SearchKey, b.Request)
	return wrapped(found, func(u RelatedUser) UserBlockItemResDTO {
		return UserBlockItemResDTO{u.RelationID, u.RelationID, withStaff(u)}
	}), err
}

// CandidateFilterReqDTO filters people who can be made friends of a member.
type CandidateFilterReqDTO struct {
	SearchKey string `json:"searchKey,omitempty" nullable:"true" maxLength:"255" doc:"Part of a name, email, phone or service number"`
	UserID    string `json:"userId,omitempty" doc:"The member; their friends and blocks are left out"`
	page.Request
}

func (h handlers) candidates(kind access.Attachment) func(context.Context, access.Staff, *api.Body[CandidateFilterReqDTO]) ([]page.Of[UserWithStaffDTO], error) {
	return func(ctx context.Context, who access.Staff, in *api.Body[CandidateFilterReqDTO]) ([]page.Of[UserWithStaffDTO], error) {
		b := in.Body
		found, err := h.s.Candidates(ctx, who, kind, b.UserID, b.SearchKey, b.Request)
		return wrapped(found, withStaff), err
	}
}

// wrapped is a page as the contract has it for staff: in an array of one.
func wrapped[T any](found page.Of[RelatedUser], show func(RelatedUser) T) []page.Of[T] {
	return []page.Of[T]{page.Map(found, show)}
}

type relationInput struct {
	UserID        string `path:"user_id" doc:"The member"`
	Friend        string `query:"friend" doc:"Id of a friendship; this or friend-request"`
	FriendRequest string `query:"friend-request" doc:"Id of a request"`
}

var ruleOneID = fault.NewRule("friend 和 friend-request 必須只填一項", "give friend or friend-request, one of them")

// UserRelationDetailResDTO is one relation of a member.
type UserRelationDetailResDTO struct {
	FriendRequestID *string          `json:"friendRequestId"`
	FriendID        *string          `json:"friendId"`
	FriendStatus    Status           `json:"friendStatus" enum:"0,1" doc:"0 requesting, 1 friends"`
	FriendAt        *api.Time        `json:"friendAt" nullable:"true"`
	Account         UserAccountDTO   `json:"account" doc:"The other's record"`
	Permission      PermissionResDTO `json:"permission" doc:"What the member lets the other see"`
}

// UserAccountDTO is a member's record, as far as it is within reach.
type UserAccountDTO struct {
	ID            string          `json:"id"`
	Username      string          `json:"username"`
	Nickname      string          `json:"nickname"`
	Phone         string          `json:"phone"`
	Email         string          `json:"email"`
	District      string          `json:"district"`
	UserType      access.UserType `json:"userType" doc:"1 regular, 2 plan"`
	Level         int             `json:"level"`
	ServiceNumber string          `json:"serviceNumber"`
	Gender        *int            `json:"gender" doc:"0 female, 1 male, 2 not said"`
	Birthday      *clock.Date     `json:"birthday" nullable:"true"`
	Signature     string          `json:"signature"`
	AvatarURL     string          `json:"avatarUrl"`
}

func (h handlers) relationDetail(ctx context.Context, who access.Staff, in *relationInput) (UserRelationDetailResDTO, error) {
	id, status := in.Friend, Normal
	if id == "" {
		id, status = in.FriendRequest, Requesting
	}
	if (in.Friend == "") == (in.FriendRequest == "") {
		return UserRelationDetailResDTO{}, fault.Invalid(ruleOneID.On("friend"))
	}
	d, err := h.s.RelationOf(ctx, who, in.UserID, id, status)
	if err != nil {
		return UserRelationDetailResDTO{}, err
	}
	item := relationOf(d.RelatedUser)
	return UserRelationDetailResDTO{
		item.FriendRequestID, item.FriendID, item.FriendStatus, item.FriendAt, h.accountOf(d), PermissionResDTO(d.Views),
	}, nil
}

func (h handlers) accountOf(d RelationDetail) UserAccountDTO {
	account := UserAccountDTO{
		ID: d.UserID, Username: d.Username, Nickname: d.Nickname, Phone: d.Phone, Email: d.Email, District: d.District,
		UserType: d.UserType, Level: d.Level, ServiceNumber: api.OrZero(d.ServiceNumber), Gender: d.Gender, Signature: d.Signature,
		AvatarURL: h.s.Pictures.Picture(d.AvatarKey, d.DefaultAvatar),
	}
	if !d.Birthday.IsZero() {
		account.Birthday = &d.Birthday
	}
	return account
}

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
