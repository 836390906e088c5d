package resource

import (
	"context"
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

	// from keeps what the catalogue retired: entries still speak of it.
	from = `resources r JOIN resource_subtypes s ON s.id = r.subtype_id JOIN resource_types t ON t.type = s.type
		JOIN districts d ON d.id = r.community_id`
)

// visible is the resources that exist and are within reach.
func visible(scope access.Scope) *db.Where {
	where := (&db.Where{}).And("r.deleted_at IS NULL")
	scope.Own(where, "r.centre")
	return where
}

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Resource, error) {
	return one(ctx, r, visible(scope).And("r.id = ?", id))
}

func one(ctx context.Context, r db.Reader, where *db.Where) (Resource, error) {
	condition, args := where.SQL()
	found, err := db.One[Resource](ctx, r, `SELECT `+columns+` FROM `+from+` WHERE `+condition, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return found, err
}

// nextNumber gives each resource a number of its own: who creates at the same
// moment queues on the one row.
func nextNumber(ctx context.Context, tx *db.Tx) (int64, error) {
	return db.Value[int64](ctx, tx, `UPDATE resource_numbers SET last = last + 1 WHERE id = 1 RETURNING last`)
}

func insert(ctx context.Context, tx *db.Tx, id string, number int64, centre access.Centre, staffID string, c content, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO resources (id, number, centre, status, author_id, editor_id, name, phone, address, introduce,
			subtype_id, community_id, picture, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $13)`,
		id, number, string(centre), int(workflow.Draft), staffID, c.Name, c.Phone, c.Address, c.Introduce,
		c.SubtypeID, c.CommunityID, c.Picture, now)
	return err
}

// update writes to a row that the transaction holds.
func update(ctx context.Context, tx *db.Tx, id string, centre access.Centre, staffID string, c content, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE resources SET centre = $1, editor_id = $2, name = $3, phone = $4, address = $5, introduce = $6,
			subtype_id = $7, community_id = $8, picture = $9, version = version + 1, updated_at = $10
		WHERE id = $11`,
		string(centre), staffID, c.Name, c.Phone, c.Address, c.Introduce, c.SubtypeID, c.CommunityID, c.Picture, now, id)
}

func markDeleted(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE resources SET deleted_at = $1, version = version + 1 WHERE id = $2`, now, id)
}

// filed is where a resource is filed and its picture.
type filed struct {
	shelf
	ID      string `db:"id"`
	Picture string `db:"picture"`
}

func filedOf(ctx context.Context, r db.Reader, ids []string) ([]filed, error) {
	where, args := (&db.Where{}).In("id", db.Anys(ids)...).SQL()
	return db.All[filed](ctx, r, `SELECT id, community_id, subtype_id, picture FROM resources WHERE `+where+` ORDER BY id`, args...)
}

// community reads a community, also one that the catalogue has retired.
func community(ctx context.Context, r db.Reader, id string) (catalog.District, error) {
	return db.One[catalog.District](ctx, r, `SELECT id, name, centre, community_number, code FROM districts WHERE id = $1`, id)
}

// subtypeExists refuses a sub-type that cannot be chosen.
func subtypeExists(ctx context.Context, r db.Reader, id string) error {
	_, err := db.Value[int](ctx, r, `SELECT 1 FROM resource_subtypes WHERE id = $1 AND retired_at IS NULL`, id)
	if db.IsNone(err) {
		err = errNoSubtype
	}
	return err
}
