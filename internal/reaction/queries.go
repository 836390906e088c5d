package reaction

import (
	"context"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Daily lists what a member has read today, the first read first.
func (a *Analytics) Daily(ctx context.Context, userID string) ([]Pair, error) {
	if err := a.checkUsers(ctx, a.DB, userID); err != nil {
		return nil, err
	}
	return listReadsOfDay(ctx, a.DB, userID, clock.DateOf(a.Clock.Now()))
}

// Filter lists who reacted to which article in a span of time; no kind means
// any. A read counts on each day on which it happened.
func (a *Analytics) Filter(ctx context.Context, userIDs, articleIDs []string, kind *Kind, span Span) ([]Pair, error) {
	span, err := span.check()
	if err != nil || len(userIDs) == 0 || len(articleIDs) == 0 {
		return []Pair{}, err
	}
	return listArticlePairs(ctx, a.DB, userIDs, articleIDs, kind, span)
}

// FilterResources lists who read which community resource in a span of time.
func (a *Analytics) FilterResources(ctx context.Context, userIDs, resourceIDs []string, span Span) ([]Pair, error) {
	span, err := span.check()
	if err != nil || len(userIDs) == 0 || len(resourceIDs) == 0 {
		return []Pair{}, err
	}
	return listResourcePairs(ctx, a.DB, userIDs, resourceIDs, span)
}

// UserCounts counts the reactions of members; one who does not exist is not found.
func (a *Analytics) UserCounts(ctx context.Context, ids []string) (map[string]Counts, error) {
	if err := a.checkUsers(ctx, a.DB, ids...); err != nil {
		return nil, err
	}
	return OfUsers(ctx, a.DB, ids)
}

// ArticleCounts counts the reactions to articles.
func (a *Analytics) ArticleCounts(ctx context.Context, ids []string) (map[string]Counts, error) {
	if err := a.checkArticles(ctx, a.DB, ids...); err != nil {
		return nil, err
	}
	return OfArticles(ctx, a.DB, ids)
}

// ResourceCounts counts who read community resources.
func (a *Analytics) ResourceCounts(ctx context.Context, ids []string) (map[string]Counts, error) {
	if err := a.checkResources(ctx, a.DB, ids...); err != nil {
		return nil, err
	}
	return OfResources(ctx, a.DB, ids)
}

// Statistics reads the statistics of articles for a member: one query, however
// many articles. Articles without any reaction are not in the map, whose
// zero value fits them.
func Statistics(ctx context.Context, r db.Reader, userID string, articleIDs []string) (map[string]Statistic, error) {
	all := make(map[string]Statistic, len(articleIDs))
	if len(articleIDs) == 0 {
		return all, nil
	}
	rows, err := listStatistics(ctx, r, userID, articleIDs)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		st := all[row.ArticleID]
		switch row.Kind {
		case likesOfAll:
			st.LikeNo = row.Likes
		case int(Like):
			st.Like = true
		case int(Bookmark):
			st.Bookmark = true
		case int(Read):
			st.Read = true
		}
		all[row.ArticleID] = st
	}
	return all, nil
}
