package friend

import (
	"fmt"

	"hearten/internal/delivery"
	"hearten/internal/platform/words"
)

var (
	requestTitle = words.New("新的親友邀請", "A friend request")
	requestBody  = words.New("%s 想成為你的親友", "%s would like to be your friend")
	friendTitle  = words.New("新的親友", "A new friend")
	friendBody   = words.New("你和 %s 已成為親友", "You and %s are friends now")
)

// pushes are an announcement about someone of that name, one for each device.
func pushes(a announcement, name string, devices []string) []delivery.Message {
	title, body := requestTitle, requestBody
	if a.Status == Normal {
		title, body = friendTitle, friendBody
	}
	all := make([]delivery.Message, len(devices))
	for i, device := range devices {
		all[i] = delivery.Message{
			Channel: delivery.Push, To: device, UserID: a.To, Dedupe: fmt.Sprintf("friend %s %d %s %d", a.Pair, a.Status, a.To, i),
			Push: &delivery.Notification{
				Model: delivery.Shown, Title: title.In(words.Chinese), Body: body.In(words.Chinese, name), Navigation: delivery.Friends,
			},
		}
	}
	return all
}
