package reaction

import (
	"context"
	"fmt"
	"slices"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Content is an area whose records members react to.
type Content interface {
	// CountExisting is how many of the records exist, listed or not.
	CountExisting(ctx context.Context, r db.Reader, ids []string) (int, error)
}

// AnalyticsDeps are what Analytics needs.
type AnalyticsDeps struct {
	DB        *db.DB
	Clock     clock.Clock
	Reactions *Service
	Articles  Content
	Resources Content
}

// Analytics is what other services of the programme do with reactions.
type Analytics struct{ AnalyticsDeps }

// NewAnalytics builds it.
func NewAnalytics(d AnalyticsDeps) *Analytics { return &Analytics{d} }

var (
	errNoUser     = fault.New(fault.NotFound, "找不到用戶", "There is no such user")
	errNoArticle  = fault.New(fault.NotFound, "找不到文章", "There is no such article")
	errNoResource = fault.New(fault.NotFound, "找不到社區資源", "There is no such community resource")
)

// React sets or takes back a reaction of any member to any article that exists:
// other services may name articles that are not listed.
func (a *Analytics) React(ctx context.Context, userID, articleID string, kind Kind, up bool) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		if err := a.checkUsers(ctx, tx, userID); err != nil {
			return err
		}
		if err := a.checkArticles(ctx, tx, articleID); err != nil {
			return err
		}
		_, err := a.Reactions.Set(ctx, tx, userID, articleID, kind, up)
		return err
	})
}

// SetResourceRead notes that a member has read a community resource, or takes
// the note back.
func (a *Analytics) SetResourceRead(ctx context.Context, userID, resourceID string, up bool) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		if err := a.checkUsers(ctx, tx, userID); err != nil {
			return err
		}
		if err := a.checkResources(ctx, tx, resourceID); err != nil {
			return err
		}
		_, err := a.Reactions.SetResourceRead(ctx, tx, userID, resourceID, up)
		return err
	})
}

func (a *Analytics) checkUsers(ctx context.Context, r db.Reader, ids ...string) error {
	return checkExist(ids, errNoUser, func(ids []string) (int, error) { return countUsers(ctx, r, ids) })
}

func (a *Analytics) checkArticles(ctx context.Context, r db.Reader, ids ...string) error {
	return checkExist(ids, errNoArticle, func(ids []string) (int, error) { return a.Articles.CountExisting(ctx, r, ids) })
}

func (a *Analytics) checkResources(ctx context.Context, r db.Reader, ids ...string) error {
	return checkExist(ids, errNoResource, func(ids []string) (int, error) { return a.Resources.CountExisting(ctx, r, ids) })
}

// checkExist refuses ids if one of them does not exist.
func checkExist(ids []string, missing error, count func(ids []string) (int, error)) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	n, err := count(ids)
	if err != nil {
		return fmt.Errorf("count what exists: %w", err)
	}
	if n < len(ids) {
		return missing
	}
	return nil
}
