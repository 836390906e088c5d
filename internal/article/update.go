package article

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// Update replaces an article's content. With a version, only if that is still
// the present one.
func (s *Service) Update(ctx context.Context, who access.Staff, id string, d Draft, version *int64) (a Article, err error) {
	err = workflow.RetryStale(version, func() (err error) {
		a, err = s.updateOnce(ctx, who, id, d, version)
		return err
	})
	return a, err
}

func (s *Service) updateOnce(ctx context.Context, who access.Staff, id string, d Draft, version *int64) (Article, error) {
	old, err := s.Find(ctx, who, id)
	if err != nil {
		return Article{}, err
	}
	if err := workflow.CheckEdit(who, old.Item, version); err != nil {
		return Article{}, err
	}
	a, copies, err := s.prepare(ctx, who, old, d)
	if err != nil {
		return Article{}, err
	}
	a.EditorID, a.Version = who.ID, old.Version+1
	now := s.Clock.Now()
	if a.Status == workflow.Listed {
		a.ListedAt = publishedAt(a, now)
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		// The files were prepared for this version only.
		if _, err := s.review.LockForEdit(ctx, tx, who, old.Item); err != nil {
			return err
		}
		if a.Tags, err = lockNamedTags(ctx, tx, d.TagIDs); err != nil {
			return err
		}
		if err := s.replace(ctx, tx, old, a, copies, now); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: recordOf(old), After: recordOf(a)})
	})
	return a, err
}

// replace writes the new version of a locked article with its tags, counters,
// files and schedule.
func (s *Service) replace(ctx context.Context, tx *db.Tx, old, a Article, copies []media.File, now time.Time) error {
	if err := update(ctx, tx, a, now); err != nil {
		return err
	}
	if err := replaceTagsOf(ctx, tx, a.ID, a.Tags); err != nil {
		return err
	}
	if old.Status == workflow.Listed {
		changes := workflow.Tally[counter]{}
		changes[counterOf(old)]--
		changes[counterOf(a)]++
		if err := updateCounts(ctx, tx, changes); err != nil {
			return err
		}
	}
	if err := s.Media.Save(ctx, tx, copies...); err != nil {
		return fmt.Errorf("save an article's files: %w", err)
	}
	gone := slices.DeleteFunc(old.keys(), func(key string) bool { return slices.Contains(a.keys(), key) })
	if err := s.removeFiles(ctx, tx, gone); err != nil {
		return err
	}
	if a.Status == workflow.Listed {
		if err := s.Media.Publish(ctx, tx, a.PushTime, a.PullTime, a.keys()...); err != nil {
			return fmt.Errorf("publish an article's files: %w", err)
		}
	}
	return s.review.Schedule(ctx, tx, a.Item)
}
