package test

import (
	"testing"
	"time"

	"hearten/internal/wallet"
	"hearten/test/bench"
)

// balanceOf is what the App shows a member.
func balanceOf(c *bench.Caller) (coin, exp, token int) {
	reply := c.Get("/app/shop/wallet").OK()
	return reply.Int("data.coin"), reply.Int("data.exp"), reply.Int("data.token")
}

func TestWalletBeginsWithTokens(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, other := w.Member(), w.Member()
		if coin, exp, token := balanceOf(member); coin != 0 || exp != 0 || token != 3 {
			t.Fatalf("a new account has %d coins, %d exp, %d tokens", coin, exp, token)
		}
		first := member.Post("/app/shop/wallet/page", body{}).OK()
		if first.Int("data.pagination.totalItems") != 1 || first.String("data.items.0.currency") != "token" ||
			first.Int("data.items.0.amount") != 3 || first.Int("data.items.0.balance") != 3 ||
			first.String("data.items.0.reason") != "welcome" || first.String("data.items.0.createdAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("the first tokens are not in the ledger: %s", first.Text)
		}

		w.Clock.Advance(time.Minute)
		w.Pay(member.ID, wallet.Coin, 40)
		w.Clock.Advance(time.Minute)
		w.Pay(member.ID, wallet.Coin, -15)
		newest := member.Post("/app/shop/wallet/page", body{"pagination": body{"page": 1, "size": 2}}).OK()
		if newest.Int("data.items.0.amount") != -15 || newest.Int("data.items.0.balance") != 25 ||
			newest.Int("data.items.1.amount") != 40 || newest.Int("data.items.1.balance") != 40 ||
			newest.Int("data.pagination.totalItems") != 3 || newest.Int("data.pagination.totalPages") != 2 {
			t.Fatalf("the newest rows: %s", newest.Text)
		}
		byAmount := member.Post("/app/shop/wallet/page", body{"sortings": []body{{"property": "amount", "direction": "asc"}}}).OK()
		if byAmount.Int("data.items.0.amount") != -15 || byAmount.Int("data.items.2.amount") != 40 {
			t.Fatalf("sorted by amount: %s", byAmount.Text)
		}
		if n := other.Post("/app/shop/wallet/page", body{}).OK().Int("data.pagination.totalItems"); n != 1 {
			t.Fatalf("someone else sees %d rows", n)
		}
		member.Post("/app/shop/wallet/page", body{"sortings": []body{{"property": "user", "direction": "asc"}}}).Fails(400, "VALIDATION")
	})
}
