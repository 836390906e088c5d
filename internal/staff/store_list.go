package staff

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// Colleague is a staff member as others see them.
type Colleague struct {
	ID        string    `db:"id"`
	Email     string    `db:"email"`
	Name      string    `db:"name"`
	RoleID    string    `db:"role_id"`
	Role      string    `db:"role"`
	Disabled  bool      `db:"disabled"`
	Version   int64     `db:"version"`
	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

const (
	colleagues       = `staff s JOIN roles r ON r.id = s.role_id`
	colleagueColumns = `s.id, s.email, s.name, s.role_id, r.name AS role, s.disabled, s.version, s.created_at, s.updated_at`
)

func existing() *db.Filter { return (&db.Filter{}).And("s.deleted_at IS NULL") }

// inReach narrows to the accounts that exist and are within reach.
func inReach(scope access.Scope) *db.Filter {
	where := existing()
	scope.OwnCentre(where, "r.centre")
	return where
}

func findColleague(ctx context.Context, r db.Reader, scope access.Scope, id string) (Colleague, error) {
	where := inReach(scope).And("s.id = @id", db.Args{"id": id})
	found, err := db.One[Colleague](ctx, r, `SELECT `+colleagueColumns+` FROM `+colleagues+` WHERE `+where.SQL(), where.Args())
	return found, db.NoneAs(err, fault.ErrNotFound)
}

func listNames(ctx context.Context, r db.Reader, scope access.Scope) ([]Colleague, error) {
	where := existing()
	scope.OwnOrSharedCentre(where, "r.centre")
	return db.All[Colleague](ctx, r, `
		SELECT s.id, s.name FROM `+colleagues+` WHERE `+where.SQL()+` ORDER BY s.name, s.id`, where.Args())
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "s.created_at"},
	{Property: "updatedAt", Column: "s.updated_at"},
	{Property: "email", Column: "s.email"},
	{Property: "nickname", Column: "s.name"},
	{Property: "role", Column: "r.name"},
	{Property: "disabled", Column: "s.disabled"},
	{Property: "userId", Column: "s.id"},
}

func listPage(ctx context.Context, d *db.DB, scope access.Scope, key string, p page.Request) (page.Of[Colleague], error) {
	return page.Fetch[Colleague](ctx, d, page.Query{
		Select: colleagueColumns, From: colleagues, Tie: "s.id", Sorts: sorts,
		Filter: inReach(scope).Search(key, "s.username", "s.phone", "s.email", "s.name"),
	}, p)
}
