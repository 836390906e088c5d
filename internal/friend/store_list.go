package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// listedUser is a user in a list; the rest is read for the page alone.
type listedUser struct {
	UserID  string `db:"user_id"`
	BlockID string `db:"block_id"`
}

// pairsOf are the pairs from both sides: me, and the other.
const pairsOf = `(
	SELECT id, user_low AS me, user_high AS other, status, requested_by, created_at, friend_at FROM friend_pairs UNION ALL
	SELECT id, user_high AS me, user_low AS other, status, requested_by, created_at, friend_at FROM friend_pairs) p`

// withNames filters for users whose accounts are in use and whose names contain
// the key. Names are read user by user, by primary key: a member has few among
// very many, and a join would let an engine read them all.
func withNames(where *db.Filter, user, key string) *db.Filter {
	where.And("NOT EXISTS (SELECT 1 FROM users n WHERE n.id = " + user + " AND n.status <> " + access.NormalSQL + ")")
	match := (&db.Filter{}).Contains(key, "n.public_names")
	if len(match.Args()) > 0 {
		where.And("(SELECT "+match.SQL()+" FROM users n WHERE n.id = "+user+")", match.Args())
	}
	return where
}

func sortsBy(newest, user string) page.Sorts {
	return page.Sorts{
		{Property: "createdAt", Column: newest},
		{Property: "nickname", Column: "(SELECT n.nickname FROM users n WHERE n.id = " + user + ")"},
		{Property: "username", Column: "(SELECT n.username FROM users n WHERE n.id = " + user + ")"},
		{Property: "userId", Column: user},
	}
}

func listPairs(ctx context.Context, d *db.DB, where *db.Filter, newest, key string, p page.Request) (page.Of[listedUser], error) {
	return page.Fetch[listedUser](ctx, d, page.Query{
		Select: "p.other AS user_id", From: pairsOf, Filter: withNames(where, "p.other", key),
		Sorts: sortsBy(newest, "p.other"), Tie: "p.id",
	}, p)
}

// friendsOf filters for the friendships of a member.
func friendsOf(userID string) *db.Filter {
	return (&db.Filter{}).And("p.me = @user", db.Args{"user": userID}).And("p.status = " + normalSQL)
}

// requestsTo filters for the requests that wait for a member.
func requestsTo(userID string) *db.Filter {
	return (&db.Filter{}).And("p.me = @user", db.Args{"user": userID}).
		And("p.status = " + requestingSQL).And("p.requested_by = p.other")
}

func listFriends(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listedUser], error) {
	return listPairs(ctx, d, friendsOf(userID), "p.friend_at", key, p)
}

func listRequests(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listedUser], error) {
	return listPairs(ctx, d, requestsTo(userID), "p.created_at", key, p)
}

func countRequests(ctx context.Context, r db.Reader, userID string) (int64, error) {
	where := withNames(requestsTo(userID), "p.other", "")
	return db.Value[int64](ctx, r, `SELECT COUNT(*) FROM `+pairsOf+` WHERE `+where.SQL(), where.Args())
}

// blockedBy filters for the users whom a member blocked.
func blockedBy(userID, key string) *db.Filter {
	return withNames((&db.Filter{}).And("b.user_id = @user", db.Args{"user": userID}), "b.blocked_id", key)
}

func listBlocked(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listedUser], error) {
	return page.Fetch[listedUser](ctx, d, page.Query{
		Select: "b.blocked_id AS user_id, b.id AS block_id", From: "friend_blocks b", Filter: blockedBy(userID, key),
		Sorts: sortsBy("b.created_at", "b.blocked_id"), Tie: "b.id",
	}, p)
}

func hasBlocked(ctx context.Context, r db.Reader, userID string) (bool, error) {
	where := blockedBy(userID, "")
	return db.Value[bool](ctx, r, `SELECT EXISTS (SELECT 1 FROM friend_blocks b WHERE `+where.SQL()+`)`, where.Args())
}

var searchSorts = page.Sorts{
	{Property: "createdAt", Column: "n.created_at"},
	{Property: "nickname", Column: "n.nickname"},
	{Property: "username", Column: "n.username"},
	{Property: "userId", Column: "n.id"},
}

// listFound lists the users whom a member may find. Those who do not want to be
// found, or blocked the member, are few: they are read once and left out.
func listFound(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listedUser], error) {
	where := (&db.Filter{}).And("n.status = "+access.NormalSQL).
		And(`n.id <> @user
			AND n.id NOT IN (SELECT s.user_id FROM friend_settings s WHERE s.searchable = FALSE)
			AND n.id NOT IN (SELECT b.user_id FROM friend_blocks b WHERE b.blocked_id = @user)`, db.Args{"user": userID}).
		Contains(key, "n.public_names")
	return page.Fetch[listedUser](ctx, d, page.Query{
		Select: "n.id AS user_id", From: "users n", Filter: where, Sorts: searchSorts, Tie: "n.id", Beside: true,
	}, p)
}
