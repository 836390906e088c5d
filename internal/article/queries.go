package article

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
	"hearten/internal/reaction"
	"hearten/internal/workflow"
)

// Find gives one article within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Article, error) {
	a, err := find(ctx, s.DB, who.Scope(), id)
	if err != nil {
		return a, err
	}
	a.Tags, err = listTagsOf(ctx, s.DB, id)
	return a, err
}

// Filter narrows the portal's list; an empty field narrows nothing.
type Filter struct {
	SearchKey string
	Category  Category
	Types     []Type
	Statuses  []workflow.Status
	Districts []District
}

// Summary is an article in a list of the portal.
type Summary struct {
	ID          string          `db:"id"`
	Title       string          `db:"title"`
	Centre      access.Centre   `db:"centre"`
	Category    Category        `db:"category"`
	District    District        `db:"district"`
	Subcategory int             `db:"subcategory"`
	Type        Type            `db:"type"`
	Status      workflow.Status `db:"status"`
	PushTime    *time.Time      `db:"push_time"`
	PullTime    *time.Time      `db:"pull_time"`
	CreatedAt   time.Time       `db:"created_at"`
	Ordering    int64           `db:"ordering"`
}

// Page lists the articles within reach.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Summary], error) {
	return list(ctx, s.DB, who.Scope(), f, p)
}

// StatusCounts is how many articles of a category each status has; no category
// means all.
func (s *Service) StatusCounts(ctx context.Context, who access.Staff, c Category) (map[workflow.Status]int64, error) {
	return s.review.Counts(ctx, who, ofCategory(c))
}

// Waiting counts the articles that wait for a staff member's approval.
func (s *Service) Waiting(ctx context.Context, who access.Staff) (int64, error) {
	return s.review.Waiting(ctx, who)
}

// CountExisting is how many of the articles exist, listed or not.
func (s *Service) CountExisting(ctx context.Context, r db.Reader, ids []string) (int, error) {
	return s.review.CountExisting(ctx, r, ids)
}

// Part is a part of the members' list that staff put in order; zero is all.
type Part struct {
	Category    Category
	Subcategory int
}

// Order lists the articles of a part that are ready or listed, in the members'
// order.
func (s *Service) Order(ctx context.Context, who access.Staff, p Part) ([]Summary, error) {
	return listInOrder(ctx, s.DB, who.Scope(), p)
}

// Tags lists all tags by name.
func (s *Service) Tags(ctx context.Context) ([]Tag, error) { return listTags(ctx, s.DB) }

// AppFilter narrows the members' list; an empty field narrows nothing.
type AppFilter struct {
	SearchKey   string
	Category    Category
	Subcategory int
	Districts   []District
}

// AppSummary is an article in a list of the App.
type AppSummary struct {
	ID        string    `db:"id"`
	Title     string    `db:"title"`
	Thumbnail string    `db:"thumbnail"`
	Category  Category  `db:"category"`
	District  District  `db:"district"`
	Type      Type      `db:"type"`
	ListedAt  time.Time `db:"listed_at"`
	Statistic reaction.Statistic
}

// AppPage lists the articles that a member sees, in staff's order.
func (s *Service) AppPage(ctx context.Context, who access.Member, f AppFilter, p page.Request) (page.Of[AppSummary], error) {
	found, err := listVisible(ctx, s.DB, who, f, s.Clock.Now(), p)
	if err != nil {
		return found, err
	}
	return s.withStatistics(ctx, who, found)
}

// Bookmarks lists the articles that a member sees and has bookmarked, the
// newest bookmark first.
func (s *Service) Bookmarks(ctx context.Context, who access.Member, p page.Request) (page.Of[AppSummary], error) {
	found, err := listBookmarked(ctx, s.DB, who, s.Clock.Now(), p)
	if err != nil {
		return found, err
	}
	return s.withStatistics(ctx, who, found)
}

func (s *Service) withStatistics(ctx context.Context, who access.Member, found page.Of[AppSummary]) (page.Of[AppSummary], error) {
	ids := make([]string, len(found.Items))
	for i, a := range found.Items {
		ids[i] = a.ID
	}
	statistics, err := reaction.Statistics(ctx, s.DB, who.ID, ids)
	if err != nil {
		return found, fmt.Errorf("statistics of articles: %w", err)
	}
	for i := range found.Items {
		found.Items[i].Statistic = statistics[found.Items[i].ID]
	}
	return found, nil
}

// FindVisible gives an article that a member sees, with its statistics.
func (s *Service) FindVisible(ctx context.Context, who access.Member, id string) (Article, reaction.Statistic, error) {
	a, err := findVisible(ctx, s.DB, who, id, s.Clock.Now())
	if err != nil {
		return a, reaction.Statistic{}, err
	}
	if a.Tags, err = listTagsOf(ctx, s.DB, id); err != nil {
		return a, reaction.Statistic{}, err
	}
	statistics, err := reaction.Statistics(ctx, s.DB, who.ID, []string{id})
	if err != nil {
		return a, reaction.Statistic{}, fmt.Errorf("statistics of an article: %w", err)
	}
	return a, statistics[id], nil
}
