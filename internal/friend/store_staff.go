package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

const (
	userColumns = `u.id AS user_id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
		COALESCE(d.name, '') AS district, u.user_type, u.service_number, s.name AS staff, u.staff_id, u.centre`
	pairColumns = `p.id AS relation_id, p.status AS pair_status, p.requested_by, p.friend_at`

	joinPlaces = ` LEFT JOIN districts d ON d.id = u.district_id LEFT JOIN staff s ON s.id = u.staff_id`
	pairsUsers = pairsOf + ` JOIN users u ON u.id = p.other` + joinPlaces
)

// userSorts are those of the lists; the newest first.
func userSorts(newest string, more ...page.Sort) page.Sorts {
	return append(page.Sorts{
		{Property: "createdAt", Column: newest},
		{Property: "userId", Column: "u.id"},
		{Property: "username", Column: "u.username"},
		{Property: "nickname", Column: "u.nickname"},
		{Property: "email", Column: "COALESCE(u.email, '')"},
		{Property: "phone", Column: "COALESCE(u.phone, '')"},
		{Property: "district", Column: "COALESCE(d.name, '')"},
		{Property: "userType", Column: "u.user_type"},
		{Property: "serviceNumber", Column: "COALESCE(u.service_number, '')"},
		{Property: "staff", Column: "COALESCE(s.name, '')"},
	}, more...)
}

// matching filters for users by their names and, where they are within reach,
// by their addresses.
func matching(where *db.Filter, scope access.Scope, key string) *db.Filter {
	byName := (&db.Filter{}).Contains(key, "u.public_names")
	byAddress := &db.Filter{}
	scope.Users(byAddress, "u")
	byAddress.Contains(key, "u.staff_names")
	return where.And("("+byName.SQL()+" OR "+byAddress.SQL()+")", byName.Args(), byAddress.Args())
}

func listRelations(
	ctx context.Context, d *db.DB, scope access.Scope, userID string, statuses []Status, key string, p page.Request,
) (page.Of[RelatedUser], error) {
	where := (&db.Filter{}).And("p.me = @user", db.Args{"user": userID})
	if len(statuses) > 0 {
		where.In("p.status", statuses)
	}
	const newest = "COALESCE(p.friend_at, p.created_at)"
	return page.Fetch[RelatedUser](ctx, d, page.Query{
		Select: pairColumns + ", " + userColumns, From: pairsUsers, Filter: matching(where, scope, key), Tie: "p.id",
		Sorts: userSorts(newest, page.Sort{Property: "friendAt", Column: newest}, page.Sort{Property: "friendStatus", Column: "p.status"}),
	}, p)
}

func listBlockedBy(ctx context.Context, d *db.DB, scope access.Scope, userID, key string, p page.Request) (page.Of[RelatedUser], error) {
	where := (&db.Filter{}).And("b.user_id = @user", db.Args{"user": userID})
	return page.Fetch[RelatedUser](ctx, d, page.Query{
		Select: "b.id AS relation_id, " + userColumns, From: "friend_blocks b JOIN users u ON u.id = b.blocked_id" + joinPlaces,
		Filter: matching(where, scope, key), Sorts: userSorts("b.created_at"), Tie: "b.id",
	}, p)
}

// listCandidates lists users within reach. With a member, it leaves out the
// member, their friends, and those whom a block separates from them.
func listCandidates(
	ctx context.Context, d *db.DB, scope access.Scope, kind access.Attachment, userID, key string, p page.Request,
) (page.Of[RelatedUser], error) {
	where := (&db.Filter{}).And("u.status = " + access.NormalSQL)
	if kind == access.Attached {
		scope.OrgUsers(where, "u")
	} else {
		scope.FreeUsers(where, "u")
	}
	if userID != "" {
		where.And(`u.id <> @user
			AND u.id NOT IN (SELECT f.user_high FROM friend_pairs f WHERE f.user_low = @user AND f.status = `+normalSQL+`)
			AND u.id NOT IN (SELECT f.user_low FROM friend_pairs f WHERE f.user_high = @user AND f.status = `+normalSQL+`)
			AND u.id NOT IN (SELECT b.blocked_id FROM friend_blocks b WHERE b.user_id = @user)
			AND u.id NOT IN (SELECT b.user_id FROM friend_blocks b WHERE b.blocked_id = @user)`, db.Args{"user": userID})
	}
	return page.Fetch[RelatedUser](ctx, d, page.Query{
		Select: userColumns, From: "users u" + joinPlaces, Filter: where.Contains(key, "u.staff_names"),
		Sorts: userSorts("u.created_at"), Tie: "u.id",
	}, p)
}

func findRelated(ctx context.Context, r db.Reader, userID, pairID string, status Status) (RelatedUser, error) {
	found, err := db.One[RelatedUser](ctx, r, `
		SELECT `+pairColumns+`, `+userColumns+`, u.gender, u.birthday, u.signature, u.avatar_key, u.default_avatar,
			COALESCE(w.exp, 0) AS exp
		FROM `+pairsUsers+` LEFT JOIN wallets w ON w.user_id = u.id
		WHERE p.me = @user AND p.id = @pair AND p.status = @status`, db.Args{"user": userID, "pair": pairID, "status": status})
	return found, db.NoneAs(err, fault.ErrNotFound)
}
