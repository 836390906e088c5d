// Package reaction is what members like, bookmark and have read: marks on articles,
// and read marks on community resources. The App and other services write the
// same marks. Counters are kept with them, so that a page of articles shows its
// likes without counting.
package reaction

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Kind is what a mark on an article says.
type Kind int

// The kinds, by their numbers in requests.
const (
	Like     Kind = 0
	Bookmark Kind = 1
	Read     Kind = 2
)

// Service sets and counts marks.
type Service struct {
	clock    clock.Clock
	missions *mission.Service
}

// New builds the service.
func New(c clock.Clock, m *mission.Service) *Service { return &Service{c, m} }

// Set puts a member's mark on an article or takes it away, in the caller's
// transaction, and reports whether that changed anything. The caller has made
// sure that both exist. The first read of an article on a day counts for
// missions; taking it back neither lowers that nor lets it count again.
func (s *Service) Set(ctx context.Context, tx *db.Tx, userID, articleID string, kind Kind, up bool) (changed bool, err error) {
	if !up {
		if changed, err = removeMark(ctx, tx, userID, articleID, kind); err != nil || !changed {
			return false, err
		}
		return true, lower(ctx, tx, userID, articleID, oneOf(kind))
	}
	now := s.clock.Now()
	if changed, err = insertMark(ctx, tx, userID, articleID, kind, now); err != nil {
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
				return false, err
			}
		}
	}
	if !changed {
		return false, nil
	}
	return true, raise(ctx, tx, userID, articleID, oneOf(kind))
}

// SetResourceRead notes that a member has read a community resource, or takes
// the note back.
func (s *Service) SetResourceRead(ctx context.Context, tx *db.Tx, userID, resourceID string, up bool) (changed bool, err error) {
	move := raiseResource
	if up {
		changed, err = insertResourceRead(ctx, tx, userID, resourceID, s.clock.Now())
	} else {
		move = lowerResource
		changed, err = removeResourceRead(ctx, tx, userID, resourceID)
	}
	if err != nil || !changed {
		return false, err
	}
	return true, move(ctx, tx, userID, resourceID)
}
