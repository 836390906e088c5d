package resource

import (
	"context"
	"maps"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/workflow"
)

const (
	columns = `r.id, r.number, r.centre, r.status, r.author_id, r.editor_id, r.push_time, r.pull_time, r.version,
		r.name, r.phone, r.address, r.introduce, r.subtype_id, r.community_id, r.picture, r.created_at, r.updated_at,
		t.type, t.name AS type_name, s.name AS subtype, d.name AS community, d.short_name AS community_short`

	// from includes what the catalogue has retired, because entries keep it.
	from = `resources r JOIN resource_subtypes s ON s.id = r.subtype_id JOIN resource_types t ON t.type = s.type
		JOIN districts d ON d.id = r.community_id`
)

// inReach filters for the resources (as r) that exist and are within reach.
func inReach(scope access.Scope) *db.Filter {
	where := (&db.Filter{}).And("r.deleted_at IS NULL")
	scope.OwnCentre(where, "r.centre")
	return where
}

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Resource, error) {
	return findOne(ctx, r, inReach(scope).And("r.id = @id", db.Args{"id": id}))
}

func findOne(ctx context.Context, r db.Reader, where *db.Filter) (Resource, error) {
	found, err := db.One[Resource](ctx, r, `SELECT `+columns+` FROM `+from+` WHERE `+where.SQL(), where.Args())
	return found, db.NoneAs(err, fault.ErrNotFound)
}

// nextNumber gives each resource a number of its own. The row stays locked, so
// that transactions that create at the same moment wait for each other.
func nextNumber(ctx context.Context, tx *db.Tx) (int64, error) {
	return db.Value[int64](ctx, tx, `UPDATE resource_numbers SET last = last + 1 WHERE id = 1 RETURNING last`)
}

// edited is what an edit writes, by column.
func edited(centre access.Centre, staffID string, c content, now time.Time) db.Args {
	return db.Args{
		"centre": centre, "editor_id": staffID, "name": c.Name, "phone": c.Phone, "address": c.Address, "introduce": c.Introduce,
		"subtype_id": c.SubtypeID, "community_id": c.CommunityID, "picture": c.Picture, "updated_at": now,
	}
}

func insert(ctx context.Context, tx *db.Tx, id string, number int64, centre access.Centre, staffID string, c content, now time.Time) error {
	row := edited(centre, staffID, c, now)
	maps.Copy(row, db.Args{
		"id": id, "number": number, "status": workflow.Draft, "author_id": staffID, "version": 1, "created_at": now,
	})
	return tx.Insert(ctx, "resources", row)
}

// update writes a new version of a locked resource.
func update(ctx context.Context, tx *db.Tx, id string, centre access.Centre, staffID string, c content, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE resources SET centre = @centre, editor_id = @editor_id, name = @name, phone = @phone, address = @address,
			introduce = @introduce, subtype_id = @subtype_id, community_id = @community_id, picture = @picture,
			version = version + 1, updated_at = @updated_at
		WHERE id = @id`, edited(centre, staffID, c, now), db.Args{"id": id})
}

// movedRow is what a move needs to know of a resource.
type movedRow struct {
	counter
	ID      string `db:"id"`
	Picture string `db:"picture"`
}

func findMoved(ctx context.Context, r db.Reader, ids []string) ([]movedRow, error) {
	return db.All[movedRow](ctx, r,
		`SELECT id, community_id, subtype_id, picture FROM resources WHERE id IN (@ids) ORDER BY id`, db.Args{"ids": ids})
}

// findCommunity reads a community, also one that the catalogue has retired.
func findCommunity(ctx context.Context, r db.Reader, id string) (catalog.District, error) {
	return db.One[catalog.District](ctx, r,
		`SELECT id, name, centre, community_number, code FROM districts WHERE id = @id`, db.Args{"id": id})
}

// checkSubtype refuses a sub-type that cannot be chosen.
func checkSubtype(ctx context.Context, r db.Reader, id string) error {
	_, err := db.Value[int](ctx, r, `SELECT 1 FROM resource_subtypes WHERE id = @id AND retired_at IS NULL`, db.Args{"id": id})
	return db.NoneAs(err, errNoSubtype)
}
