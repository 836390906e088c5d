package friend

import (
	"context"

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

func summaryOf(r Relative) UserSummaryDTO {
	return UserSummaryDTO{r.UserID, r.Username, r.Nickname, r.Email, r.Phone, r.District, r.UserType, r.ServiceNumber}
}

func withStaff(r Relative) UserWithStaffDTO { return UserWithStaffDTO{summaryOf(r), r.Staff} }

func relationOf(r Relative) UserRelationItemResDTO {
	item := UserRelationItemResDTO{UserSummaryDTO: summaryOf(r), FriendStatus: r.Status, RequestedBy: r.RequestedBy}
	if r.Status == Normal {
		item.FriendID = &r.RelationID
	} else {
		item.FriendRequestID = &r.RelationID
	}
	if r.FriendAt != nil {
		item.FriendAt = new(api.Time(*r.FriendAt))
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
	return wrapped(found, func(r Relative) UserBlockItemResDTO {
		return UserBlockItemResDTO{r.RelationID, r.RelationID, withStaff(r)}
	}), err
}

// CandidateFilterReqDTO filters people who can be made friends of a member.
type CandidateFilterReqDTO struct {
	SearchKey string `json:"searchKey,omitempty" nullable:"true" maxLength:"255" doc:"Part of a name, email, phone or service number"`
	UserID    string `json:"userId,omitempty" doc:"The member; their friends and blocks are left out"`
	page.Request
}

func (h handlers) candidates(kind narrow) func(context.Context, access.Staff, *api.Body[CandidateFilterReqDTO]) ([]page.Of[UserWithStaffDTO], error) {
	return func(ctx context.Context, who access.Staff, in *api.Body[CandidateFilterReqDTO]) ([]page.Of[UserWithStaffDTO], error) {
		b := in.Body
		found, err := h.s.Candidates(ctx, who, kind, b.UserID, b.SearchKey, b.Request)
		return wrapped(found, withStaff), err
	}
}

// wrapped is a page as the contract has it for staff: in an array of one.
func wrapped[T any](found page.Of[Relative], show func(Relative) T) []page.Of[T] {
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
	r, views, err := h.s.RelationOf(ctx, who, in.UserID, id, status)
	if err != nil {
		return UserRelationDetailResDTO{}, err
	}
	level, err := h.s.wallet.LevelOf(ctx, h.s.db, r.Exp)
	if err != nil {
		return UserRelationDetailResDTO{}, err
	}
	item := relationOf(r)
	return UserRelationDetailResDTO{
		item.FriendRequestID, item.FriendID, item.FriendStatus, item.FriendAt, h.accountOf(r, level), PermissionResDTO(views),
	}, nil
}

func (h handlers) accountOf(r Relative, level int) UserAccountDTO {
	account := UserAccountDTO{
		ID: r.UserID, Username: r.Username, Nickname: r.Nickname, Phone: r.Phone, Email: r.Email, District: r.District,
		UserType: r.UserType, Level: level, Gender: r.Gender, Signature: r.Signature,
		AvatarURL: h.s.pictures.Picture(r.AvatarKey, r.DefaultAvatar),
	}
	if r.ServiceNumber != nil {
		account.ServiceNumber = *r.ServiceNumber
	}
	if !r.Birthday.IsZero() {
		account.Birthday = &r.Birthday
	}
	return account
}
