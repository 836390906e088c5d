package reaction

import (
	"context"

	"hearten/internal/platform/api"
)

// FilterUserDataReqDTO names members.
type FilterUserDataReqDTO struct {
	UserIDs []string `json:"userIds" maxItems:"1000"`
}

// FilterUserDataResDTO is how many articles a member has reacted to.
type FilterUserDataResDTO struct {
	UserID   string `json:"userId"`
	Like     int64  `json:"like"`
	Bookmark int64  `json:"bookmark"`
	Read     int64  `json:"read"`
}

func (h handlers) ofUsers(ctx context.Context, in *api.Body[FilterUserDataReqDTO]) ([]FilterUserDataResDTO, error) {
	counts, err := h.s.UserCounts(ctx, in.Body.UserIDs)
	out := make([]FilterUserDataResDTO, len(in.Body.UserIDs))
	for i, id := range in.Body.UserIDs {
		out[i] = FilterUserDataResDTO{id, counts[id].Likes, counts[id].Bookmarks, counts[id].Reads}
	}
	return out, err
}

// FilterArticleDataReqDTO names articles.
type FilterArticleDataReqDTO struct {
	ArticleIDs []string `json:"articleIds" maxItems:"1000"`
}

// FilterArticleDataResDTO is how many members reacted to an article.
type FilterArticleDataResDTO struct {
	ArticleID string `json:"articleId"`
	Like      int64  `json:"like"`
	Bookmark  int64  `json:"bookmark"`
	Read      int64  `json:"read"`
}

func (h handlers) ofArticles(ctx context.Context, in *api.Body[FilterArticleDataReqDTO]) ([]FilterArticleDataResDTO, error) {
	counts, err := h.s.ArticleCounts(ctx, in.Body.ArticleIDs)
	out := make([]FilterArticleDataResDTO, len(in.Body.ArticleIDs))
	for i, id := range in.Body.ArticleIDs {
		out[i] = FilterArticleDataResDTO{id, counts[id].Likes, counts[id].Bookmarks, counts[id].Reads}
	}
	return out, err
}

// FilterInfoDataReqDTO names community resources.
type FilterInfoDataReqDTO struct {
	InfoIDs []string `json:"infoIds" maxItems:"1000"`
}

// FilterInfoDataResDTO is how many members read a community resource. Its id
// goes by two names.
type FilterInfoDataResDTO struct {
	InfoID    string `json:"infoId"`
	ArticleID string `json:"articleId" doc:"The same as infoId"`
	Read      int64  `json:"read"`
}

func (h handlers) ofInfo(ctx context.Context, in *api.Body[FilterInfoDataReqDTO]) ([]FilterInfoDataResDTO, error) {
	counts, err := h.s.ResourceCounts(ctx, in.Body.InfoIDs)
	out := make([]FilterInfoDataResDTO, len(in.Body.InfoIDs))
	for i, id := range in.Body.InfoIDs {
		out[i] = FilterInfoDataResDTO{id, id, counts[id].Reads}
	}
	return out, err
}
