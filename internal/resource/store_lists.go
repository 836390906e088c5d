package resource

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

// Filter narrows the portal's list; what is empty narrows nothing.
type Filter struct {
	Status       workflow.Status
	CommunityIDs []string
	Types        []int
	SubtypeIDs   []string
}

var webSorts = page.Sorts{
	{Property: "updatedAt", Column: "r.updated_at"},
	{Property: "createdAt", Column: "r.created_at"},
	{Property: "id", Column: "r.id"},
	{Property: "externalId", Column: "r.number"},
	{Property: "name", Column: "r.name"},
	{Property: "communityDistrict", Column: "d.name"},
	{Property: "type", Column: "t.type"},
	{Property: "subType", Column: "s.name"},
	{Property: "phone", Column: "r.phone"},
	{Property: "status", Column: "r.status"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[Resource], error) {
	where := visible(scope)
	if f.Status != 0 {
		where.And("r.status = ?", int(f.Status))
	}
	if len(f.CommunityIDs) > 0 {
		where.In("r.community_id", db.Anys(f.CommunityIDs)...)
	}
	if len(f.Types) > 0 {
		where.In("t.type", db.Anys(f.Types)...)
	}
	if len(f.SubtypeIDs) > 0 {
		where.In("r.subtype_id", db.Anys(f.SubtypeIDs)...)
	}
	return page.Fetch[Resource](ctx, d, page.Query{Select: columns, From: from, Where: where, Tie: "r.id", Sorts: webSorts}, p)
}

// listed is what members see.
func listed() *db.Where {
	return (&db.Where{}).And("r.status = 5").And("r.deleted_at IS NULL")
}

var appSorts = page.Sorts{
	{Property: "createdAt", Column: "r.created_at"},
	{Property: "id", Column: "r.id"},
	{Property: "name", Column: "r.name"},
	{Property: "address", Column: "r.address"},
	{Property: "type", Column: "t.type"},
	{Property: "subType", Column: "s.name"},
}

type listedItem struct {
	ID        string `db:"id"`
	Name      string `db:"name"`
	Address   string `db:"address"`
	SubtypeID string `db:"subtype_id"`
	Type      int    `db:"type"`
	TypeName  string `db:"type_name"`
	Subtype   string `db:"subtype"`
}

// listedOf lists what members see of a community, all of it or one type.
func listedOf(ctx context.Context, d *db.DB, communityID string, kind *int, p page.Request) (page.Of[listedItem], error) {
	where := listed().And("r.community_id = ?", communityID)
	if kind != nil {
		where.And("t.type = ?", *kind)
	}
	return page.Fetch[listedItem](ctx, d, page.Query{
		Select: `r.id, r.name, r.address, r.subtype_id, t.type, t.name AS type_name, s.name AS subtype`,
		From:   `resources r JOIN resource_subtypes s ON s.id = r.subtype_id JOIN resource_types t ON t.type = s.type`,
		Where:  where, Tie: "r.id", Sorts: appSorts,
		Total: func(ctx context.Context) (int64, error) { return countListed(ctx, d, communityID, kind) },
	}, p)
}

func findListed(ctx context.Context, r db.Reader, id string) (Resource, error) {
	return one(ctx, r, listed().And("r.id = ?", id))
}

// Existing counts which of the resources there are, listed or not.
func (s *Service) Existing(ctx context.Context, r db.Reader, ids []string) (int, error) {
	where, args := (&db.Where{}).And("deleted_at IS NULL").In("id", db.Anys(ids)...).SQL()
	return db.Value[int](ctx, r, `SELECT COUNT(*) FROM resources WHERE `+where, args...)
}

type communityRow struct {
	ID   string `db:"id"`
	Name string `db:"name"`
}

// communities lists those on the map, in their order.
func communities(ctx context.Context, r db.Reader) ([]communityRow, error) {
	return db.All[communityRow](ctx, r, `
		SELECT id, name FROM districts WHERE community_number IS NOT NULL AND retired_at IS NULL ORDER BY community_number`)
}

type subtypeRow struct {
	Type      int    `db:"type"`
	TypeName  string `db:"type_name"`
	SubtypeID string `db:"id"`
	Subtype   string `db:"name"`
}

func subtypes(ctx context.Context, r db.Reader) ([]subtypeRow, error) {
	return db.All[subtypeRow](ctx, r, `
		SELECT t.type, t.name AS type_name, s.id, s.name
		FROM resource_types t JOIN resource_subtypes s ON s.type = t.type AND s.retired_at IS NULL
		WHERE t.retired_at IS NULL ORDER BY t.type, s.ordering, s.id`)
}
