package catalog

import (
	"context"

	"hearten/internal/platform/db"
)

// District is a district as the other areas know it. Community is its number on
// the map, nil outside the partner centres.
type District struct {
	ID        string `db:"id"`
	Name      string `db:"name"`
	Centre    string `db:"centre"`
	Community *int   `db:"community_number"`
	// Code is how keys of files name the community.
	Code *string `db:"code"`
}

const selectDistricts = `SELECT id, name, centre, community_number, code FROM districts WHERE retired_at IS NULL`

// Districts lists the districts a member may choose, in catalogue order.
func Districts(ctx context.Context, r db.Reader) ([]District, error) {
	return db.All[District](ctx, r, selectDistricts+` ORDER BY ordering, id`)
}
