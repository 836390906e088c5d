package media

import (
	"context"
	"time"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
)

// Publish lets everyone see files, in the caller's transaction: from one moment
// until another, where they are given. Files about a person stay private.
func (s *Service) Publish(ctx context.Context, tx *db.Tx, from, until *time.Time, keys ...string) error {
	var open []string
	for _, key := range keys {
		if !filekey.IsPersonal(key) {
			open = append(open, key)
		}
	}
	return s.setAccess(ctx, tx, open, Public, from, until)
}

// Hide makes files private again: only signed addresses lead to them.
func (s *Service) Hide(ctx context.Context, tx *db.Tx, keys ...string) error {
	return s.setAccess(ctx, tx, keys, Private, nil, nil)
}

func (s *Service) setAccess(ctx context.Context, tx *db.Tx, keys []string, access Access, from, until *time.Time) error {
	if len(keys) == 0 {
		return nil
	}
	tx.AfterCommit(func() {
		for _, key := range keys {
			s.cache.evict(key)
		}
	})
	return setAccess(ctx, tx, keys, access, from, until)
}
