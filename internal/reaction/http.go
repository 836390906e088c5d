package reaction

import (
	"context"
	"time"

	"hearten/internal/platform/api"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Analytics }

// StarReqDTO is a reaction to an article.
type StarReqDTO struct {
	UserID    string `json:"userId" minLength:"1"`
	ArticleID string `json:"articleId" minLength:"1"`
	Type      *int   `json:"type,omitempty" enum:"0,1,2" doc:"0 like (default), 1 bookmark, 2 read"`
	Vote      *int   `json:"vote,omitempty" enum:"0,1" doc:"1 up (default) sets it, 0 down takes it away"`
}

func (h handlers) star(ctx context.Context, in *api.Body[StarReqDTO]) (api.Null, error) {
	b, kind := in.Body, Like
	if b.Type != nil {
		kind = Kind(*b.Type)
	}
	return api.Null{}, h.s.React(ctx, b.UserID, b.ArticleID, kind, isUp(b.Vote))
}

func isUp(vote *int) bool { return vote == nil || *vote == 1 }

// StarInfoReqDTO is a read of a community resource.
type StarInfoReqDTO struct {
	UserID string `json:"userId" minLength:"1"`
	InfoID string `json:"infoId" minLength:"1"`
	Type   *int   `json:"type,omitempty" enum:"2" doc:"2 read, the only one"`
	Vote   *int   `json:"vote,omitempty" enum:"0,1" doc:"1 up (default) sets it, 0 down takes it away"`
}

func (h handlers) starInfo(ctx context.Context, in *api.Body[StarInfoReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.SetResourceRead(ctx, in.Body.UserID, in.Body.InfoID, isUp(in.Body.Vote))
}

// GetArticleDailyReqDTO names a member.
type GetArticleDailyReqDTO struct {
	UserID string `json:"userId" minLength:"1"`
}

// ArticleMarkDTO is who reacted to which article.
type ArticleMarkDTO struct {
	UserID    string `json:"userId"`
	ArticleID string `json:"articleId"`
}

func showPairs(pairs []Pair) []ArticleMarkDTO {
	out := make([]ArticleMarkDTO, len(pairs))
	for i, p := range pairs {
		out[i] = ArticleMarkDTO{p.UserID, p.ItemID}
	}
	return out
}

func (h handlers) daily(ctx context.Context, in *api.Body[GetArticleDailyReqDTO]) ([]ArticleMarkDTO, error) {
	pairs, err := h.s.Daily(ctx, in.Body.UserID)
	return showPairs(pairs), err
}

// FilterStarReqDTO asks for reactions to articles.
type FilterStarReqDTO struct {
	UserIDs    []string  `json:"userIds" maxItems:"1000"`
	ArticleIDs []string  `json:"articleIds" maxItems:"1000"`
	Type       *int      `json:"type,omitempty" enum:"0,1,2" doc:"0 like, 1 bookmark, 2 read; absent means any"`
	StartTime  time.Time `json:"startTime"`
	EndTime    time.Time `json:"endTime" doc:"Included"`
}

func (h handlers) filter(ctx context.Context, in *api.Body[FilterStarReqDTO]) ([]ArticleMarkDTO, error) {
	b := in.Body
	pairs, err := h.s.Filter(ctx, b.UserIDs, b.ArticleIDs, (*Kind)(b.Type), Span{b.StartTime, b.EndTime})
	return showPairs(pairs), err
}

// FilterInfoStarReqDTO asks for reads of community resources.
type FilterInfoStarReqDTO struct {
	UserIDs   []string  `json:"userIds" maxItems:"1000"`
	InfoIDs   []string  `json:"infoIds" maxItems:"1000"`
	Type      *int      `json:"type,omitempty" enum:"2" doc:"2 read, the only one"`
	StartTime time.Time `json:"startTime"`
	EndTime   time.Time `json:"endTime" doc:"Included"`
}

// InfoMarkDTO is who read which community resource.
type InfoMarkDTO struct {
	UserID string `json:"userId"`
	InfoID string `json:"infoId"`
}

func (h handlers) filterInfo(ctx context.Context, in *api.Body[FilterInfoStarReqDTO]) ([]InfoMarkDTO, error) {
	b := in.Body
	pairs, err := h.s.FilterResources(ctx, b.UserIDs, b.InfoIDs, Span{b.StartTime, b.EndTime})
	out := make([]InfoMarkDTO, len(pairs))
	for i, p := range pairs {
		out[i] = InfoMarkDTO{p.UserID, p.ItemID}
	}
	return out, err
}
