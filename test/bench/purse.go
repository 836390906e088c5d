package bench

import (
	"context"
	"fmt"

	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

// Pay gives a member so much of a currency, as if it had been earned.
func (w *World) Pay(userID string, currency wallet.Currency, amount int64) {
	w.T.Helper()
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return w.App.Wallet.Change(ctx, tx, userID, wallet.Entry{
			Currency: currency, Amount: amount, Reason: "test", Reference: fmt.Sprint(numbers.Add(1)),
		})
	}))
}
