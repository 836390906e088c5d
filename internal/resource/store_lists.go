package resource

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

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
	where := inReach(scope)
	if f.Status != 0 {
		where.And("r.status = @status", db.Args{"status": f.Status})
	}
	if len(f.CommunityIDs) > 0 {
		where.In("r.community_id", f.CommunityIDs)
	}
	if len(f.Types) > 0 {
		where.In("t.type", f.Types)
	}
	if len(f.SubtypeIDs) > 0 {
		where.In("r.subtype_id", f.SubtypeIDs)
	}
	return page.Fetch[Resource](ctx, d, page.Query{Select: columns, From: from, Filter: where, Tie: "r.id", Sorts: webSorts}, p)
}

// listed filters for the resources (as r) that members see.
func listed() *db.Filter {
	return (&db.Filter{}).And("r.status = " + workflow.ListedSQL + " AND r.deleted_at IS NULL")
}

var appSorts = page.Sorts{
	{Property: "createdAt", Column: "r.created_at"},
	{Property: "id", Column: "r.id"},
	{Property: "name", Column: "r.name"},
	{Property: "address", Column: "r.address"},
	{Property: "type", Column: "t.type"},
	{Property: "subType", Column: "s.name"},
}

func listListed(ctx context.Context, d *db.DB, communityID string, kind *int, p page.Request) (page.Of[AppSummary], error) {
	where := listed().And("r.community_id = @community", db.Args{"community": communityID})
	if kind != nil {
		where.And("t.type = @type", db.Args{"type": *kind})
	}
	return page.Fetch[AppSummary](ctx, d, page.Query{
		Select: `r.id, r.name, r.address, r.subtype_id, t.type, t.name AS type_name, s.name AS subtype`,
		From:   `resources r JOIN resource_subtypes s ON s.id = r.subtype_id JOIN resource_types t ON t.type = s.type`,
		Filter: where, Tie: "r.id", Sorts: appSorts,
		Total: func(ctx context.Context) (int64, error) { return countListed(ctx, d, communityID, kind) },
	}, p)
}

func findListed(ctx context.Context, r db.Reader, id string) (Resource, error) {
	return findOne(ctx, r, listed().And("r.id = @id", db.Args{"id": id}))
}

func listCommunities(ctx context.Context, r db.Reader) ([]Community, error) {
	return db.All[Community](ctx, r, `
		SELECT id, name FROM districts WHERE community_number IS NOT NULL AND retired_at IS NULL ORDER BY community_number`)
}

type subtypeRow struct {
	Type      int    `db:"type"`
	TypeName  string `db:"type_name"`
	SubtypeID string `db:"id"`
	Subtype   string `db:"name"`
}

func listSubtypes(ctx context.Context, r db.Reader) ([]subtypeRow, error) {
	return db.All[subtypeRow](ctx, r, `
		SELECT t.type, t.name AS type_name, s.id, s.name
		FROM resource_types t JOIN resource_subtypes s ON s.type = t.type AND s.retired_at IS NULL
		WHERE t.retired_at IS NULL ORDER BY t.type, s.ordering, s.id`)
}
