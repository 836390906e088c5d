package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// FilterReqDTO filters a list of people.
type FilterReqDTO struct {
	SearchKey string `json:"searchKey,omitempty" nullable:"true" maxLength:"255" doc:"Part of the nickname or username; empty means all"`
	page.Request
}

// SummaryItemResDTO is someone in a list.
type SummaryItemResDTO struct {
	UserID    string `json:"userId"`
	AvatarURL string `json:"avatarUrl" doc:"A default picture where their own may not be seen"`
	Nickname  string `json:"nickname"`
	Username  string `json:"username"`
}

// BlockedSummaryItemResDTO is someone whom the caller blocked.
type BlockedSummaryItemResDTO struct {
	FriendBlockID string `json:"friendBlockId"`
	SummaryItemResDTO
}

// SearchSummaryItemResDTO is someone who was found.
type SearchSummaryItemResDTO struct {
	SummaryItemResDTO
	FriendActionType ActionType `json:"friendActionType" enum:"0,1,2,3,4" doc:"0 not searchable, 1 cannot add, 2 can add, 3 already requested, 4 can accept or reject"`
}

func show(p Person) SummaryItemResDTO {
	return SummaryItemResDTO{p.UserID, p.AvatarURL, p.Nickname, p.Username}
}

func (h handlers) friendsPage(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[SummaryItemResDTO], error) {
	found, err := h.s.FriendsPage(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, show), err
}

func (h handlers) requestsPage(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[SummaryItemResDTO], error) {
	found, err := h.s.RequestsPage(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, show), err
}

func (h handlers) blockedPage(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[BlockedSummaryItemResDTO], error) {
	found, err := h.s.BlockedPage(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, func(p Person) BlockedSummaryItemResDTO { return BlockedSummaryItemResDTO{p.BlockID, show(p)} }), err
}

func (h handlers) search(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[SearchSummaryItemResDTO], error) {
	found, err := h.s.Search(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, func(p Person) SearchSummaryItemResDTO { return SearchSummaryItemResDTO{show(p), p.Action} }), err
}

// RequestBadgeResDTO counts requests.
type RequestBadgeResDTO struct {
	Badge int64 `json:"badge"`
}

func (h handlers) badge(ctx context.Context, who access.Member, _ *api.None) (RequestBadgeResDTO, error) {
	n, err := h.s.Badge(ctx, who)
	return RequestBadgeResDTO{n}, err
}

// InfoResDTO is what the App's friends screen begins with.
type InfoResDTO struct {
	RequestBadge int64 `json:"requestBadge"`
	HasBlocked   bool  `json:"hasBlocked"`
}

func (h handlers) info(ctx context.Context, who access.Member, _ *api.None) (InfoResDTO, error) {
	n, err := h.s.Badge(ctx, who)
	if err != nil {
		return InfoResDTO{}, err
	}
	blocked, err := h.s.HasBlocked(ctx, who)
	return InfoResDTO{n, blocked}, err
}

type userPath struct {
	UserID string `path:"user_id" doc:"The other member's id"`
}

// ActionResDTO is what the caller can do about the other now.
type ActionResDTO struct {
	FriendActionType ActionType `json:"friendActionType" enum:"0,1,2,3,4" doc:"0 not searchable, 1 cannot add, 2 can add, 3 already requested, 4 can accept or reject"`
}

func (h handlers) request(ctx context.Context, who access.Member, in *userPath) (ActionResDTO, error) {
	action, err := h.s.Request(ctx, who, in.UserID)
	return ActionResDTO{action}, err
}

func (h handlers) accept(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, h.s.Accept(ctx, who, in.UserID)
}

func (h handlers) reject(ctx context.Context, who access.Member, in *userPath) (ActionResDTO, error) {
	action, err := h.s.Reject(ctx, who, in.UserID)
	return ActionResDTO{action}, err
}

func (h handlers) remove(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, h.s.Remove(ctx, who, in.UserID)
}

func (h handlers) blockUser(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, h.s.Block(ctx, who, in.UserID)
}

func (h handlers) unblockUser(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, h.s.Unblock(ctx, who, in.UserID)
}

func (h handlers) physique(ctx context.Context, who access.Member, in *userPath) (CheckPhysiqueResDTO, error) {
	set, err := h.s.HasPhysique(ctx, who, in.UserID)
	return CheckPhysiqueResDTO{set}, err
}

// CheckPhysiqueResDTO tells whether a physique is set.
type CheckPhysiqueResDTO struct {
	Check bool `json:"check" doc:"false also for whoever may not see the steps"`
}
