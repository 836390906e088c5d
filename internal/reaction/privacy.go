package reaction

import (
	"context"
	"maps"
	"slices"

	"hearten/internal/platform/db"
	"hearten/internal/platform/privacy"
)

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{
		Name: "marks",
		Tables: []privacy.Table{
			{Name: "article_marks", Column: "user_id", Erase: privacy.Deleted},
			{Name: "article_reads", Column: "user_id", Erase: privacy.Deleted},
			{Name: "resource_reads", Column: "user_id", Erase: privacy.Deleted},
			{Name: "user_mark_counts", Column: "user_id", Erase: privacy.Deleted},
		},
		Also: forget,
	}
}

// forget takes a member's marks away together with what they count in articles
// and resources.
func forget(ctx context.Context, tx *db.Tx, userID string) error {
	marks, err := removeMarksOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	gone := map[string]Counts{}
	for _, m := range marks {
		gone[m.ArticleID] = gone[m.ArticleID].plus(oneOf(m.Kind))
	}
	for _, id := range slices.Sorted(maps.Keys(gone)) { // in order: two who leave at once do not wait in a circle
		if err := lowerArticle(ctx, tx, id, gone[id]); err != nil {
			return err
		}
	}
	resources, err := removeResourceReadsOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	slices.Sort(resources)
	for _, id := range resources {
		if err := lowerResourceReads(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}
