package mission

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// mission is a mission with a member's progress in its open period.
type mission struct {
	ID        string        `db:"id"`
	Key       string        `db:"key"`
	Name      string        `db:"name"`
	Type      int           `db:"type"`
	Event     catalog.Event `db:"event"`
	Link      int           `db:"link"`
	Order     int           `db:"ordering"`
	Count     int64         `db:"count"`
	Target    int64         `db:"target"`
	Completed bool          `db:"completed"`
	Claimed   bool          `db:"claimed"`
	Reward
}

func openMissions(ctx context.Context, r db.Reader, userID string, kind *int, today clock.Date) ([]mission, error) {
	of, args := "", []any{userID, today.String(), today}
	if kind != nil {
		of, args = " AND m.type = $4", append(args, *kind)
	}
	return db.All[mission](ctx, r, `
		SELECT m.id, m.key, m.name, m.type, m.event, m.link, m.ordering, COALESCE(p.count, 0) AS count,
			COALESCE(p.target, m.target) AS target, COALESCE(p.coin, m.coin) AS coin, COALESCE(p.exp, m.exp) AS exp,
			COALESCE(p.token, m.token) AS token, p.completed_at IS NOT NULL AS completed, p.claimed_at IS NOT NULL AS claimed
		FROM missions m LEFT JOIN mission_progress p ON p.user_id = $1 AND p.mission_id = m.id AND p.period = `+periodOf+`
		WHERE m.retired_at IS NULL AND (m.period <> 'window' OR $3 BETWEEN m.starts_on AND m.ends_on)`+of+`
		ORDER BY m.ordering, m.id`, args...)
}

// waiting is a member's completed missions that can be claimed today.
const waiting = `
	FROM mission_progress p JOIN missions m ON m.id = p.mission_id
	WHERE p.user_id = $1 AND p.completed_at IS NOT NULL AND p.claimed_at IS NULL AND m.retired_at IS NULL
		AND (p.closes_on IS NULL OR p.closes_on >= $2)`

func waitingTypes(ctx context.Context, r db.Reader, userID string, today clock.Date) ([]int, error) {
	return db.Column[int](ctx, r, `SELECT DISTINCT m.type`+waiting, userID, today)
}

type pending struct {
	ID   string `db:"id"`
	Name string `db:"name"`
	Reward
}

func oldestWaiting(ctx context.Context, r db.Reader, userID string, today clock.Date) (pending, error) {
	return db.One[pending](ctx, r, `
		SELECT m.id, m.name, p.coin, p.exp, p.token`+waiting+`
		ORDER BY p.completed_at, m.ordering, m.id LIMIT 1`, userID, today)
}

// definition is what a claim must know of a mission.
type definition struct {
	Event  catalog.Event  `db:"event"`
	Period catalog.Period `db:"period"`
}

func find(ctx context.Context, r db.Reader, id string) (definition, error) {
	d, err := db.One[definition](ctx, r, `SELECT event, period FROM missions WHERE id = $1 AND retired_at IS NULL`, id)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return d, err
}

type person struct {
	UserType access.UserType `db:"user_type"`
	Nickname string          `db:"nickname"`
	Coin     int64           `db:"coin"`
	Exp      int64           `db:"exp"`
	Token    int64           `db:"token"`
}

func findPerson(ctx context.Context, r db.Reader, userID string) (person, error) {
	return db.One[person](ctx, r, `
		SELECT u.user_type, u.nickname, w.coin, w.exp, w.token FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.id = $1`, userID)
}

// giftLevels are the levels of a range at which a voucher exists.
func giftLevels(ctx context.Context, r db.Reader, from, to int) ([]int, error) {
	return db.Column[int](ctx, r, `
		SELECT DISTINCT level FROM vouchers WHERE retired_at IS NULL AND level BETWEEN $1 AND $2`, from, to)
}
