package article

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// Move gives articles a new status: all of them or none.
func (s *Service) Move(ctx context.Context, who access.Staff, ids []string, to workflow.Status, mark string) error {
	return s.review.Move(ctx, who, ids, to, mark)
}

// Waiting counts the articles that wait for a staff member's approval.
func (s *Service) Waiting(ctx context.Context, who access.Staff) (int64, error) {
	return s.review.Waiting(ctx, who)
}

// moved is what a change of status means for articles, in its transaction:
// places in the members' list, counters, and who may see the files.
func (s *Service) moved(ctx context.Context, tx *db.Tx, moves []workflow.Move) error {
	articles, err := byID(ctx, tx, moves)
	if err != nil {
		return err
	}
	if err := putOnTop(ctx, tx, moves, articles); err != nil {
		return err
	}
	changes := tally{}
	for _, m := range moves {
		before, after := m.Before.Status == workflow.Listed, m.After.Status == workflow.Listed
		if before {
			changes.plus(shelfOf(articles[m.After.ID]), -1)
		}
		if after {
			changes.plus(shelfOf(articles[m.After.ID]), 1)
		}
	}
	if err := count(ctx, tx, changes); err != nil {
		return err
	}
	for _, m := range moves {
		keys := articles[m.After.ID].keys()
		switch {
		case m.After.Status == workflow.Listed:
			err = s.media.Publish(ctx, tx, m.After.PushTime, m.After.PullTime, keys...)
		case m.Before.Status == workflow.Listed:
			err = s.media.Hide(ctx, tx, keys...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// putOnTop gives articles that are new in the order list, or newly listed, the
// highest places. One that staff placed while it was waiting keeps its place.
func putOnTop(ctx context.Context, tx *db.Tx, moves []workflow.Move, articles map[string]Article) error {
	var rising []workflow.Move
	for _, m := range moves {
		fresh := m.Before.Status != workflow.Ready && (m.After.Status == workflow.Ready || m.After.Status == workflow.Listed)
		listed := m.Before.Status == workflow.Ready && m.After.Status == workflow.Listed
		if fresh || listed && !articles[m.After.ID].Placed {
			rising = append(rising, m)
		}
	}
	top, err := takePlaces(ctx, tx, len(rising))
	if err != nil {
		return err
	}
	for i, m := range rising { // ids are in the order of writing, so the newest comes out on top
		if err := putAt(ctx, tx, m.After.ID, top-int64(len(rising)-1-i)); err != nil {
			return err
		}
	}
	for _, m := range moves {
		if m.After.Status == workflow.Listed {
			if err := markListed(ctx, tx, m.After.ID, m.At); err != nil {
				return err
			}
		}
	}
	return nil
}
