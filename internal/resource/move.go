package resource

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// Move gives resources a new status: all of them or none.
func (s *Service) Move(ctx context.Context, who access.Staff, ids []string, to workflow.Status, remark string) error {
	return s.review.Move(ctx, who, ids, to, remark)
}

// moved is what a change of status means for resources, in its transaction: a
// listed one is counted, and its picture is public.
func (s *Service) moved(ctx context.Context, tx *db.Tx, moves []workflow.Move) error {
	joins := map[string]bool{} // resources that join (true) or leave the members' list
	for _, m := range moves {
		if was, is := m.Before.Status == workflow.Listed, m.After.Status == workflow.Listed; was != is {
			joins[m.After.ID] = is
		}
	}
	if len(joins) == 0 {
		return nil
	}
	all, err := findMoved(ctx, tx, slices.Sorted(maps.Keys(joins)))
	if err != nil {
		return err
	}
	changes := workflow.Tally[counter]{}
	var shown, hidden []string
	for _, r := range all {
		if joins[r.ID] {
			changes[r.counter]++
			shown = append(shown, r.Picture)
		} else {
			changes[r.counter]--
			hidden = append(hidden, r.Picture)
		}
	}
	if err := updateCounts(ctx, tx, changes); err != nil {
		return err
	}
	if err := s.Media.Publish(ctx, tx, nil, nil, shown...); err != nil {
		return fmt.Errorf("publish pictures of resources: %w", err)
	}
	if err := s.Media.Hide(ctx, tx, hidden...); err != nil {
		return fmt.Errorf("hide pictures of resources: %w", err)
	}
	return nil
}
