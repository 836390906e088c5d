package wallet

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// UserWalletDTO is what a member has.
type UserWalletDTO struct {
	Coin  int64 `json:"coin"`
	Exp   int64 `json:"exp"`
	Token int64 `json:"token" doc:"For check-ins on the map"`
}

func (h handlers) show(ctx context.Context, who access.Member, _ *api.None) (UserWalletDTO, error) {
	b, err := h.s.BalanceOf(ctx, h.s.db, who.ID)
	return UserWalletDTO(b), err
}

// LedgerRes is one change of a balance.
type LedgerRes struct {
	ID        string   `json:"id"`
	CreatedAt api.Time `json:"createdAt"`
	Currency  string   `json:"currency" enum:"coin,exp,token"`
	Amount    int64    `json:"amount" doc:"Negative for what was spent"`
	Balance   int64    `json:"balance" doc:"After the change"`
	Reason    string   `json:"reason"`
	Reference string   `json:"reference" doc:"What it was about, such as the item's id"`
}

func (h handlers) page(ctx context.Context, who access.Member, in *api.Body[page.Request]) (page.Of[LedgerRes], error) {
	rows, err := ledgerOf(ctx, h.s.db, who.ID, in.Body)
	return page.Map(rows, func(r ledgerRow) LedgerRes {
		return LedgerRes{r.ID, api.Time(r.CreatedAt), r.Currency, r.Amount, r.Balance, r.Reason, r.Reference}
	}), err
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

func ledgerOf(ctx context.Context, d *db.DB, userID string, p page.Request) (page.Of[ledgerRow], error) {
	return page.Fetch[ledgerRow](ctx, d, page.Query{
		Select: "id, currency, amount, balance, reason, reference, created_at", From: "wallet_ledger", Tie: "id", Sorts: ledgerSorts,
		Where: (&db.Where{}).And("user_id = ?", userID),
	}, p)
}
