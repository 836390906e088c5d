package reaction

import (
	"context"
	"slices"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Existing is an area that knows which of its records there are.
type Existing interface {
	Existing(ctx context.Context, r db.Reader, ids []string) (int, error)
}

// Analytics is what other services of the programme do with marks.
type Analytics struct {
	db        *db.DB
	clock     clock.Clock
	marks     *Service
	articles  Existing
	resources Existing
}

// NewAnalytics builds it.
func NewAnalytics(d *db.DB, c clock.Clock, marks *Service, articles, resources Existing) *Analytics {
	return &Analytics{d, c, marks, articles, resources}
}

var (
	errNoUser     = fault.New(fault.NotFound, "找不到用戶", "There is no such user")
	errNoArticle  = fault.New(fault.NotFound, "找不到文章", "There is no such article")
	errNoResource = fault.New(fault.NotFound, "找不到社區資源", "There is no such community resource")

	ruleAfterStart = fault.NewRule("不可早於 startTime", "must not be before startTime")
)

// Mark sets or takes away a mark of any member on any article there is: other
// services may speak of what is not listed.
func (a *Analytics) Mark(ctx context.Context, userID, articleID string, kind Kind, up bool) error {
	return a.db.Write(ctx, func(tx *db.Tx) error {
		if err := usersExist(ctx, tx, []string{userID}); err != nil {
			return err
		}
		if err := exist(ctx, tx, a.articles, []string{articleID}, errNoArticle); err != nil {
			return err
		}
		_, err := a.marks.Set(ctx, tx, userID, articleID, kind, up)
		return err
	})
}

// MarkResource notes that a member has read a community resource, or takes the
// note back.
func (a *Analytics) MarkResource(ctx context.Context, userID, resourceID string, up bool) error {
	return a.db.Write(ctx, func(tx *db.Tx) error {
		if err := usersExist(ctx, tx, []string{userID}); err != nil {
			return err
		}
		if err := exist(ctx, tx, a.resources, []string{resourceID}, errNoResource); err != nil {
			return err
		}
		_, err := a.marks.SetResourceRead(ctx, tx, userID, resourceID, up)
		return err
	})
}

// Daily lists what a member has read today, the first first.
func (a *Analytics) Daily(ctx context.Context, userID string) ([]Pair, error) {
	if err := usersExist(ctx, a.db, []string{userID}); err != nil {
		return nil, err
	}
	return readsOfDay(ctx, a.db, userID, clock.DateOf(a.clock.Now()))
}

// Span is a time from one millisecond to another, both included: callers name
// times to the millisecond.
type Span struct{ From, Until time.Time }

func (s Span) check() (Span, error) {
	if s.Until.Before(s.From) {
		return s, fault.Invalid(ruleAfterStart.On("endTime"))
	}
	return Span{storable(s.From), storable(s.Until.Add(time.Millisecond))}, nil
}

// No mark is older or younger than these. Callers who want everything may name
// times up to the last day of 9999, whose morrow SQLite cannot compare.
var (
	oldest   = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	youngest = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)
)

func storable(at time.Time) time.Time {
	switch {
	case at.Before(oldest):
		return oldest
	case at.After(youngest):
		return youngest
	default:
		return at
	}
}

// Filter lists who marked which article in a span of time; no kind means any.
// Reads count on each day on which they happened.
func (a *Analytics) Filter(ctx context.Context, userIDs, articleIDs []string, kind *Kind, span Span) ([]Pair, error) {
	span, err := span.check()
	if err != nil || len(userIDs) == 0 || len(articleIDs) == 0 {
		return []Pair{}, err
	}
	return markedPairs(ctx, a.db, userIDs, articleIDs, kind, span)
}

// FilterResources lists who read which community resource in a span of time.
func (a *Analytics) FilterResources(ctx context.Context, userIDs, resourceIDs []string, span Span) ([]Pair, error) {
	span, err := span.check()
	if err != nil || len(userIDs) == 0 || len(resourceIDs) == 0 {
		return []Pair{}, err
	}
	return readPairs(ctx, a.db, userIDs, resourceIDs, span)
}

// Users counts the marks of members; one that is not there is not found.
func (a *Analytics) Users(ctx context.Context, ids []string) (map[string]Counts, error) {
	if err := usersExist(ctx, a.db, ids); err != nil {
		return nil, err
	}
	return OfUsers(ctx, a.db, ids)
}

// Articles counts the marks on articles.
func (a *Analytics) Articles(ctx context.Context, ids []string) (map[string]Counts, error) {
	if err := exist(ctx, a.db, a.articles, ids, errNoArticle); err != nil {
		return nil, err
	}
	return OfArticles(ctx, a.db, ids)
}

// Resources counts who read community resources.
func (a *Analytics) Resources(ctx context.Context, ids []string) (map[string]Counts, error) {
	if err := exist(ctx, a.db, a.resources, ids, errNoResource); err != nil {
		return nil, err
	}
	return OfResources(ctx, a.db, ids)
}

// exist refuses ids of which one is not there.
func exist(ctx context.Context, r db.Reader, area Existing, ids []string, missing error) error {
	ids = distinct(ids)
	n, err := area.Existing(ctx, r, ids)
	if err == nil && n < len(ids) {
		err = missing
	}
	return err
}

func usersExist(ctx context.Context, r db.Reader, ids []string) error {
	ids = distinct(ids)
	n, err := countUsers(ctx, r, ids)
	if err == nil && n < len(ids) {
		err = errNoUser
	}
	return err
}

func distinct(ids []string) []string { return slices.Compact(slices.Sorted(slices.Values(ids))) }
