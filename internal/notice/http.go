package notice

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// NoticePageResp is a notice in a list.
type NoticePageResp struct {
	ID          string   `json:"id"`
	SendTime    api.Time `json:"sendTime"`
	Title       string   `json:"title"`
	Content     string   `json:"content"`
	IsRead      bool     `json:"isRead"`
	MissionLink *Link    `json:"missionLink" nullable:"true" doc:"The screen of the App that it leads to, if any"`
}

// wrapped is a page as the contract has it for notices: in an array of one.
type wrapped = []page.Of[NoticePageResp]

func show(n Notice) NoticePageResp {
	return NoticePageResp{n.ID, api.Time(n.CreatedAt), n.Title, n.Content, n.IsRead, n.Link}
}

func (h handlers) ownPage(ctx context.Context, who access.Member, in *api.Body[page.Request]) (wrapped, error) {
	notices, err := h.s.OwnPage(ctx, who, in.Body)
	return wrapped{page.Map(notices, show)}, err
}

func (h handlers) hasNew(ctx context.Context, who access.Member, _ *api.None) (bool, error) {
	return h.s.HasNew(ctx, who)
}

type noticePath struct {
	ID string `path:"id" doc:"The notice's id"`
}

func (h handlers) markRead(ctx context.Context, who access.Member, in *noticePath) (api.Null, error) {
	return api.Null{}, h.s.MarkRead(ctx, who, in.ID)
}

func (h handlers) markAllRead(ctx context.Context, who access.Member, _ *api.None) (api.Null, error) {
	return api.Null{}, h.s.MarkAllRead(ctx, who)
}

func (h handlers) hide(ctx context.Context, who access.Member, in *noticePath) (api.Null, error) {
	return api.Null{}, h.s.Hide(ctx, who, in.ID)
}

// NoticePageFilterReq asks for one user's notices.
type NoticePageFilterReq struct {
	UserID    string     `json:"userId" minLength:"1"`
	StartDate clock.Date `json:"startDate,omitempty" nullable:"true" doc:"First day, Hong Kong date"`
	EndDate   clock.Date `json:"endDate,omitempty" nullable:"true" doc:"Last day, Hong Kong date"`
	page.Request
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[NoticePageFilterReq]) (wrapped, error) {
	b := in.Body
	notices, err := h.s.Page(ctx, who, Filter{b.UserID, b.StartDate, b.EndDate}, b.Request)
	return wrapped{page.Map(notices, show)}, err
}

// NoticeWords are what a notice says.
type NoticeWords struct {
	Title   string `json:"title" minLength:"1" maxLength:"50"`
	Content string `json:"content,omitempty" nullable:"true" maxLength:"255"`
}

// NoticeSendReq writes to one user.
type NoticeSendReq struct {
	UserID string `json:"userId" minLength:"1"`
	NoticeWords
}

// Check implements api.Checked.
func (r NoticeSendReq) Check() []fault.Field {
	return text(r.NoticeWords).missing([]string{r.UserID})
}

// NoticeSendBatchReq writes to many users.
type NoticeSendBatchReq struct {
	UserIDs []string `json:"userIds" maxItems:"1000" doc:"At least one; all are written to or none; one named twice gets one notice"`
	NoticeWords
}

// Check implements api.Checked.
func (r NoticeSendBatchReq) Check() []fault.Field {
	return text(r.NoticeWords).missing(r.UserIDs)
}

func (h handlers) sendOne(kind access.Attachment) func(context.Context, access.Staff, *api.Body[NoticeSendReq]) (api.Null, error) {
	return func(ctx context.Context, who access.Staff, in *api.Body[NoticeSendReq]) (api.Null, error) {
		return api.Null{}, h.s.SendTo(ctx, who, kind, []string{in.Body.UserID}, in.Body.Title, in.Body.Content)
	}
}

func (h handlers) sendMany(kind access.Attachment) func(context.Context, access.Staff, *api.Body[NoticeSendBatchReq]) (api.Null, error) {
	return func(ctx context.Context, who access.Staff, in *api.Body[NoticeSendBatchReq]) (api.Null, error) {
		return api.Null{}, h.s.SendTo(ctx, who, kind, in.Body.UserIDs, in.Body.Title, in.Body.Content)
	}
}
