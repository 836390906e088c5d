package wallet_test

import (
	"testing"
	"time"

	"hearten/internal/wallet"
	"hearten/test/bench"
)

func TestWalletBeginsWithTokens(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, other := w.Member(), w.Member()
		if coin, exp, token := bench.BalanceOf(member); coin != 0 || exp != 0 || token != 3 {
			t.Fatalf("a new account has %d coins, %d exp, %d tokens", coin, exp, token)
		}
		first := member.Post("/app/shop/wallet/page", bench.Body{}).OK()
		if first.Int("data.pagination.totalItems") != 1 || first.String("data.items.0.currency") != "token" ||
			first.Int("data.items.0.amount") != 3 || first.Int("data.items.0.balance") != 3 ||
			first.String("data.items.0.reason") != "welcome" || first.String("data.items.0.createdAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("the first tokens are not in the ledger: %s", first.Text)
		}

		w.Clock.Advance(time.Minute)
		w.Pay(member.ID, wallet.Coin, 40)
		w.Clock.Advance(time.Minute)
		w.Pay(member.ID, wallet.Coin, -15)
		newest := member.Post("/app/shop/wallet/page", bench.Body{"pagination": bench.Body{"page": 1, "size": 2}}).OK()
		if newest.Int("data.items.0.amount") != -15 || newest.Int("data.items.0.balance") != 25 ||
			newest.Int("data.items.1.amount") != 40 || newest.Int("data.items.1.balance") != 40 ||
			newest.Int("data.pagination.totalItems") != 3 || newest.Int("data.pagination.totalPages") != 2 {
			t.Fatalf("the newest rows: %s", newest.Text)
		}
		byAmount := member.Post("/app/shop/wallet/page", bench.Body{"sortings": []bench.Body{{"property": "amount", "direction": "asc"}}}).OK()
		if byAmount.Int("data.items.0.amount") != -15 || byAmount.Int("data.items.2.amount") != 40 {
			t.Fatalf("sorted by amount: %s", byAmount.Text)
		}
		if n := other.Post("/app/shop/wallet/page", bench.Body{}).OK().Int("data.pagination.totalItems"); n != 1 {
			t.Fatalf("someone else sees %d rows", n)
		}
		member.Post("/app/shop/wallet/page", bench.Body{"sortings": []bench.Body{{"property": "user", "direction": "asc"}}}).Fails(400, "VALIDATION")
	})
}
