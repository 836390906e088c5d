// Package reaction manages how members react to content: they like, bookmark and
// read articles, and read community resources. The App and other services write
// the same reactions. Counters are kept with them, so that a page of articles
// shows its likes without counting.
package reaction

import (
	"context"
	"fmt"

	"hearten/internal/catalog"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Kind is a way to react to an article.
type Kind int

// The kinds, by their numbers in requests.
const (
	Like     Kind = 0
	Bookmark Kind = 1
	Read     Kind = 2
)

// readSQL is Read as a literal, to compose conditions with.
const readSQL = "2"

// Counts are how many reactions of each kind there are.
type Counts struct {
	Likes     int64 `db:"likes"`
	Bookmarks int64 `db:"bookmarks"`
	Reads     int64 `db:"reads"`
	// ResourceReads are a member's on community resources.
	ResourceReads int64 `db:"resource_reads"`
}

// Statistic is an article's likes, and a member's own reactions to it.
type Statistic struct {
	LikeNo   int64
	Like     bool
	Bookmark bool
	Read     bool
}

// Service sets and counts reactions.
type Service struct {
	clock    clock.Clock
	missions *mission.Service
}

// New builds the service.
func New(c clock.Clock, m *mission.Service) *Service { return &Service{clock: c, missions: m} }

// Set sets a member's reaction to an article or takes it back, in the caller's
// transaction, and reports whether that changed anything. The caller has checked
// that both exist. The first read of an article on a day counts for missions;
// taking it back neither lowers that nor lets it count again.
func (s *Service) Set(ctx context.Context, tx *db.Tx, userID, articleID string, kind Kind, up bool) (changed bool, err error) {
	if !up {
		if changed, err = deleteReaction(ctx, tx, userID, articleID, kind); err != nil || !changed {
			return false, err
		}
		return true, subtractCounts(ctx, tx, userID, articleID, oneOf(kind))
	}
	if err := lockReader(ctx, tx, userID); err != nil {
		return false, err
	}
	now := s.clock.Now()
	if changed, err = insertReaction(ctx, tx, userID, articleID, kind, now); err != nil {
		return false, err
	}
	if kind == Read {
		day := clock.DateOf(now)
		first, err := insertRead(ctx, tx, userID, articleID, day, now)
		if err != nil {
			return false, err
		}
		if first {
			if _, err := s.missions.Record(ctx, tx, userID, catalog.ArticleRead, articleID+" "+day.String()); err != nil {
				return false, fmt.Errorf("count a read for missions: %w", err)
			}
		}
	}
	if !changed {
		return false, nil
	}
	return true, addCounts(ctx, tx, userID, articleID, oneOf(kind))
}

// SetResourceRead notes that a member has read a community resource, or takes
// the note back.
func (s *Service) SetResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string, up bool) (changed bool, err error) {
	if !up {
		if changed, err = deleteResourceRead(ctx, tx, userID, resourceID); err != nil || !changed {
			return false, err
		}
		return true, subtractResourceRead(ctx, tx, userID, resourceID)
	}
	if err := lockReader(ctx, tx, userID); err != nil {
		return false, err
	}
	if changed, err = insertResourceRead(ctx, tx, userID, resourceID, s.clock.Now()); err != nil || !changed {
		return false, err
	}
	return true, addResourceRead(ctx, tx, userID, resourceID)
}
