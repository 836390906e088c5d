package article

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

var ruleIDs = fault.NewRule("必須為 1 至 %d 個", "must be 1 to %d")

type statusesInput struct {
	Body *TypeReqOptional
}

// TypeReqOptional is a body that clients may send and that is ignored.
type TypeReqOptional struct {
	Type *int    `json:"type,omitempty" doc:"Ignored"`
	Desc *string `json:"desc,omitempty" doc:"Ignored"`
}

func showStatuses(all []workflow.Status) []TypeDTO {
	out := make([]TypeDTO, len(all))
	for i, status := range all {
		out[i] = showStatus(status)
	}
	return out
}

func (h handlers) statuses(context.Context, access.Staff, *statusesInput) ([]TypeDTO, error) {
	return showStatuses(workflow.Statuses()), nil
}

type statusPath struct {
	Current string `path:"current-status" doc:"A status, 1 to 6"`
}

func (h handlers) targets(_ context.Context, who access.Staff, in *statusPath) ([]TypeDTO, error) {
	to, err := workflow.TargetsFrom(who, in.Current)
	if err != nil {
		return nil, err
	}
	return showStatuses(to), nil
}

// UpdateArticleStatusDTO moves articles.
type UpdateArticleStatusDTO struct {
	ArticleIDs IDs     `json:"articleIds"`
	Status     TypeReq `json:"status"`
	Mark       *string `json:"mark,omitempty" maxLength:"500" doc:"A remark; returning an article needs one"`
}

func (h handlers) move(ctx context.Context, who access.Staff, in *api.Body[UpdateArticleStatusDTO]) (api.Null, error) {
	if n := len(in.Body.ArticleIDs); n == 0 || n > workflow.MaxBatch {
		return api.Null{}, fault.Invalid(ruleIDs.On("articleIds", workflow.MaxBatch))
	}
	return api.Null{}, h.s.Move(ctx, who, in.Body.ArticleIDs, workflow.Status(in.Body.Status.Type), api.OrZero(in.Body.Mark))
}

type logsInput struct {
	ArticlePath
	Body page.Request
}

// ArticleLogsResDTO is a line of an article's log.
type ArticleLogsResDTO struct {
	UpdatedAt Local  `json:"updatedAt"`
	Content   string `json:"content"`
	Mark      string `json:"mark"`
}

func (h handlers) logs(ctx context.Context, who access.Staff, in *logsInput) (page.Of[ArticleLogsResDTO], error) {
	found, err := h.s.review.Logs(ctx, who, in.ID, in.Body)
	return page.Map(found, func(l workflow.Line) ArticleLogsResDTO {
		return ArticleLogsResDTO{Local(l.CreatedAt), l.Content, l.Remark}
	}), err
}

// ArticleLogCountResDTO is how many lines a log has.
type ArticleLogCountResDTO struct {
	LogCount int64 `json:"logCount"`
}

func (h handlers) logCount(ctx context.Context, who access.Staff, in *ArticlePath) ([]ArticleLogCountResDTO, error) {
	n, err := h.s.review.LogCount(ctx, who, in.ID)
	return []ArticleLogCountResDTO{{n}}, err
}

// ArticleStatusCountReqDTO names a category.
type ArticleStatusCountReqDTO struct {
	CategoryID *int `json:"categoryId,omitempty" doc:"0 means all"`
}

// ArticleStatusCountResDTO is how many articles each status has.
type ArticleStatusCountResDTO struct {
	DraftCount       int64 `json:"draftCount"`
	SecondDraftCount int64 `json:"secondDraftCount"`
	ThirdDraftCount  int64 `json:"thirdDraftCount"`
	ReadyCount       int64 `json:"readyCount"`
	PublishCount     int64 `json:"publishCount"`
	PullCount        int64 `json:"pullCount"`
}

func (h handlers) count(ctx context.Context, who access.Staff, in *api.Body[ArticleStatusCountReqDTO]) ([]ArticleStatusCountResDTO, error) {
	n, err := h.s.StatusCounts(ctx, who, Category(api.OrZero(in.Body.CategoryID)))
	return []ArticleStatusCountResDTO{{
		n[workflow.Draft], n[workflow.AwaitingChief], n[workflow.AwaitingSupervisor], n[workflow.Ready], n[workflow.Listed], n[workflow.Delisted],
	}}, err
}

// GetArticleOrderDTO names a part of the members' list.
type GetArticleOrderDTO struct {
	CategoryID    *int `json:"categoryId,omitempty" doc:"0 means all"`
	SubcategoryID *int `json:"subcategoryId,omitempty" doc:"0 means all"`
}

func (r GetArticleOrderDTO) part() Part {
	return Part{Category(api.OrZero(r.CategoryID)), api.OrZero(r.SubcategoryID)}
}

// ArticleOrderSummaryItemDTO is an article with its place.
type ArticleOrderSummaryItemDTO struct {
	ID        string             `json:"id"`
	Title     string             `json:"title"`
	Centre    *string            `json:"centre" doc:"Null when it belongs to both"`
	District  api.Maybe[TypeDTO] `json:"district"`
	Type      int                `json:"type" enum:"0,1,2,3,4"`
	Status    TypeDTO            `json:"status"`
	PushTime  *Local             `json:"pushTime" nullable:"true"`
	PullTime  *Local             `json:"pullTime" nullable:"true"`
	CreatedAt Local              `json:"createdAt"`
	Ordering  int                `json:"ordering" doc:"The place from the top, beginning with 1"`
}

func showOrder(list []Summary) []ArticleOrderSummaryItemDTO {
	out := make([]ArticleOrderSummaryItemDTO, len(list))
	for i, a := range list {
		out[i] = ArticleOrderSummaryItemDTO{
			ID: a.ID, Title: a.Title, District: showDistrict(a.District), Type: int(a.Type), Status: showStatus(a.Status),
			PushTime: local(a.PushTime), PullTime: local(a.PullTime), CreatedAt: Local(a.CreatedAt), Ordering: i + 1,
		}
		if a.Centre != access.CentreAll {
			centre := string(a.Centre)
			out[i].Centre = &centre
		}
	}
	return out
}

func (h handlers) order(ctx context.Context, who access.Staff, in *api.Body[GetArticleOrderDTO]) ([]ArticleOrderSummaryItemDTO, error) {
	list, err := h.s.Order(ctx, who, in.Body.part())
	return showOrder(list), err
}

// UpdateArticleOrderDTO is the new order of a part.
type UpdateArticleOrderDTO struct {
	GetArticleOrderDTO
	Articles []struct {
		ID string `json:"id" minLength:"1"`
	} `json:"aritcles" doc:"All articles of the part, in their new order; other fields are ignored"`
}

func (h handlers) reorder(ctx context.Context, who access.Staff, in *api.Body[UpdateArticleOrderDTO]) ([]ArticleOrderSummaryItemDTO, error) {
	ids := make([]string, len(in.Body.Articles))
	for i, a := range in.Body.Articles {
		ids[i] = a.ID
	}
	list, err := h.s.Reorder(ctx, who, in.Body.part(), ids)
	return showOrder(list), err
}
