package article

import (
	"cmp"
	"context"
	"slices"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// shelf is where a listed article is counted.
type shelf struct {
	centre      access.Centre
	category    Category
	subcategory int
	district    District
}

func shelfOf(a Article) shelf { return shelf{a.Centre, a.Category, a.Subcategory, a.District} }

// tally is how the counters change.
type tally map[shelf]int64

func (t tally) plus(s shelf, n int64) tally {
	t[s] += n
	return t
}

// count changes the counters, in one order, so that no two transactions wait
// for each other.
func count(ctx context.Context, tx *db.Tx, t tally) error {
	shelves := make([]shelf, 0, len(t))
	for s, n := range t {
		if n != 0 {
			shelves = append(shelves, s)
		}
	}
	slices.SortFunc(shelves, func(a, b shelf) int {
		return cmp.Or(cmp.Compare(a.centre, b.centre), cmp.Compare(a.category, b.category),
			cmp.Compare(a.subcategory, b.subcategory), cmp.Compare(a.district, b.district))
	})
	for _, s := range shelves {
		if err := addToShelf(ctx, tx, s, t[s]); err != nil {
			return err
		}
	}
	return nil
}

func addToShelf(ctx context.Context, tx *db.Tx, s shelf, n int64) error {
	if n < 0 { // there is a row: it counted what is leaving
		return tx.ExecOne(ctx, `
			UPDATE article_counts SET listed = listed + $1
			WHERE centre = $2 AND category = $3 AND subcategory = $4 AND district = $5`,
			n, string(s.centre), int(s.category), s.subcategory, int(s.district))
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO article_counts (centre, category, subcategory, district, listed) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (centre, category, subcategory, district) DO UPDATE SET listed = article_counts.listed + excluded.listed`,
		string(s.centre), int(s.category), s.subcategory, int(s.district), n)
	return err
}
