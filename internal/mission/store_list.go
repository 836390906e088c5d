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

func listOpen(ctx context.Context, r db.Reader, userID string, kind *int, today clock.Date) ([]mission, error) {
	of, args := "", db.Args{"user": userID, "day": today.String(), "today": today}
	if kind != nil {
		of, args["type"] = " AND m.type = @type", *kind
	}
	return db.All[mission](ctx, r, `
		SELECT m.id, m.key, m.name, m.type, m.event, m.link, m.ordering, COALESCE(p.count, 0) AS count,
			COALESCE(p.target, m.target) AS target, COALESCE(p.coin, m.coin) AS coin, COALESCE(p.exp, m.exp) AS exp,
			COALESCE(p.token, m.token) AS token, p.completed_at IS NOT NULL AS completed, p.claimed_at IS NOT NULL AS claimed
		FROM missions m LEFT JOIN mission_progress p ON p.user_id = @user AND p.mission_id = m.id AND p.period = `+periodOf+`
		WHERE `+openToday+of+`
		ORDER BY m.ordering, m.id`, args)
}

// waiting is a member's completed missions that can be claimed today.
const waiting = `
	FROM mission_progress p JOIN missions m ON m.id = p.mission_id
	WHERE p.user_id = @user AND p.completed_at IS NOT NULL AND p.claimed_at IS NULL AND m.retired_at IS NULL
		AND (p.closes_on IS NULL OR p.closes_on >= @today)`

func listWaitingTypes(ctx context.Context, r db.Reader, userID string, today clock.Date) ([]int, error) {
	return db.Column[int](ctx, r, `SELECT DISTINCT m.type`+waiting, db.Args{"user": userID, "today": today})
}

type pending struct {
	ID   string `db:"id"`
	Name string `db:"name"`
	Reward
}

func findOldestWaiting(ctx context.Context, r db.Reader, userID string, today clock.Date) (pending, error) {
	return db.One[pending](ctx, r, `
		SELECT m.id, m.name, p.coin, p.exp, p.token`+waiting+`
		ORDER BY p.completed_at, m.ordering, m.id LIMIT 1`, db.Args{"user": userID, "today": today})
}

// definition is what a claim must know of a mission.
type definition struct {
	Event  catalog.Event  `db:"event"`
	Period catalog.Period `db:"period"`
}

func find(ctx context.Context, r db.Reader, id string) (definition, error) {
	d, err := db.One[definition](ctx, r, `SELECT event, period FROM missions WHERE id = @id AND retired_at IS NULL`, db.Args{"id": id})
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return d, err
}

type member struct {
	UserType access.UserType `db:"user_type"`
	Nickname string          `db:"nickname"`
	Coin     int64           `db:"coin"`
	Exp      int64           `db:"exp"`
	Token    int64           `db:"token"`
}

func findMember(ctx context.Context, r db.Reader, userID string) (member, error) {
	return db.One[member](ctx, r, `
		SELECT u.user_type, u.nickname, w.coin, w.exp, w.token FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.id = @user`, db.Args{"user": userID})
}

// listGiftLevels gives the levels of a range at which a voucher exists.
func listGiftLevels(ctx context.Context, r db.Reader, from, to int) ([]int, error) {
	return db.Column[int](ctx, r, `
		SELECT DISTINCT level FROM vouchers WHERE retired_at IS NULL AND level BETWEEN @from AND @to`, db.Args{"from": from, "to": to})
}
