package member

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

const (
	columns = `u.id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
		COALESCE(d.name, '') AS district, u.user_type, COALESCE(u.service_number, '') AS service_number, u.status,
		COALESCE(s.name, '') AS staff, u.created_at, u.last_login`

	people = `users u LEFT JOIN districts d ON d.id = u.district_id LEFT JOIN staff s ON s.id = u.staff_id`
)

// What the engines place differently, or not at all, gets a value to sort by.
var sorts = page.Sorts{
	{Property: "joinedAt", Column: "u.created_at"},
	{Property: "createdAt", Column: "u.created_at"},
	{Property: "userId", Column: "u.id"},
	{Property: "username", Column: "u.username"},
	{Property: "nickname", Column: "u.nickname"},
	{Property: "email", Column: "COALESCE(u.email, '')"},
	{Property: "phone", Column: "COALESCE(u.phone, '')"},
	{Property: "district", Column: "COALESCE(d.name, '')", Beyond: true},
	{Property: "disabled", Column: "CASE WHEN u.status = " + access.FrozenSQL + " THEN 1 ELSE 0 END"},
	{Property: "status", Column: "u.status"},
	{Property: "lastLogin", Column: "COALESCE(u.last_login, '0001-01-01 00:00:00+00:00')"},
}

// orgSorts are those of users of a centre.
var orgSorts = append(sorts[:len(sorts):len(sorts)],
	page.Sort{Property: "userType", Column: "u.user_type"},
	page.Sort{Property: "serviceNumber", Column: "COALESCE(u.service_number, '')"},
	page.Sort{Property: "staff", Column: "COALESCE(s.name, '')", Beyond: true},
)

// where is the members who match; removed ones never do.
func (f Filter) where() *db.Filter {
	where := (&db.Filter{}).And("u.status <> "+access.RemovedSQL).Contains(f.Key, "u.staff_names")
	if len(f.UserTypes) > 0 {
		where.In("u.user_type", f.UserTypes)
	}
	if len(f.Frozen) > 0 {
		states := make([]int, len(f.Frozen))
		for i, frozen := range f.Frozen {
			if states[i] = int(access.Normal); frozen {
				states[i] = int(access.Frozen)
			}
		}
		where.In("u.status", states)
	}
	if len(f.Districts) > 0 {
		where.In("u.district_id", f.Districts)
	}
	if len(f.Staff) > 0 {
		where.In("u.staff_id", f.Staff)
	}
	if f.NotInSurvey != "" {
		where.And("u.status <> " + access.LeavingSQL)
		where.And("NOT EXISTS (SELECT 1 FROM survey_users r WHERE r.survey_id = @survey AND r.user_id = u.id)",
			db.Args{"survey": f.NotInSurvey})
	}
	return where
}

func listOrg(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[Person], error) {
	where := f.where()
	scope.OrgUsers(where, "u")
	return list(ctx, d, where, orgSorts, f, p)
}

func listFree(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[Person], error) {
	where := f.where()
	scope.FreeUsers(where, "u")
	return list(ctx, d, where, sorts, f, p)
}

func list(ctx context.Context, d *db.DB, where *db.Filter, sorts page.Sorts, f Filter, p page.Request) (page.Of[Person], error) {
	return page.Fetch[Person](ctx, d, page.Query{
		Select: columns, From: people, Filter: where, Sorts: sorts, Tie: "u.id", Core: "users u", Beside: f.Key != "",
	}, p)
}

// find reads one member within reach; none is db.ErrNone.
func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Record, error) {
	where := (&db.Filter{}).And("u.status <> "+access.RemovedSQL).And("u.id = @id", db.Args{"id": id})
	scope.Users(where, "u")
	return db.One[Record](ctx, r, `
		SELECT `+columns+`, u.gender, u.birthday, u.signature, u.avatar_key, u.default_avatar, u.staff_id, u.centre, w.exp
		FROM `+people+` JOIN wallets w ON w.user_id = u.id WHERE `+where.SQL(), where.Args())
}
