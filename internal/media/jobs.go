package media

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

type removal struct {
	Object string `json:"object"`
}

var removalJob = jobs.Kind[removal]{Name: "media.remove", Lane: jobs.Upkeep, Timeout: time.Minute}

const (
	sweepEvery = 10 * time.Minute
	// pendingLife is how long an object may wait for its row before it is taken
	// for abandoned.
	pendingLife = 2 * time.Hour
)

func (s *Service) registerJobs() {
	jobs.Handle(s.Queue, removalJob, func(ctx context.Context, job jobs.Job[removal]) error {
		return s.removeObject(ctx, job.Args)
	})
	s.Queue.Every(jobs.Periodic{Name: "media.sweep", Period: sweepEvery}, s.sweep)
}

func (s *Service) enqueueRemoval(ctx context.Context, tx *db.Tx, object string) error {
	return jobs.Enqueue(ctx, s.Queue, tx, removalJob, removal{object})
}

// removeObject removes an object, unless a backup is about to copy it: then
// another job tries again.
func (s *Service) removeObject(ctx context.Context, r removal) error {
	retained, err := hasLease(ctx, s.DB, s.Clock.Now())
	if err != nil {
		return err
	}
	if !retained {
		if err := s.Objects.Remove(ctx, r.Object); err != nil { // its name is never used again
			return fmt.Errorf("remove object %s: %w", r.Object, err)
		}
		return nil
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		return jobs.Enqueue(ctx, s.Queue, tx, removalJob, r, jobs.At(s.Clock.Now().Add(renewEvery)))
	})
}

// sweep removes temporary and trashed files whose time is over, and objects
// that never became files.
func (s *Service) sweep(ctx context.Context) error {
	now := s.Clock.Now()
	for {
		keys, err := listExpired(ctx, s.DB, now)
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			break
		}
		if err := s.DB.Write(ctx, func(tx *db.Tx) error { return s.Remove(ctx, tx, keys...) }); err != nil {
			return err
		}
	}
	objects, err := listAbandoned(ctx, s.DB, now.Add(-pendingLife))
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		for _, object := range objects {
			if err := deletePending(ctx, tx, object); err != nil {
				return err
			}
			if err := s.enqueueRemoval(ctx, tx, object); err != nil {
				return err
			}
		}
		return nil
	})
}
