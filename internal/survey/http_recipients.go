package survey

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

// SurveyBatchUserReq names users of a survey.
type SurveyBatchUserReq struct {
	SurveyID string   `json:"surveyId" minLength:"1"`
	UserIDs  []string `json:"userIds" maxItems:"10000" doc:"1 to 1000 different ones"`
}

func (h handlers) addRecipients(kind access.Attachment) func(context.Context, access.Staff, *api.Body[SurveyBatchUserReq]) (api.Null, error) {
	return func(ctx context.Context, who access.Staff, in *api.Body[SurveyBatchUserReq]) (api.Null, error) {
		return api.Null{}, h.s.AddRecipients(ctx, who, in.Body.SurveyID, kind, in.Body.UserIDs)
	}
}

// SurveyUserPageFilterReq filters the recipients of a survey.
type SurveyUserPageFilterReq struct {
	SurveyID string `json:"surveyId" minLength:"1"`
	LoginID  string `json:"loginID,omitempty" maxLength:"255" doc:"Part of the username, email, phone, nickname or service number"`
	page.Request
}

// SurveyFreeUser is a recipient of no centre.
type SurveyFreeUser struct {
	SurveyUserID string            `json:"surveyUserId"`
	UserID       string            `json:"userId"`
	Username     string            `json:"username"`
	Email        string            `json:"email"`
	Phone        *string           `json:"phone"`
	District     string            `json:"district"`
	Disabled     bool              `json:"disabled" doc:"Frozen"`
	SendAt       string            `json:"sendAt" doc:"Empty before sending"`
	Status       access.UserStatus `json:"status" doc:"0 frozen, 1 normal, 2 waiting for removal"`
}

// SurveyOrgUser is a recipient of a partner centre.
type SurveyOrgUser struct {
	SurveyFreeUser
	UserType access.UserType `json:"userType"`
	Staff    string          `json:"staff"`
}

func showFree(r Recipient) SurveyFreeUser {
	return SurveyFreeUser{
		SurveyUserID: r.ID, UserID: r.UserID, Username: r.Username, Email: api.OrZero(r.Email), Phone: r.Phone,
		District: api.OrZero(r.District), Disabled: r.Status == access.Frozen, SendAt: sentAt(r.SendAt), Status: r.Status,
	}
}

func showOrg(r Recipient) SurveyOrgUser {
	return SurveyOrgUser{SurveyFreeUser: showFree(r), UserType: r.UserType, Staff: api.OrZero(r.Staff)}
}

func (h handlers) orgRecipients(ctx context.Context, who access.Staff, in *api.Body[SurveyUserPageFilterReq]) (page.Of[SurveyOrgUser], error) {
	found, err := h.s.Recipients(ctx, who, in.Body.SurveyID, access.Attached, in.Body.LoginID, in.Body.Request)
	return page.Map(found, showOrg), err
}

func (h handlers) freeRecipients(ctx context.Context, who access.Staff, in *api.Body[SurveyUserPageFilterReq]) (page.Of[SurveyFreeUser], error) {
	found, err := h.s.Recipients(ctx, who, in.Body.SurveyID, access.Free, in.Body.LoginID, in.Body.Request)
	return page.Map(found, showFree), err
}

// SurveyUserBatchReq names recipients.
type SurveyUserBatchReq struct {
	SurveyUserIDs []string `json:"surveyUserIds" maxItems:"10000" doc:"1 to 1000 different ones"`
}

func (h handlers) send(ctx context.Context, who access.Staff, in *api.Body[SurveyUserBatchReq]) (api.Null, error) {
	return api.Null{}, h.s.Send(ctx, who, in.Body.SurveyUserIDs)
}

func (h handlers) removeRecipients(ctx context.Context, who access.Staff, in *api.Body[SurveyUserBatchReq]) (api.Null, error) {
	return api.Null{}, h.s.RemoveRecipients(ctx, who, in.Body.SurveyUserIDs)
}

// MySurveyRes is a survey that was sent to a member.
type MySurveyRes struct {
	SurveyUserID string    `json:"surveyUserId"`
	SurveyID     string    `json:"surveyId"`
	Title        string    `json:"title"`
	Link         string    `json:"link"`
	SendAt       api.Time  `json:"sendAt"`
	OpenedAt     *api.Time `json:"openedAt" nullable:"true"`
}

func (h handlers) received(ctx context.Context, who access.Member, in *api.Body[page.Request]) (page.Of[MySurveyRes], error) {
	found, err := h.s.Received(ctx, who, in.Body)
	return page.Map(found, func(r Received) MySurveyRes {
		res := MySurveyRes{SurveyUserID: r.ID, SurveyID: r.SurveyID, Title: r.Title, Link: r.Link, SendAt: api.Time(r.SendAt)}
		if r.OpenedAt != nil {
			at := api.Time(*r.OpenedAt)
			res.OpenedAt = &at
		}
		return res
	}), err
}

type recipientPath struct {
	ID string `path:"surveyUserId" doc:"The recipient's id in the survey"`
}

func (h handlers) open(ctx context.Context, who access.Member, in *recipientPath) (api.Null, error) {
	return api.Null{}, h.s.Open(ctx, who, in.ID)
}

func sentAt(t *time.Time) string {
	if t == nil {
		return ""
	}
	return api.Time(*t).String()
}

// UserSurveyResp is the survey for users of no centre.
type UserSurveyResp struct {
	Centre string  `json:"centre"`
	Title  *string `json:"title,omitempty"`
	Link   *string `json:"link,omitempty"`
}

func (h handlers) shared(ctx context.Context, who access.Member, _ *api.None) (UserSurveyResp, error) {
	res := UserSurveyResp{Centre: string(who.Centre)}
	shared, err := h.s.Shared(ctx, who)
	if shared != nil {
		res.Title, res.Link = &shared.Title, &shared.Link
	}
	return res, err
}
