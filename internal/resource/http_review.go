package resource

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

type statusPath struct {
	Status string `path:"current-status" doc:"1 to 6"`
}

// CommunityResourceStatusesRespDTO is a status with its name.
type CommunityResourceStatusesRespDTO struct {
	Status workflow.Status `json:"status" enum:"1,2,3,4,5,6"`
	Desc   string          `json:"desc"`
}

func (h handlers) targets(_ context.Context, who access.Staff, in *statusPath) ([]CommunityResourceStatusesRespDTO, error) {
	all, err := workflow.TargetsFrom(who, in.Status)
	out := make([]CommunityResourceStatusesRespDTO, len(all))
	for i, to := range all {
		out[i] = CommunityResourceStatusesRespDTO{to, to.Name()}
	}
	return out, err
}

// CommunityResourceUpdateStatusReqDTO gives a resource another status.
type CommunityResourceUpdateStatusReqDTO struct {
	ID     string  `json:"id" minLength:"1"`
	Status int     `json:"status" doc:"1 to 6"`
	Mark   *string `json:"mark,omitempty" maxLength:"500" doc:"Required when returning"`
}

func (h handlers) move(ctx context.Context, who access.Staff, in *api.Body[CommunityResourceUpdateStatusReqDTO]) (api.Null, error) {
	b := in.Body
	return api.Null{}, h.s.Move(ctx, who, []string{b.ID}, workflow.Status(b.Status), api.OrZero(b.Mark))
}

// CommunityResourceBatchUpdateStatusReqDTO gives several resources another
// status.
type CommunityResourceBatchUpdateStatusReqDTO struct {
	IDs    []string `json:"ids" minItems:"1" maxItems:"100"`
	Status int      `json:"status" doc:"1 to 6"`
	Mark   *string  `json:"mark,omitempty" maxLength:"500" doc:"Required when returning"`
}

func (h handlers) moveAll(ctx context.Context, who access.Staff, in *api.Body[CommunityResourceBatchUpdateStatusReqDTO]) (api.Null, error) {
	b := in.Body
	return api.Null{}, h.s.Move(ctx, who, b.IDs, workflow.Status(b.Status), api.OrZero(b.Mark))
}

// CommunityResourceStatusCountResp is how many resources each status has.
type CommunityResourceStatusCountResp struct {
	DraftCount       int64 `json:"draftCount"`
	SecondDraftCount int64 `json:"secondDraftCount" doc:"Awaiting the chief"`
	ThirdDraftCount  int64 `json:"thirdDraftCount" doc:"Awaiting the supervisor"`
	ReadyCount       int64 `json:"readyCount" doc:"Not yet listed"`
	PublishCount     int64 `json:"publishCount" doc:"Listed"`
	PullCount        int64 `json:"pullCount" doc:"Delisted"`
}

func (h handlers) count(ctx context.Context, who access.Staff, _ *api.None) ([]CommunityResourceStatusCountResp, error) {
	n, err := h.s.StatusCounts(ctx, who)
	return []CommunityResourceStatusCountResp{{
		n[workflow.Draft], n[workflow.AwaitingChief], n[workflow.AwaitingSupervisor],
		n[workflow.Ready], n[workflow.Listed], n[workflow.Delisted],
	}}, err
}

// CommunityResourceLogCountResp is how many lines a log has.
type CommunityResourceLogCountResp struct {
	LogCount int64 `json:"logCount"`
}

func (h handlers) logCount(ctx context.Context, who access.Staff, in *resourcePath) ([]CommunityResourceLogCountResp, error) {
	n, err := h.s.review.LogCount(ctx, who, in.ID)
	return []CommunityResourceLogCountResp{{n}}, err
}

type logsInput struct {
	ID   string `path:"id" doc:"The resource's id"`
	Body page.Request
}

// CommunityResourceLogsResp is a line of the log.
type CommunityResourceLogsResp struct {
	UpdatedAt api.Time `json:"updatedAt"`
	Content   string   `json:"content"`
	Mark      string   `json:"mark"`
}

func (h handlers) logs(ctx context.Context, who access.Staff, in *logsInput) (page.Of[CommunityResourceLogsResp], error) {
	found, err := h.s.review.Logs(ctx, who, in.ID, in.Body)
	return page.Map(found, func(l workflow.Line) CommunityResourceLogsResp {
		return CommunityResourceLogsResp{api.Time(l.CreatedAt), l.Content, l.Remark}
	}), err
}
