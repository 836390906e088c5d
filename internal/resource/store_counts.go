package resource

import (
	"cmp"
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// counter is what a listed resource is counted by.
type counter struct {
	CommunityID string `db:"community_id"`
	SubtypeID   string `db:"subtype_id"`
}

func (c counter) compare(d counter) int {
	return cmp.Or(cmp.Compare(c.CommunityID, d.CommunityID), cmp.Compare(c.SubtypeID, d.SubtypeID))
}

func (c counter) args(listed int64) db.Args {
	return db.Args{"community": c.CommunityID, "subtype": c.SubtypeID, "listed": listed}
}

// updateCounts changes the counters of listed resources.
func updateCounts(ctx context.Context, tx *db.Tx, changes workflow.Tally[counter]) error {
	return changes.Apply(counter.compare, func(c counter, by int64) error {
		if by < 0 { // there is a row: it counted the resource that leaves
			return tx.ExecOne(ctx, `
				UPDATE resource_counts SET listed = listed + @listed WHERE community_id = @community AND subtype_id = @subtype`, c.args(by))
		}
		_, err := tx.Exec(ctx, `
			INSERT INTO resource_counts (community_id, subtype_id, listed) VALUES (@community, @subtype, @listed)
			ON CONFLICT (community_id, subtype_id) DO UPDATE SET listed = resource_counts.listed + excluded.listed`, c.args(by))
		return err
	})
}

// countListed is how many resources of a community members see, of one type or
// of all.
func countListed(ctx context.Context, r db.Reader, communityID string, kind *int) (int64, error) {
	where := (&db.Filter{}).And("c.community_id = @community", db.Args{"community": communityID})
	if kind != nil {
		where.And("s.type = @type", db.Args{"type": *kind})
	}
	return db.Value[int64](ctx, r, `
		SELECT CAST(COALESCE(SUM(c.listed), 0) AS BIGINT) FROM resource_counts c JOIN resource_subtypes s ON s.id = c.subtype_id
		WHERE `+where.SQL(), where.Args())
}

type communityCount struct {
	Community int `db:"community_number"`
	Count     int `db:"n"`
}

func countByCommunity(ctx context.Context, r db.Reader) ([]communityCount, error) {
	return db.All[communityCount](ctx, r, `
		SELECT d.community_number, CAST(SUM(c.listed) AS BIGINT) AS n FROM resource_counts c JOIN districts d ON d.id = c.community_id
		WHERE d.community_number IS NOT NULL GROUP BY d.community_number`)
}
