package friend

import (
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// listed is someone in a list; who they are is read for the page alone.
type listed struct {
	UserID  string `db:"user_id"`
	BlockID string `db:"block_id"`
}

// pairsOf are the pairs from both of their sides: me, and other on the far one.
const pairsOf = `(
	SELECT id, user_low AS me, user_high AS other, status, requested_by, created_at, friend_at FROM friend_pairs UNION ALL
	SELECT id, user_high AS me, user_low AS other, status, requested_by, created_at, friend_at FROM friend_pairs) p`

// seen narrows a list to people who are there and match the key. Names are read
// person by person, by primary key: a member has few, among very many, and a
// join would let an engine read them all.
func seen(where *db.Where, person, key string) *db.Where {
	where.And("NOT EXISTS (SELECT 1 FROM users n WHERE n.id = " + person + " AND n.status <> 1)")
	match := (&db.Where{}).Contains(key, "n.public_names")
	if condition, args := match.Open(); len(args) > 0 {
		where.And("(SELECT "+condition+" FROM users n WHERE n.id = "+person+")", args...)
	}
	return where
}

func sortsBy(newest, person string) page.Sorts {
	return page.Sorts{
		{Property: "createdAt", Column: newest},
		{Property: "nickname", Column: "(SELECT n.nickname FROM users n WHERE n.id = " + person + ")"},
		{Property: "username", Column: "(SELECT n.username FROM users n WHERE n.id = " + person + ")"},
		{Property: "userId", Column: person},
	}
}

func listPairs(ctx context.Context, d *db.DB, where *db.Where, newest, key string, p page.Request) (page.Of[listed], error) {
	return page.Fetch[listed](ctx, d, page.Query{
		Select: "p.other AS user_id", From: pairsOf, Where: seen(where, "p.other", key), Tie: "p.id", Sorts: sortsBy(newest, "p.other"),
	}, p)
}

func listFriends(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listed], error) {
	return listPairs(ctx, d, (&db.Where{}).And("p.me = ?", userID).And("p.status = 1"), "p.friend_at", key, p)
}

// asked are the requests that wait for a member.
func asked(userID string) *db.Where {
	return (&db.Where{}).And("p.me = ?", userID).And("p.status = 0").And("p.requested_by = p.other")
}

func listRequests(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listed], error) {
	return listPairs(ctx, d, asked(userID), "p.created_at", key, p)
}

func countRequests(ctx context.Context, r db.Reader, userID string) (int64, error) {
	where, args := seen(asked(userID), "p.other", "").SQL()
	return db.Value[int64](ctx, r, `SELECT COUNT(*) FROM `+pairsOf+` WHERE `+where, args...)
}

// blocked are those whom a member blocked.
func blocked(userID, key string) *db.Where {
	return seen((&db.Where{}).And("b.user_id = ?", userID), "b.blocked_id", key)
}

func listBlocked(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listed], error) {
	return page.Fetch[listed](ctx, d, page.Query{
		Select: "b.blocked_id AS user_id, b.id AS block_id", From: "friend_blocks b", Where: blocked(userID, key), Tie: "b.id",
		Sorts: sortsBy("b.created_at", "b.blocked_id"),
	}, p)
}

func hasBlocked(ctx context.Context, r db.Reader, userID string) (bool, error) {
	where, args := blocked(userID, "").SQL()
	return db.Value[bool](ctx, r, `SELECT EXISTS (SELECT 1 FROM friend_blocks b WHERE `+where+`)`, args...)
}

var searchSorts = page.Sorts{
	{Property: "createdAt", Column: "n.created_at"},
	{Property: "nickname", Column: "n.nickname"},
	{Property: "username", Column: "n.username"},
	{Property: "userId", Column: "n.id"},
}

// search finds whom a member may find. Who does not want to be found, or
// blocked the member, are few: they are gathered once and left out.
func search(ctx context.Context, d *db.DB, userID, key string, p page.Request) (page.Of[listed], error) {
	where := (&db.Where{}).And("n.status = 1").And("n.id <> ?", userID).
		And("n.id NOT IN (SELECT s.user_id FROM friend_settings s WHERE s.searchable = FALSE)").
		And("n.id NOT IN (SELECT b.user_id FROM friend_blocks b WHERE b.blocked_id = ?)", userID).
		Contains(key, "n.public_names")
	return page.Fetch[listed](ctx, d, page.Query{
		Select: "n.id AS user_id", From: "users n", Where: where, Tie: "n.id", Sorts: searchSorts, Beside: true,
	}, p)
}
