package wallet

import (
	"context"
	"fmt"

	"hearten/internal/platform/db"
)

// Payment is what one member earned. Nothing in it is spent.
type Payment struct {
	UserID  string
	Entries []Entry
}

// Change applies entries in the caller's transaction. Spending is a negative
// amount; what the balance cannot bear is refused, and so is a reason and
// reference that was settled before.
func (s *Service) Change(ctx context.Context, tx *db.Tx, userID string, entries ...Entry) error {
	for _, e := range entries {
		if e.Amount == 0 {
			continue
		}
		after, err := addToBalance(ctx, tx, userID, e.Currency, e.Amount)
		if db.IsNone(err) {
			return errTooFew(e.Currency)
		}
		if err != nil {
			return err
		}
		if err := insertLedger(ctx, tx, ledgerEntry(userID, e, after, s.clock.Now())); err != nil {
			return err
		}
		if e.Currency != Exp {
			continue
		}
		if err := s.levelUp(ctx, tx, userID, after-e.Amount, after); err != nil {
			return err
		}
	}
	return nil
}

func errTooFew(c Currency) error {
	if c == Token {
		return ErrTooFewTokens
	}
	return ErrTooFewCoins
}

// PayAll pays many members in the caller's transaction; many cost as few
// statements as a handful. Each member is named once.
func (s *Service) PayAll(ctx context.Context, tx *db.Tx, payments []Payment) error {
	if len(payments) == 0 {
		return nil
	}
	before, err := raiseBalances(ctx, tx, payments)
	if err != nil {
		return err
	}
	var entries []db.Args
	now := s.clock.Now()
	exp := map[string]int64{}
	for _, p := range payments {
		balance := before[p.UserID]
		for _, e := range p.Entries {
			if e.Amount != 0 {
				after := balance.add(e)
				entries = append(entries, ledgerEntry(p.UserID, e, after, now))
			}
		}
		exp[p.UserID] = balance.Exp
	}
	if err := insertLedger(ctx, tx, entries...); err != nil {
		return err
	}
	for _, p := range payments {
		if err := s.levelUp(ctx, tx, p.UserID, before[p.UserID].Exp, exp[p.UserID]); err != nil {
			return err
		}
	}
	return nil
}

// raiseBalances adds the payments up and gives the balances before them.
func raiseBalances(ctx context.Context, tx *db.Tx, payments []Payment) (map[string]Balance, error) {
	sums := make([]wallet, len(payments))
	byUser := map[string]Balance{}
	for i, p := range payments {
		sums[i].UserID = p.UserID
		for _, e := range p.Entries {
			if e.Amount < 0 {
				return nil, fmt.Errorf("a payment of %d", e.Amount)
			}
			sums[i].add(e)
		}
		byUser[p.UserID] = sums[i].Balance
	}
	found, err := addToBalances(ctx, tx, sums)
	if err != nil {
		return nil, err
	}
	if len(found) != len(byUser) || len(byUser) != len(payments) {
		return nil, fmt.Errorf("%d payments to %d members reached %d wallets", len(payments), len(byUser), len(found))
	}
	before := map[string]Balance{}
	for _, w := range found {
		sum := byUser[w.UserID]
		before[w.UserID] = Balance{w.Coin - sum.Coin, w.Exp - sum.Exp, w.Token - sum.Token}
	}
	return before, nil
}

// levelUp tells of a level that was reached.
func (s *Service) levelUp(ctx context.Context, tx *db.Tx, userID string, before, after int64) error {
	levels, err := s.Levels(ctx, tx)
	if err != nil {
		return err
	}
	level := levels.Of(after)
	if level <= levels.Of(before) {
		return nil
	}
	for _, then := range s.onLevelUp {
		if err := then(ctx, tx, userID, level); err != nil {
			return fmt.Errorf("after reaching level %d: %w", level, err)
		}
	}
	return nil
}
