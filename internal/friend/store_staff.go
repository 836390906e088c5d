package friend

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Relative is someone on the far side of a member's relation, as staff see
// them.
type Relative struct {
	RelationID    string          `db:"relation_id"` // of the pair or of the block
	Status        Status          `db:"pair_status"`
	RequestedBy   string          `db:"requested_by"`
	FriendAt      *time.Time      `db:"friend_at"`
	UserID        string          `db:"user_id"`
	Username      string          `db:"username"`
	Nickname      string          `db:"nickname"`
	Email         string          `db:"email"`
	Phone         string          `db:"phone"`
	District      string          `db:"district"`
	UserType      access.UserType `db:"user_type"`
	ServiceNumber *string         `db:"service_number"`
	Staff         *string         `db:"staff"`
	StaffID       *string         `db:"staff_id"`
	Centre        access.Centre   `db:"centre"`
	Gender        *int            `db:"gender"`
	Birthday      clock.Date      `db:"birthday"`
	Signature     string          `db:"signature"`
	AvatarKey     *string         `db:"avatar_key"`
	DefaultAvatar int             `db:"default_avatar"`
	Exp           int64           `db:"exp"`
}

// within takes out what concerns only the people who look after the person: a
// friend may be of another centre, or somebody else's to look after.
func (r Relative) within(scope access.Scope) Relative {
	if scope.Reaches(r.Centre, r.StaffID) {
		return r
	}
	r.Email, r.Phone, r.ServiceNumber, r.Staff = "", "", nil, nil
	r.Gender, r.Birthday, r.Signature, r.AvatarKey = nil, clock.Date{}, "", nil
	return r
}

const (
	relativeColumns = `u.id AS user_id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
		COALESCE(d.name, '') AS district, u.user_type, u.service_number, s.name AS staff, u.staff_id, u.centre`
	pairColumns = `p.id AS relation_id, p.status AS pair_status, p.requested_by, p.friend_at`

	withPlaces  = ` LEFT JOIN districts d ON d.id = u.district_id LEFT JOIN staff s ON s.id = u.staff_id`
	pairsPeople = pairsOf + ` JOIN users u ON u.id = p.other` + withPlaces
)

