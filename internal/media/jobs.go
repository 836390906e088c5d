package media

import (
	"context"
	"time"

	"hearten/internal/db"
	"hearten/internal/jobs"
)

type removal struct {
	Key string `json:"key"`
}

var removeObject = jobs.Kind[removal]{Name: "media.remove"}

const (
	sweepEvery = 10 * time.Minute
	sweepBatch = 200
	// claimLife is how long writing an object may take before its claim is
	// taken for abandoned.
	claimLife = 2 * time.Hour
)

func (s *Service) registerJobs() {
	jobs.Handle(s.queue, removeObject, func(ctx context.Context, job jobs.Job[removal]) error {
		return s.removeUnowned(ctx, job.Args.Key)
	})
	s.queue.Every("media.sweep", sweepEvery, s.sweep)
}

func (s *Service) removeLater(ctx context.Context, tx *db.Tx, key string) error {
	return jobs.Enqueue(ctx, s.queue, tx, removeObject, removal{key})
}

// removeUnowned removes an object that has no row. While it does so it holds
// the key, so that an upload to the same key waits until the old object is gone.
func (s *Service) removeUnowned(ctx context.Context, key string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		free, err := reserve(ctx, tx, key, s.clock.Now())
		if err != nil || !free {
			return err // someone stores, or stored, a new file there
		}
		if err := s.removeObject(ctx, key); err != nil {
			return err
		}
		return unclaim(ctx, tx, key)
	})
}

// sweep removes temporary and trashed files whose time is over, and claims of
// uploads that never finished.
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
	keys, err := abandoned(ctx, s.db, now.Add(-claimLife), sweepBatch)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		for _, key := range keys {
			if err := unclaim(ctx, tx, key); err != nil {
				return err
			}
			if err := s.removeLater(ctx, tx, key); err != nil {
				return err
			}
		}
		return nil
	})
}
