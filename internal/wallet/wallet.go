// Package wallet is what members earn and spend: coins, experience and tokens.
// A balance never falls below zero, and every change is a row of the ledger,
// written with the balance in the caller's transaction. The same reason and
// reference pay once.
package wallet

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Currency is one of the three balances.
type Currency string

// The currencies.
const (
	Coin  Currency = "coin"
	Exp   Currency = "exp"
	Token Currency = "token"
)

// Reason is why a balance changed.
type Reason string

// The reasons known so far; each area adds its own.
const (
	Welcome    Reason = "welcome"    // what a new account starts with
	Invitation Reason = "invitation" // someone used the member's code
	Mascot     Reason = "mascot"     // adopted for coins
	Item       Reason = "item"       // bought in the shop
	Mission    Reason = "mission"    // completed, and claimed or credited
)

// Entry is a change: so much of a currency, for a reason, about something.
type Entry struct {
	Currency  Currency
	Amount    int64
	Reason    Reason
	Reference string
}

// Balance is what a member has.
type Balance struct {
	Coin  int64 `db:"coin" json:"coin"`
	Exp   int64 `db:"exp" json:"exp"`
	Token int64 `db:"token" json:"token"`
}

var (
	// ErrTooFewCoins and ErrTooFewTokens refuse what the member cannot pay.
	ErrTooFewCoins  = fault.New(fault.InsufficientCoin, "金幣不足", "There are not enough coins")
	ErrTooFewTokens = fault.New(fault.InsufficientToken, "代幣不足", "There are not enough tokens")

	// ErrPaid says that this reason and reference were settled before.
	ErrPaid = fault.New(fault.AlreadyClaimed, "這項獎勵已經發放", "This was already paid")
)

// Service changes and reads balances.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	onLevelUp []LevelUp
	levels    atomic.Pointer[knownLevels]
}

// LevelUp is told that experience led someone to a higher level, in the
// transaction of the change and while the wallet is held.
type LevelUp func(ctx context.Context, tx *db.Tx, userID string, level int) error

// New builds the service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// OnLevelUp adds something that follows from reaching a level.
func (s *Service) OnLevelUp(then LevelUp) { s.onLevelUp = append(s.onLevelUp, then) }

// Open gives a new account its empty wallet.
func (s *Service) Open(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `INSERT INTO wallets (user_id, coin, exp, token) VALUES ($1, 0, 0, 0)`, userID)
	return err
}

// Change applies entries in the caller's transaction. Spending is a negative
// amount; what the balance cannot bear is refused, and so is a reason and
// reference that was settled before.
func (s *Service) Change(ctx context.Context, tx *db.Tx, userID string, entries ...Entry) error {
	for _, e := range entries {
		if e.Amount == 0 {
			continue
		}
		if err := s.change(ctx, tx, userID, e, s.clock.Now()); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) change(ctx context.Context, tx *db.Tx, userID string, e Entry, now time.Time) error {
	column := string(e.Currency) // one of three constants
	balance, err := db.Value[int64](ctx, tx, `
		UPDATE wallets SET `+column+` = `+column+` + $1
		WHERE user_id = $2 AND `+column+` + $1 >= 0 RETURNING `+column, e.Amount, userID)
	if db.IsNone(err) {
		return refusalOf(e.Currency)
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO wallet_ledger (id, user_id, currency, amount, balance, reason, reference, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		uuid.Must(uuid.NewV7()).String(), userID, string(e.Currency), e.Amount, balance, string(e.Reason), e.Reference, now)
	if db.IsUnique(err, "uq_wallet_ledger__user_id_currency_reason_reference") {
		return ErrPaid
	}
	if err != nil || e.Currency != Exp {
		return err
	}
	return s.rise(ctx, tx, userID, balance-e.Amount, balance)
}

// rise tells of a level that was reached.
func (s *Service) rise(ctx context.Context, tx *db.Tx, userID string, before, after int64) error {
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
			return err
		}
	}
	return nil
}

func refusalOf(c Currency) error {
	if c == Token {
		return ErrTooFewTokens
	}
	return ErrTooFewCoins
}

// BalanceOf reads what a member has.
func (s *Service) BalanceOf(ctx context.Context, r db.Reader, userID string) (Balance, error) {
	return db.One[Balance](ctx, r, `SELECT coin, exp, token FROM wallets WHERE user_id = $1`, userID)
}

// Hold keeps others from changing wallets until the transaction ends. It takes
// them in one order, so that two transactions never wait for each other.
func (s *Service) Hold(ctx context.Context, tx *db.Tx, userIDs ...string) error {
	ids := slices.Sorted(slices.Values(userIDs))
	for _, id := range ids {
		if _, err := tx.Exec(ctx, `UPDATE wallets SET coin = coin WHERE user_id = $1`, id); err != nil {
			return err
		}
	}
	return nil
}
