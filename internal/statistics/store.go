package statistics

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

// findBalance reads the wallet of a user within reach; others are not found, or
// refused where the role has no free users.
func findBalance(ctx context.Context, r db.Reader, who access.Staff, userID string) (wallet.Balance, error) {
	where := (&db.Filter{}).And("u.status <> "+access.RemovedSQL).And("u.id = @id", db.Args{"id": userID})
	who.Scope().Users(where, "u")
	b, err := db.One[wallet.Balance](ctx, r, `
		SELECT w.coin, w.exp, w.token FROM users u JOIN wallets w ON w.user_id = u.id WHERE `+where.SQL(), where.Args())
	if db.IsNone(err) {
		err = who.WhyNot(ctx, r, userID)
	}
	return b, err
}
