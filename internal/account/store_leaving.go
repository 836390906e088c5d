package account

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

type removal struct {
	ID          string    `db:"id"`
	UserID      string    `db:"user_id"`
	Centre      string    `db:"centre"`
	ReasonType  *int      `db:"reason_type"`
	Reason      string    `db:"reason"`
	State       string    `db:"state"`
	RequestedAt time.Time `db:"requested_at"`
}

// setStatus is guarded by the state the account must be in.
func setStatus(ctx context.Context, tx *db.Tx, id string, from, to access.UserStatus, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET status = $1, updated_at = $2, version = version + 1 WHERE id = $3 AND status = $4`,
		int(to), now, id, int(from))
}

func insertRemoval(ctx context.Context, tx *db.Tx, r removal) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO removals (id, user_id, centre, reason_type, reason, state, requested_at)
		VALUES ($1, $2, $3, $4, $5, 'open', $6)`, r.ID, r.UserID, r.Centre, r.ReasonType, r.Reason, r.RequestedAt)
	return err
}

// findRemoval reads the removal of someone within reach.
func findRemoval(ctx context.Context, r db.Reader, scope access.Scope, id string) (removal, error) {
	where := (&db.Where{}).And("r.id = ?", id)
	scope.People(where, "u")
	text, args := where.SQL()
	return db.One[removal](ctx, r, `
		SELECT r.id, r.user_id, r.centre, r.reason_type, r.reason, r.state, r.requested_at
		FROM removals r JOIN users u ON u.id = r.user_id WHERE `+text, args...)
}

func closeRemoval(ctx context.Context, tx *db.Tx, id, state string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE removals SET state = $1, closed_at = $2 WHERE id = $3 AND state = 'open'`, state, now, id)
}

func dueRemovals(ctx context.Context, r db.Reader, before time.Time, limit int) ([]string, error) {
	return db.Column[string](ctx, r, fmt.Sprintf(`
		SELECT id FROM removals WHERE state = 'open' AND requested_at <= $1 ORDER BY requested_at LIMIT %d`, limit), before)
}

// findWithin gives a user whom a staff member reaches.
func findWithin(ctx context.Context, r db.Reader, scope access.Scope, id string) (User, error) {
	where := (&db.Where{}).And("u.id = ?", id)
	scope.People(where, "u")
	text, args := where.SQL()
	u, err := db.One[User](ctx, r, selectUser+text, args...)
	return u, notFoundIfNone(err)
}

// findAllWithin gives the named users; one out of reach is not found, and so
// are all.
func findAllWithin(ctx context.Context, r db.Reader, scope access.Scope, ids []string) ([]User, error) {
	where := (&db.Where{}).In("u.id", db.Anys(ids)...)
	scope.People(where, "u")
	text, args := where.SQL()
	users, err := db.All[User](ctx, r, selectUser+text, args...)
	if err == nil && len(users) != len(unique(ids)) {
		err = fault.ErrNotFound
	}
	return users, err
}

// updateAll sets columns of the named users where the condition holds, and
// tells of how many it did.
func updateAll(ctx context.Context, tx *db.Tx, set, condition string, ids []string, args ...any) (int, error) {
	list, named := db.List(db.Anys(ids))
	n, err := tx.Exec(ctx, db.Number(`UPDATE users SET `+set+`, version = version + 1 WHERE `+condition+` AND id IN `+list),
		append(args, named...)...)
	return int(n), err
}
