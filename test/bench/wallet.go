package bench

import (
	"context"
	"fmt"
	"testing"

	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

// Pay gives a member so much of a currency, as if it had been earned.
func (w *World) Pay(userID string, currency wallet.Currency, amount int64) {
	w.T.Helper()
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return w.App.Wallet.Change(ctx, tx, userID, wallet.Entry{
			Currency: currency, Amount: amount, Reason: "test", Reference: fmt.Sprint(Number()),
		})
	}))
}

// Wallets writes wallets with some experience to the table, for users who were
// written without.
func (w *World) Wallets(exp int, userIDs ...string) {
	w.T.Helper()
	rows := make([]row, len(userIDs))
	for i, id := range userIDs {
		rows[i] = row{"user_id": id, "coin": 0, "exp": exp, "token": 0}
	}
	w.insert("wallets", rows...)
}

// CheckBalances fails unless every balance is the sum of its ledger.
func CheckBalances(t *testing.T, w *World) {
	t.Helper()
	for _, currency := range []string{"coin", "exp", "token"} {
		var broken int
		Must(t, w.SQL().QueryRow(`
			SELECT COUNT(*) FROM wallets w WHERE `+currency+` < 0 OR `+currency+` <>
				(SELECT COALESCE(SUM(amount), 0) FROM wallet_ledger l WHERE l.user_id = w.user_id AND l.currency = '`+currency+`')`).Scan(&broken))
		if broken != 0 {
			t.Fatalf("%d balances of %s differ from their ledger", broken, currency)
		}
	}
}

// BalanceOf is what the App shows a member.
func BalanceOf(c *Caller) (coin, exp, token int) {
	reply := c.Get("/app/shop/wallet").OK()
	return reply.Int("data.coin"), reply.Int("data.exp"), reply.Int("data.token")
}
