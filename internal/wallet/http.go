package wallet

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
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
	rows, err := h.s.Ledger(ctx, who.ID, in.Body)
	return page.Map(rows, func(r ledgerRow) LedgerRes {
		return LedgerRes{r.ID, api.Time(r.CreatedAt), r.Currency, r.Amount, r.Balance, r.Reason, r.Reference}
	}), err
}
