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
		Also: erase,
	}
}

// erase deletes a member's reactions and subtracts them from the counters of
// articles and resources.
func erase(ctx context.Context, tx *db.Tx, userID string) error {
	reactions, err := deleteReactionsOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	gone := map[string]Counts{}
	for _, r := range reactions {
		gone[r.ArticleID] = gone[r.ArticleID].plus(oneOf(r.Kind))
	}
	for _, id := range slices.Sorted(maps.Keys(gone)) { // in one order, so that two erasures never wait for each other in a circle
		if err := subtractArticle(ctx, tx, id, gone[id]); err != nil {
			return err
		}
	}
	resources, err := deleteResourceReadsOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	slices.Sort(resources)
	for _, id := range resources {
		if err := subtractResource(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}
