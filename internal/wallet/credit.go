package wallet

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
)

// Payment is what one member earned. Nothing in it is spent.
type Payment struct {
	UserID  string
	Entries []Entry
}

// HoldAll is Hold in one statement, for many.
func (s *Service) HoldAll(ctx context.Context, tx *db.Tx, userIDs []string) error {
	list, args := db.List(db.Anys(userIDs))
	_, err := tx.Exec(ctx, db.Number(`UPDATE wallets SET coin = coin WHERE user_id IN `+list), args...)
	return err
}

// CreditAll pays many members in the caller's transaction; many cost as few
// statements as a handful. Each member stands there once.
func (s *Service) CreditAll(ctx context.Context, tx *db.Tx, payments []Payment) error {
	if len(payments) == 0 {
		return nil
	}
	before, err := s.addUp(ctx, tx, payments)
	if err != nil {
		return err
	}
	var rows [][]any
	now := s.clock.Now()
	risen := map[string]int64{}
	for _, p := range payments {
		balance := before[p.UserID]
		for _, e := range p.Entries {
			if e.Amount == 0 {
				continue
			}
			after := balance.add(e)
			rows = append(rows, []any{uuid.Must(uuid.NewV7()).String(), p.UserID, string(e.Currency), e.Amount, after,
				string(e.Reason), e.Reference, now})
		}
		risen[p.UserID] = balance.Exp
	}
	err = tx.InsertAll(ctx, "wallet_ledger", "id, user_id, currency, amount, balance, reason, reference, created_at", "",
		len(rows), func(i int) []any { return rows[i] })
	if db.IsUnique(err, "uq_wallet_ledger__user_id_currency_reason_reference") {
		return ErrPaid
	}
	if err != nil {
		return err
	}
	for _, p := range payments {
		if err := s.rise(ctx, tx, p.UserID, before[p.UserID].Exp, risen[p.UserID]); err != nil {
			return err
		}
	}
	return nil
}

// add applies an entry and answers the currency's balance after it.
func (b *Balance) add(e Entry) int64 {
	of := map[Currency]*int64{Coin: &b.Coin, Exp: &b.Exp, Token: &b.Token}[e.Currency]
	*of += e.Amount
	return *of
}

// addUp raises the balances and tells what they were before.
func (s *Service) addUp(ctx context.Context, tx *db.Tx, payments []Payment) (map[string]Balance, error) {
	places := make([]string, len(payments))
	var args []any
	sums := map[string]Balance{}
	for i, p := range payments {
		var sum Balance
		for _, e := range p.Entries {
			if e.Amount < 0 {
				return nil, fmt.Errorf("a payment of %d", e.Amount)
			}
			sum.add(e)
		}
		sums[p.UserID] = sum
		places[i] = "(?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT))"
		args = append(args, p.UserID, sum.Coin, sum.Exp, sum.Token)
	}
	type owned struct {
		UserID string `db:"user_id"`
		Balance
	}
	found, err := db.All[owned](ctx, tx, db.Number(`
		UPDATE wallets SET coin = coin + v.column2, exp = exp + v.column3, token = token + v.column4
		FROM (VALUES `+strings.Join(places, ", ")+`) AS v
		WHERE user_id = v.column1 RETURNING user_id, coin, exp, token`), args...)
	if err != nil {
		return nil, err
	}
	if len(found) != len(sums) || len(sums) != len(payments) {
		return nil, fmt.Errorf("%d payments to %d members reached %d wallets", len(payments), len(sums), len(found))
	}
	before := map[string]Balance{}
	for _, o := range found {
		sum := sums[o.UserID]
		before[o.UserID] = Balance{o.Coin - sum.Coin, o.Exp - sum.Exp, o.Token - sum.Token}
	}
	return before, nil
}
