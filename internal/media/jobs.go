package media

import (
	"context"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

type removal struct {
	Object string `json:"object"`
}

var removeObject = jobs.Kind[removal]{Name: "media.remove", Lane: jobs.Upkeep, Timeout: time.Minute}

const (
	sweepEvery = 10 * time.Minute
	sweepBatch = 200
	// pendingLife is how long an object may wait for its row before it is taken
	// for abandoned.
	pendingLife = 2 * time.Hour
)

func (s *Service) registerJobs() {
	jobs.Handle(s.queue, removeObject, func(ctx context.Context, job jobs.Job[removal]) error {
		return s.removeNow(ctx, job.Args)
	})
	s.queue.Every(jobs.Periodic{Name: "media.sweep", Period: sweepEvery}, s.sweep)
}

func (s *Service) removeLater(ctx context.Context, tx *db.Tx, object string) error {
	return jobs.Enqueue(ctx, s.queue, tx, removeObject, removal{object})
}

// removeNow removes an object for good, unless a backup is about to copy it:
// then another job comes back for it.
func (s *Service) removeNow(ctx context.Context, r removal) error {
	wait, err := held(ctx, s.db, s.clock.Now())
	if err != nil {
		return err
	}
	if !wait {
		return s.objects.Remove(ctx, r.Object) // its name is never used again
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return jobs.Enqueue(ctx, s.queue, tx, removeObject, r, jobs.At(s.clock.Now().Add(renewEvery)))
	})
}

// sweep removes temporary and trashed files whose time is over, and objects
// that never became files.
func (s *Service) sweep(ctx context.Context) error {
	now := s.clock.Now()
	for {
		keys, err := due(ctx, s.db, now, sweepBatch)
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			break
		}
		if err := s.db.Write(ctx, func(tx *db.Tx) error { return s.Remove(ctx, tx, keys...) }); err != nil {
			return err
		}
	}
	objects, err := abandoned(ctx, s.db, now.Add(-pendingLife), sweepBatch)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		for _, object := range objects {
			if err := removePending(ctx, tx, object); err != nil {
				return err
			}
			if err := s.removeLater(ctx, tx, object); err != nil {
				return err
			}
		}
		return nil
	})
}
