// Package wallet keeps what members earn and spend: coins, experience and
// tokens. A balance never falls below zero, and every change is a row of the
// ledger, written with the balance in the caller's transaction. The same reason
// and reference pay once.
package wallet

import (
	"context"
	"sync/atomic"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
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
	levels    atomic.Pointer[cachedLevels]
}

// LevelUp is told that experience led someone to a higher level, in the
// transaction of the change, in which the wallet is locked.
type LevelUp func(ctx context.Context, tx *db.Tx, userID string, level int) error

// New builds the service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// OnLevelUp adds something that follows from reaching a level.
func (s *Service) OnLevelUp(then LevelUp) { s.onLevelUp = append(s.onLevelUp, then) }

// Open gives a new account its empty wallet.
func (s *Service) Open(ctx context.Context, tx *db.Tx, userID string) error {
	return insertWallet(ctx, tx, userID)
}

// BalanceOf reads what a member has.
func (s *Service) BalanceOf(ctx context.Context, r db.Reader, userID string) (Balance, error) {
	return findBalance(ctx, r, userID)
}

// Ledger lists the changes of a member's balances.
func (s *Service) Ledger(ctx context.Context, userID string, p page.Request) (page.Of[ledgerRow], error) {
	return listLedger(ctx, s.db, userID, p)
}

// add applies an entry and gives the currency's balance after it.
func (b *Balance) add(e Entry) int64 {
	of := map[Currency]*int64{Coin: &b.Coin, Exp: &b.Exp, Token: &b.Token}[e.Currency]
	*of += e.Amount
	return *of
}
