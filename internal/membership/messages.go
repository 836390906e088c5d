package membership

import "hearten/internal/notice"

// Titles and words of the notices that tell a decision; the App is in Chinese.
const (
	districtTitle = "更改地區申請結果"
	planTitle     = "計劃會員申請結果"
	saysApproved  = "你的申請已獲批准。"
	saysRejected  = "你的申請未獲批准。"
)

func decisionNotice(userID, staffID, title string, approve bool, remark string) notice.New {
	content := saysRejected
	if approve {
		content = saysApproved
	}
	return notice.New{UserID: userID, Title: title, Content: content + remark, SentBy: staffID}
}
