package article

import (
	"context"
	"fmt"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// Move gives articles a new status: all of them or none.
func (s *Service) Move(ctx context.Context, who access.Staff, ids []string, to workflow.Status, remark string) error {
	return s.review.Move(ctx, who, ids, to, remark)
}

// moved is what a change of status means for articles, in its transaction: their
// places in the members' list, the counters, and who may see the files.
func (s *Service) moved(ctx context.Context, tx *db.Tx, moves []workflow.Move) error {
	articles, err := findMoved(ctx, tx, moves)
	if err != nil {
		return err
	}
	if err := putOnTop(ctx, tx, moves, articles); err != nil {
		return err
	}
	changes := workflow.Tally[counter]{}
	for _, m := range moves {
		if m.Before.Status == workflow.Listed {
			changes[counterOf(articles[m.After.ID])]--
		}
		if m.After.Status == workflow.Listed {
			changes[counterOf(articles[m.After.ID])]++
		}
	}
	if err := updateCounts(ctx, tx, changes); err != nil {
		return err
	}
	for _, m := range moves {
		keys := articles[m.After.ID].keys()
		switch {
		case m.After.Status == workflow.Listed:
			err = s.Media.Publish(ctx, tx, m.After.PushTime, m.After.PullTime, keys...)
		case m.Before.Status == workflow.Listed:
			err = s.Media.Hide(ctx, tx, keys...)
		}
		if err != nil {
			return fmt.Errorf("access to an article's files: %w", err)
		}
	}
	return nil
}

// putOnTop gives the highest places to articles that become ready or listed. One
// that staff placed while it was ready keeps its place.
func putOnTop(ctx context.Context, tx *db.Tx, moves []workflow.Move, articles map[string]Article) error {
	var rising []string
	for _, m := range moves {
		if rises(m, articles[m.After.ID].Placed) {
			rising = append(rising, m.After.ID)
		}
	}
	top, err := takePlaces(ctx, tx, len(rising))
	if err != nil {
		return err
	}
	for i, id := range rising { // ids are in the order of creation, so the newest gets the highest place
		if err := updatePlace(ctx, tx, id, top-int64(len(rising)-1-i)); err != nil {
			return err
		}
	}
	for _, m := range moves {
		if m.After.Status == workflow.Listed {
			if err := updateListedAt(ctx, tx, m.After.ID, m.At); err != nil {
				return err
			}
		}
	}
	return nil
}
