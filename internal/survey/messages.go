package survey

import (
	"hearten/internal/delivery"
	"hearten/internal/notice"
	"hearten/internal/platform/words"
)

var invitationTitle = words.New("問卷邀請", "A survey for you")

// invitation is the notice of a survey to a recipient.
func invitation(r recipient, staffID string) notice.New {
	return notice.New{
		UserID: r.UserID, Title: invitationTitle.In(words.Chinese), Content: r.Title, Link: notice.LinkSurvey,
		Navigation: delivery.Surveys, SentBy: staffID,
	}
}
