package friend

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/delivery"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/words"
)

// news is that someone asked a member, or has become their friend.
type news struct {
	Pair   string `json:"pair"`
	To     string `json:"to"`
	Of     string `json:"of"` // whom it is about
	Status Status `json:"status"`
}

// tellKind turns news into pushes. It is a step of its own so that what was
// undone meanwhile is not told: a request taken back, someone blocked.
var tellKind = jobs.Kind[news]{Name: "friend.tell", Lane: jobs.Normal, Timeout: time.Minute}

var (
	requestTitle = words.New("新的親友邀請", "A friend request")
	requestBody  = words.New("%s 想成為你的親友", "%s would like to be your friend")
	friendTitle  = words.New("新的親友", "A new friend")
	friendBody   = words.New("你和 %s 已成為親友", "You and %s are friends now")
)

func (s *Service) announce(ctx context.Context, tx *db.Tx, items ...news) error {
	work := make([]jobs.Item[news], len(items))
	for i, n := range items {
		work[i] = jobs.Item[news]{Args: n}
	}
	return jobs.EnqueueAll(ctx, s.queue, tx, tellKind, work)
}

// tell pushes news to each device of the member, if they are still true and
// both are still there. Holding the two keeps a block from coming in between.
func (s *Service) tell(ctx context.Context, job jobs.Job[news]) error {
	n := job.Args
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := hold(ctx, tx, n.To, n.Of); err != nil {
			return err
		}
		found, err := ties(ctx, tx, n.To, []string{n.Of}, s.clock.Now())
		if err != nil {
			return err
		}
		t := found[n.Of]
		if !t.Normal || t.PairID == nil || *t.PairID != n.Pair || *t.PairStatus != n.Status {
			return nil
		}
		devices, err := s.delivery.DevicesOf(ctx, tx, []string{n.To})
		if err != nil {
			return err
		}
		title, body := requestTitle, requestBody
		if n.Status == Normal {
			title, body = friendTitle, friendBody
		}
		var pushes []delivery.Message
		for i, device := range devices[n.To] {
			pushes = append(pushes, delivery.Message{
				Channel: delivery.Push, To: device, UserID: n.To, Dedupe: fmt.Sprintf("friend %s %d %s %d", n.Pair, n.Status, n.To, i),
				Push: &delivery.Notification{
					Model: delivery.Shown, Title: title.In(words.Chinese), Body: body.In(words.Chinese, t.name()), Navigation: delivery.Friends,
				},
			})
		}
		return s.delivery.Enqueue(ctx, tx, pushes...)
	})
}

// name is what the person is called.
func (t tie) name() string {
	if t.Nickname != "" {
		return t.Nickname
	}
	return t.Username
}
