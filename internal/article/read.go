package article

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/reaction"
)

// Choice narrows the members' list; what is empty narrows nothing.
type Choice struct {
	SearchKey   string
	Category    Category
	Subcategory int
	Districts   []District
}

// Seen is an article in a list of the App.
type Seen struct {
	ID        string    `db:"id"`
	Title     string    `db:"title"`
	Thumbnail string    `db:"thumbnail"`
	Category  Category  `db:"category"`
	District  District  `db:"district"`
	Type      Type      `db:"type"`
	ListedAt  time.Time `db:"listed_at"`
	Statistic reaction.Statistic
}

// Browse lists the articles that a member sees, in staff's order.
func (s *Service) Browse(ctx context.Context, who access.Member, c Choice, p page.Request) (page.Of[Seen], error) {
	found, err := listVisible(ctx, s.db, who, c, s.clock.Now(), p)
	return s.withStatistics(ctx, who, found, err)
}

// Bookmarks lists the articles that a member sees and has bookmarked, the
// newest bookmark first.
func (s *Service) Bookmarks(ctx context.Context, who access.Member, p page.Request) (page.Of[Seen], error) {
	found, err := listBookmarked(ctx, s.db, who, s.clock.Now(), p)
	return s.withStatistics(ctx, who, found, err)
}

func (s *Service) withStatistics(ctx context.Context, who access.Member, found page.Of[Seen], err error) (page.Of[Seen], error) {
	if err != nil {
		return found, err
	}
	ids := make([]string, len(found.Items))
	for i, a := range found.Items {
		ids[i] = a.ID
	}
	statistics, err := reaction.Statistics(ctx, s.db, who.ID, ids)
	for i := range found.Items {
		found.Items[i].Statistic = statistics[found.Items[i].ID]
	}
	return found, err
}

// Read gives an article that a member sees, with its statistics.
func (s *Service) Read(ctx context.Context, who access.Member, id string) (Article, reaction.Statistic, error) {
	a, err := findVisible(ctx, s.db, who, id, s.clock.Now())
	if err != nil {
		return a, reaction.Statistic{}, err
	}
	if a.Tags, err = tagsOn(ctx, s.db, id); err != nil {
		return a, reaction.Statistic{}, err
	}
	statistics, err := reaction.Statistics(ctx, s.db, who.ID, []string{id})
	return a, statistics[id], err
}

// Mark sets or removes a member's mark on an article that the member sees.
func (s *Service) Mark(ctx context.Context, who access.Member, id string, kind reaction.Kind, up bool) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		where, args := visible(who, s.clock.Now()).And("a.id = ?", id).SQL()
		_, err := db.Value[int](ctx, tx, `SELECT 1 FROM articles a WHERE `+where, args...)
		if db.IsNone(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		_, err = s.marks.Set(ctx, tx, who.ID, id, kind, up)
		return err
	})
}
