package notice

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// SendTo writes to users of one kind within reach: to all of them or none. A
// user who is named twice gets one notice.
func (s *Service) SendTo(ctx context.Context, who access.Staff, kind access.Attachment, userIDs []string, title, content string) error {
	t, err := text{title, content}.check(userIDs)
	if err != nil {
		return err
	}
	userIDs = slices.Compact(slices.Sorted(slices.Values(userIDs)))
	return s.db.Write(ctx, func(tx *db.Tx) error {
		found, err := listRecipients(ctx, tx, who.Scope(), userIDs)
		if err != nil {
			return err
		}
		if len(found) < len(userIDs) {
			return who.WhyNot(ctx, tx, userIDs...)
		}
		if err := checkKind(kind, found); err != nil {
			return err
		}
		notices := make([]New, len(userIDs))
		for i, id := range userIDs {
			notices[i] = New{UserID: id, Title: t.Title, Content: t.Content, SentBy: who.ID}
		}
		ids, err := s.sendAll(ctx, tx, notices)
		if err != nil {
			return err
		}
		entries := make([]audit.Entry, len(ids))
		for i, id := range ids {
			entries[i] = audit.Entry{Subject: subject, ID: id, UserID: userIDs[i], After: t}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// Send stores notices unread and enqueues a push to each device of their users,
// in the caller's transaction. The number of statements does not grow with the
// number of notices.
func (s *Service) Send(ctx context.Context, tx *db.Tx, notices ...New) error {
	_, err := s.sendAll(ctx, tx, notices)
	return err
}

// sendAll is Send that also returns the ids, in the order of the notices.
func (s *Service) sendAll(ctx context.Context, tx *db.Tx, notices []New) ([]string, error) {
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
		return nil, fmt.Errorf("find the devices for notices: %w", err)
	}
	var pushes []delivery.Message
	for _, n := range notices {
		for _, device := range devices[n.UserID] {
			pushes = append(pushes, push(n, device))
		}
	}
	if err := s.delivery.Enqueue(ctx, tx, pushes...); err != nil {
		return nil, fmt.Errorf("push notices: %w", err)
	}
	return ids, nil
}

func push(n New, device string) delivery.Message {
	return delivery.Message{
		Channel: delivery.Push, To: device, UserID: n.UserID,
		Push: &delivery.Notification{
			Model: delivery.Shown, Title: n.Title, Body: n.Content, Navigation: cmp.Or(n.Navigation, delivery.Notices),
		},
	}
}
