package wallet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

func insertWallet(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.Insert(ctx, "wallets", db.Args{"user_id": userID, "coin": 0, "exp": 0, "token": 0})
}

func findBalance(ctx context.Context, r db.Reader, userID string) (Balance, error) {
	return db.One[Balance](ctx, r, `SELECT coin, exp, token FROM wallets WHERE user_id = @user`, db.Args{"user": userID})
}

// addToBalance changes one balance and gives it after the change. One that
// would fall below zero is db.ErrNone.
func addToBalance(ctx context.Context, tx *db.Tx, userID string, currency Currency, amount int64) (after int64, err error) {
	column := string(currency) // one of three constants
	return db.Value[int64](ctx, tx, `
		UPDATE wallets SET `+column+` = `+column+` + @amount
		WHERE user_id = @user AND `+column+` + @amount >= 0 RETURNING `+column, db.Args{"user": userID, "amount": amount})
}

type wallet struct {
	UserID string `db:"user_id"`
	Balance
}

// addToBalances raises the balances of many members in one statement and gives
// them after the change.
func addToBalances(ctx context.Context, tx *db.Tx, sums []wallet) ([]wallet, error) {
	rows := make([]string, len(sums))
	args := make(db.Args, 4*len(sums))
	for i, w := range sums {
		rows[i] = fmt.Sprintf("(@user%[1]d, CAST(@coin%[1]d AS BIGINT), CAST(@exp%[1]d AS BIGINT), CAST(@token%[1]d AS BIGINT))", i)
		args[fmt.Sprint("user", i)], args[fmt.Sprint("coin", i)] = w.UserID, w.Coin
		args[fmt.Sprint("exp", i)], args[fmt.Sprint("token", i)] = w.Exp, w.Token
	}
	return db.All[wallet](ctx, tx, `
		UPDATE wallets SET coin = coin + v.column2, exp = exp + v.column3, token = token + v.column4
		FROM (VALUES `+strings.Join(rows, ", ")+`) AS v
		WHERE user_id = v.column1 RETURNING user_id, coin, exp, token`, args)
}

// ledgerEntry is a change of a balance as the ledger keeps it.
func ledgerEntry(userID string, e Entry, balance int64, now time.Time) db.Args {
	return db.Args{
		"id": uuid.Must(uuid.NewV7()).String(), "user_id": userID, "currency": string(e.Currency), "amount": e.Amount,
		"balance": balance, "reason": string(e.Reason), "reference": e.Reference, "created_at": now,
	}
}

// insertLedger refuses what was paid before.
func insertLedger(ctx context.Context, tx *db.Tx, entries ...db.Args) error {
	err := tx.InsertAll(ctx, "wallet_ledger", "", entries)
	if db.IsUnique(err, "uq_wallet_ledger__user_id_currency_reason_reference") {
		return ErrPaid
	}
	return err
}

type ledgerRow struct {
	ID        string    `db:"id"`
	Currency  string    `db:"currency"`
	Amount    int64     `db:"amount"`
	Balance   int64     `db:"balance"`
	Reason    string    `db:"reason"`
	Reference string    `db:"reference"`
	CreatedAt time.Time `db:"created_at"`
}

var ledgerSorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "id", Column: "id"},
	{Property: "currency", Column: "currency"},
	{Property: "amount", Column: "amount"},
	{Property: "balance", Column: "balance"},
	{Property: "reason", Column: "reason"},
	{Property: "reference", Column: "reference"},
}

func listLedger(ctx context.Context, d *db.DB, userID string, p page.Request) (page.Of[ledgerRow], error) {
	return page.Fetch[ledgerRow](ctx, d, page.Query{
		Select: "id, currency, amount, balance, reason, reference, created_at", From: "wallet_ledger", Tie: "id", Sorts: ledgerSorts,
		Filter: (&db.Filter{}).And("user_id = @user", db.Args{"user": userID}),
	}, p)
}

func listLevels(ctx context.Context, r db.Reader) (Levels, error) {
	levels, err := db.Column[int64](ctx, r, `SELECT need FROM levels WHERE retired_at IS NULL ORDER BY level`)
	if err == nil && len(levels) == 0 {
		err = errors.New("the catalogue has no levels")
	}
	return levels, err
}
