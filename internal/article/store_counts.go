package article

import (
	"cmp"
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// counter is what a listed article is counted by.
type counter struct {
	centre      access.Centre
	category    Category
	subcategory int
	district    District
}

func counterOf(a Article) counter { return counter{a.Centre, a.Category, a.Subcategory, a.District} }

func (c counter) compare(d counter) int {
	return cmp.Or(cmp.Compare(c.centre, d.centre), cmp.Compare(c.category, d.category),
		cmp.Compare(c.subcategory, d.subcategory), cmp.Compare(c.district, d.district))
}

func (c counter) args(listed int64) db.Args {
	return db.Args{"centre": c.centre, "category": c.category, "subcategory": c.subcategory, "district": c.district, "listed": listed}
}

// updateCounts changes the counters of listed articles.
func updateCounts(ctx context.Context, tx *db.Tx, changes workflow.Tally[counter]) error {
	return changes.Apply(counter.compare, func(c counter, by int64) error {
		if by < 0 { // there is a row: it counted the article that leaves
			return tx.ExecOne(ctx, `
				UPDATE article_counts SET listed = listed + @listed
				WHERE centre = @centre AND category = @category AND subcategory = @subcategory AND district = @district`, c.args(by))
		}
		_, err := tx.Exec(ctx, `
			INSERT INTO article_counts (centre, category, subcategory, district, listed)
			VALUES (@centre, @category, @subcategory, @district, @listed)
			ON CONFLICT (centre, category, subcategory, district) DO UPDATE SET listed = article_counts.listed + excluded.listed`, c.args(by))
		return err
	})
}