// relativeSorts are those of the lists; the newest first.
func relativeSorts(newest string, more ...page.Sort) page.Sorts {
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

// matching narrows a list to people by their names and, where they are within
// reach, by their addresses.
func matching(where *db.Where, scope access.Scope, key string) *db.Where {
	byName, nameArgs := (&db.Where{}).Contains(key, "u.public_names").Open()
	reached := &db.Where{}
	scope.People(reached, "u")
	byAddress, addressArgs := reached.Contains(key, "u.staff_names").Open()
	return where.And("("+byName+" OR "+byAddress+")", append(nameArgs, addressArgs...)...)
}

func listRelations(ctx context.Context, d *db.DB, scope access.Scope, userID string, statuses []Status, key string, p page.Request) (page.Of[Relative], error) {
	where := (&db.Where{}).And("p.me = ?", userID)
	if len(statuses) > 0 {
		where.In("p.status", db.Anys(statuses)...)
	}
	const newest = "COALESCE(p.friend_at, p.created_at)"
	return page.Fetch[Relative](ctx, d, page.Query{
		Select: pairColumns + ", " + relativeColumns, From: pairsPeople, Where: matching(where, scope, key), Tie: "p.id",
		Sorts: relativeSorts(newest, page.Sort{Property: "friendAt", Column: newest}, page.Sort{Property: "friendStatus", Column: "p.status"}),
	}, p)
}

func listBlockedBy(ctx context.Context, d *db.DB, scope access.Scope, userID, key string, p page.Request) (page.Of[Relative], error) {
	return page.Fetch[Relative](ctx, d, page.Query{
		Select: "b.id AS relation_id, " + relativeColumns, From: "friend_blocks b JOIN users u ON u.id = b.blocked_id" + withPlaces,
		Where: matching((&db.Where{}).And("b.user_id = ?", userID), scope, key), Tie: "b.id", Sorts: relativeSorts("b.created_at"),
	}, p)
}

// listCandidates leaves out the member, their friends, and whom a block stands
// in the way of.
func listCandidates(ctx context.Context, d *db.DB, scope access.Scope, kind narrow, userID, key string, p page.Request) (page.Of[Relative], error) {
	where := (&db.Where{}).And("u.status = 1")
	kind(scope, where, "u")
	if userID != "" {
		where.And("u.id <> ?", userID).
			And("u.id NOT IN (SELECT f.user_high FROM friend_pairs f WHERE f.user_low = ? AND f.status = 1)", userID).
			And("u.id NOT IN (SELECT f.user_low FROM friend_pairs f WHERE f.user_high = ? AND f.status = 1)", userID).
			And("u.id NOT IN (SELECT b.blocked_id FROM friend_blocks b WHERE b.user_id = ?)", userID).
			And("u.id NOT IN (SELECT b.user_id FROM friend_blocks b WHERE b.blocked_id = ?)", userID)
	}
	return page.Fetch[Relative](ctx, d, page.Query{
		Select: relativeColumns, From: "users u" + withPlaces, Tie: "u.id", Sorts: relativeSorts("u.created_at"),
		Where: where.Contains(key, "u.staff_names"),
	}, p)
}

func findRelation(ctx context.Context, r db.Reader, userID, pairID string, status Status) (Relative, error) {
	return db.One[Relative](ctx, r, `
		SELECT `+pairColumns+`, `+relativeColumns+`, u.gender, u.birthday, u.signature, u.avatar_key, u.default_avatar, COALESCE(w.exp, 0) AS exp
		FROM `+pairsPeople+` LEFT JOIN wallets w ON w.user_id = u.id
		WHERE p.me = $1 AND p.id = $2 AND p.status = $3`, userID, pairID, int(status))
}

// reachedOf tells which of the people are within reach.
func reachedOf(ctx context.Context, r db.Reader, scope access.Scope, ids []string) (map[string]bool, error) {
	where := (&db.Where{}).In("u.id", db.Anys(ids)...).And("u.status <> 3")
	scope.People(where, "u")
	text, args := where.SQL()
	found, err := db.Column[string](ctx, r, `SELECT u.id FROM users u WHERE `+text, args...)
	return setOf(found), err
}

// inUse tells which of the accounts are in use: not frozen, leaving or gone.
func inUse(ctx context.Context, r db.Reader, ids []string) (map[string]bool, error) {
	list, args := db.List(db.Anys(ids))
	found, err := db.Column[string](ctx, r, db.Number(`SELECT id FROM users WHERE status = 1 AND id IN `+list), args...)
	return setOf(found), err
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// pair is a row of two members.
type pair struct {
	ID          string `db:"id"`
	Low         string `db:"user_low"`
	High        string `db:"user_high"`
	Status      Status `db:"status"`
	RequestedBy string `db:"requested_by"`
}

// asked is who has to decide about a request.
func (p pair) asked() string {
	if p.RequestedBy == p.Low {
		return p.High
	}
	return p.Low
}

func pairsByID(ctx context.Context, r db.Reader, ids []string) ([]pair, error) {
	list, args := db.List(db.Anys(ids))
	return db.All[pair](ctx, r, db.Number(`
		SELECT id, user_low, user_high, status, requested_by FROM friend_pairs WHERE id IN `+list+` ORDER BY id`), args...)
}

// blockRow is a row of who blocked whom.
type blockRow struct {
	ID        string `db:"id"`
	UserID    string `db:"user_id"`
	BlockedID string `db:"blocked_id"`
}

func blocksByID(ctx context.Context, r db.Reader, ids []string) ([]blockRow, error) {
	list, args := db.List(db.Anys(ids))
	return db.All[blockRow](ctx, r, db.Number(`SELECT id, user_id, blocked_id FROM friend_blocks WHERE id IN `+list+` ORDER BY id`), args...)
}
