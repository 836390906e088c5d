package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

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

func (s *Service) friendsPage(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[SummaryItemResDTO], error) {
	found, err := s.FriendsPage(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, show), err
}

func (s *Service) requestsPage(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[SummaryItemResDTO], error) {
	found, err := s.RequestsPage(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, show), err
}

func (s *Service) blockedPage(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[BlockedSummaryItemResDTO], error) {
	found, err := s.BlockedPage(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, func(p Person) BlockedSummaryItemResDTO { return BlockedSummaryItemResDTO{p.BlockID, show(p)} }), err
}

func (s *Service) search(ctx context.Context, who access.Member, in *api.Body[FilterReqDTO]) (page.Of[SearchSummaryItemResDTO], error) {
	found, err := s.Search(ctx, who, in.Body.SearchKey, in.Body.Request)
	return page.Map(found, func(p Person) SearchSummaryItemResDTO { return SearchSummaryItemResDTO{show(p), p.Action} }), err
}

// RequestBadgeResDTO counts requests.
type RequestBadgeResDTO struct {
	Badge int64 `json:"badge"`
}

func (s *Service) badge(ctx context.Context, who access.Member, _ *api.None) (RequestBadgeResDTO, error) {
	n, err := s.Badge(ctx, who)
	return RequestBadgeResDTO{n}, err
}

// InfoResDTO is what the App's friends screen begins with.
type InfoResDTO struct {
	RequestBadge int64 `json:"requestBadge"`
	HasBlocked   bool  `json:"hasBlocked"`
}

func (s *Service) info(ctx context.Context, who access.Member, _ *api.None) (InfoResDTO, error) {
	n, err := s.Badge(ctx, who)
	if err != nil {
		return InfoResDTO{}, err
	}
	blocked, err := s.HasBlocked(ctx, who)
	return InfoResDTO{n, blocked}, err
}

type userPath struct {
	UserID string `path:"user_id" doc:"The other member's id"`
}

// ActionResDTO is what the caller can do about the other now.
type ActionResDTO struct {
	FriendActionType ActionType `json:"friendActionType" enum:"0,1,2,3,4" doc:"0 not searchable, 1 cannot add, 2 can add, 3 already requested, 4 can accept or reject"`
}

func (s *Service) request(ctx context.Context, who access.Member, in *userPath) (ActionResDTO, error) {
	action, err := s.Request(ctx, who, in.UserID)
	return ActionResDTO{action}, err
}

func (s *Service) accept(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, s.Accept(ctx, who, in.UserID)
}

func (s *Service) reject(ctx context.Context, who access.Member, in *userPath) (ActionResDTO, error) {
	action, err := s.Reject(ctx, who, in.UserID)
	return ActionResDTO{action}, err
}

func (s *Service) remove(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, s.Remove(ctx, who, in.UserID)
}

func (s *Service) blockUser(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, s.Block(ctx, who, in.UserID)
}

func (s *Service) unblockUser(ctx context.Context, who access.Member, in *userPath) (api.Null, error) {
	return api.Null{}, s.Unblock(ctx, who, in.UserID)
}

func (s *Service) physique(ctx context.Context, who access.Member, in *userPath) (CheckPhysiqueResDTO, error) {
	set, err := s.HasPhysique(ctx, who, in.UserID)
	return CheckPhysiqueResDTO{set}, err
}

// CheckPhysiqueResDTO tells whether a physique is set.
type CheckPhysiqueResDTO struct {
	Check bool `json:"check" doc:"false also for whoever may not see the steps"`
}
