package notice

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"hearten/internal/delivery"
	"hearten/internal/platform/db"
)

// Send stores notices unread and enqueues a push to each device of their users,
// in the caller's transaction. Many cost as few statements as a handful.
func (s *Service) Send(ctx context.Context, tx *db.Tx, notices ...New) error {
	_, err := s.send(ctx, tx, notices)
	return err
}

// send also tells the ids, in the order of the notices.
func (s *Service) send(ctx context.Context, tx *db.Tx, notices []New) ([]string, error) {
	if len(notices) == 0 {
		return nil, nil
	}
	ids := make([]string, len(notices))
	users := make([]string, len(notices))
	for i, n := range notices {
		ids[i], users[i] = uuid.Must(uuid.NewV7()).String(), n.UserID
	}
	if err := insert(ctx, tx, ids, notices, s.clock.Now()); err != nil {
		return nil, err
	}
	devices, err := s.delivery.DevicesOf(ctx, tx, users)
	if err != nil {
		return nil, err
	}
	var pushes []delivery.Message
	for _, n := range notices {
		for _, device := range devices[n.UserID] {
			pushes = append(pushes, push(n, device))
		}
	}
	return ids, s.delivery.Enqueue(ctx, tx, pushes...)
}

func push(n New, device string) delivery.Message {
	return delivery.Message{
		Channel: delivery.Push, To: device, UserID: n.UserID,
		Push: &delivery.Notification{
			Model: delivery.Shown, Title: n.Title, Body: n.Content, Navigation: cmp.Or(n.Navigation, delivery.Notices),
		},
	}
}
