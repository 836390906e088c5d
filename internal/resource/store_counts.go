package resource

import (
	"cmp"
	"context"
	"slices"

	"hearten/internal/platform/db"
)

// shelf is where a resource is filed; the counters of what members see go by it.
type shelf struct {
	CommunityID string `db:"community_id"`
	SubtypeID   string `db:"subtype_id"`
}

// recount moves the counters by what joined the members' list and what left it.
// Rows are taken in one order, so that two who list at once do not wait in a
// circle.
func recount(ctx context.Context, tx *db.Tx, joined, left []shelf) error {
	by := map[shelf]int64{}
	for _, at := range joined {
		by[at]++
	}
	for _, at := range left {
		by[at]--
	}
	var shelves []shelf
	for at, n := range by {
		if n != 0 {
			shelves = append(shelves, at)
		}
	}
	slices.SortFunc(shelves, func(a, b shelf) int {
		return cmp.Or(cmp.Compare(a.CommunityID, b.CommunityID), cmp.Compare(a.SubtypeID, b.SubtypeID))
	})
	for _, at := range shelves {
		if err := countShelf(ctx, tx, at, by[at]); err != nil {
			return err
		}
	}
	return nil
}

func countShelf(ctx context.Context, tx *db.Tx, at shelf, by int64) error {
	if by < 0 { // what leaves was counted, so the row is there
		return tx.ExecOne(ctx, `UPDATE resource_counts SET listed = listed + $1 WHERE community_id = $2 AND subtype_id = $3`,
			by, at.CommunityID, at.SubtypeID)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO resource_counts (community_id, subtype_id, listed) VALUES ($1, $2, $3)
		ON CONFLICT (community_id, subtype_id) DO UPDATE SET listed = resource_counts.listed + excluded.listed`,
		at.CommunityID, at.SubtypeID, by)
	return err
}

// countListed is how many resources of a community members see, all of them or
// one type.
func countListed(ctx context.Context, r db.Reader, communityID string, kind *int) (int64, error) {
	where := (&db.Where{}).And("c.community_id = ?", communityID)
	if kind != nil {
		where.And("s.type = ?", *kind)
	}
	condition, args := where.SQL()
	return db.Value[int64](ctx, r, `
		SELECT CAST(COALESCE(SUM(c.listed), 0) AS BIGINT) FROM resource_counts c JOIN resource_subtypes s ON s.id = c.subtype_id
		WHERE `+condition, args...)
}

type communityCount struct {
	Community int `db:"community_number"`
	Count     int `db:"n"`
}

// ListedByCommunity counts what members see, by the community's number on the
// map; a community with nothing may be missing.
func (s *Service) ListedByCommunity(ctx context.Context, r db.Reader) (map[int]int, error) {
	rows, err := db.All[communityCount](ctx, r, `
		SELECT d.community_number, CAST(SUM(c.listed) AS BIGINT) AS n FROM resource_counts c JOIN districts d ON d.id = c.community_id
		WHERE d.community_number IS NOT NULL GROUP BY d.community_number`)
	counts := make(map[int]int, len(rows))
	for _, row := range rows {
		counts[row.Community] = row.Count
	}
	return counts, err
}
