package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// Enqueue gives messages to the queue in the caller's transaction: they are sent
// if and only if it commits. The number of statements does not grow with the
// number of messages. A message whose dedupe key is known is left out.
func (s *Service) Enqueue(ctx context.Context, tx *db.Tx, messages ...Message) error {
	if len(messages) == 0 {
		return nil
	}
	for _, m := range messages {
		if err := m.check(); err != nil {
			return err
		}
	}
	centres, err := listCentres(ctx, tx, messages)
	if err != nil {
		return err
	}
	entries := make([]entry, len(messages))
	for i, m := range messages {
		entries[i] = s.entryOf(m, centres)
	}
	if err := insert(ctx, tx, entries); err != nil {
		return err
	}
	known, err := listRepeated(ctx, tx, entries)
	if err != nil {
		return err
	}
	several := forSeveral(messages)
	var work []jobs.Item[sendArgs]
	for i, e := range entries {
		if known[e.ID] {
			continue
		}
		secret, err := json.Marshal(messages[i])
		if err != nil {
			return err
		}
		work = append(work, jobs.Item[sendArgs]{Args: sendArgs{e.ID}, Options: []jobs.Option{
			jobs.WithSecret(secret), jobs.Unique(e.ID), jobs.In(laneOf(messages[i], several)),
		}})
	}
	if err := jobs.EnqueueAll(ctx, s.queue, tx, sendKind, work); err != nil {
		return fmt.Errorf("enqueue messages: %w", err)
	}
	return nil
}

// check finds mistakes of the program before they are in the queue.
func (m Message) check() error {
	if m.To == "" {
		return fmt.Errorf("a message by %s goes nowhere", m.Channel)
	}
	switch {
	case m.Channel == Push && m.Push != nil:
		return nil
	case m.Channel == SMS || m.Channel == Email:
		_, _, err := render(m)
		return err
	default:
		return fmt.Errorf("a message by %q says nothing", m.Channel)
	}
}

// entry is a message's row.
type entry struct {
	Delivery
	targetHash string
	userID     *string
	staffID    *string
	dedupe     *string
	expiresAt  *time.Time
}

func (s *Service) entryOf(m Message, centres map[string]access.Centre) entry {
	e := entry{
		Delivery: Delivery{
			ID: uuid.Must(uuid.NewV7()).String(), Channel: m.Channel, Target: mask(m.Channel, m.To),
			Status: Queued, CreatedAt: s.clock.Now(),
		},
		targetHash: s.keys.Hash("delivery target", m.To),
		userID:     optional(m.UserID), staffID: optional(m.StaffID), dedupe: optional(m.Dedupe),
	}
	if m.UserID != "" {
		e.centre = centres[m.UserID]
	} else {
		e.centre = centres[m.StaffID]
	}
	if !m.ExpiresAt.IsZero() {
		e.expiresAt = &m.ExpiresAt
	}
	return e
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
