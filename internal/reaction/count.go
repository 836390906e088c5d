package reaction

import (
	"context"

	"hearten/internal/platform/db"
)

// Counts are how many marks of each kind there are.
type Counts struct {
	Likes     int64 `db:"likes"`
	Bookmarks int64 `db:"bookmarks"`
	Reads     int64 `db:"reads"`
	// ResourceReads are a member's on community resources.
	ResourceReads int64 `db:"resource_reads"`
}

// oneOf counts one mark.
func oneOf(kind Kind) Counts {
	switch kind {
	case Like:
		return Counts{Likes: 1}
	case Bookmark:
		return Counts{Bookmarks: 1}
	default:
		return Counts{Reads: 1}
	}
}

func (c Counts) plus(d Counts) Counts {
	return Counts{c.Likes + d.Likes, c.Bookmarks + d.Bookmarks, c.Reads + d.Reads, c.ResourceReads + d.ResourceReads}
}

// Statistic is an article's likes, and the marks a member put on it.
type Statistic struct {
	LikeNo   int64
	Like     bool
	Bookmark bool
	Read     bool
}

// Statistics reads the statistics of articles for a member: one query, however
// many articles. Articles without any mark are not in the map; its zero value
// is theirs.
func Statistics(ctx context.Context, r db.Reader, userID string, articleIDs []string) (map[string]Statistic, error) {
	all := make(map[string]Statistic, len(articleIDs))
	if len(articleIDs) == 0 {
		return all, nil
	}
	rows, err := statisticRows(ctx, r, userID, articleIDs)
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

// OfUsers reads how many marks members have made.
func OfUsers(ctx context.Context, r db.Reader, userIDs []string) (map[string]Counts, error) {
	return countsBy(ctx, r, `SELECT user_id AS id, likes, bookmarks, reads, resource_reads FROM user_mark_counts`, "user_id", userIDs)
}

// OfArticles reads how many marks articles have.
func OfArticles(ctx context.Context, r db.Reader, articleIDs []string) (map[string]Counts, error) {
	return countsBy(ctx, r, `SELECT article_id AS id, likes, bookmarks, reads FROM article_mark_counts`, "article_id", articleIDs)
}

// OfResources reads how many members have read community resources.
func OfResources(ctx context.Context, r db.Reader, resourceIDs []string) (map[string]Counts, error) {
	return countsBy(ctx, r, `SELECT resource_id AS id, reads FROM resource_read_counts`, "resource_id", resourceIDs)
}
