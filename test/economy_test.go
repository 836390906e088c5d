package test

import (
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

// What the economy is made of, typed from the catalogue.
var (
	modelPrices = map[string]int{
		"wallpaper-warm-beige": 20, "wallpaper-harbour-dawn": 30, "wallpaper-bauhinia": 120, "floor-light-oak": 20,
		"floor-mosaic-tile": 40, "food-lemon-tea": 10, "food-egg-tart": 12, "character-calico-cat": 280,
	}
	modelMascots  = []int{60, 120, 100, 150}
	modelVouchers = []struct {
		key string
		exp int // what leads to its level
	}{{"bakery-bun-set", 100}, {"supermarket-small", 700}, {"bookshop-reading", 2700}}
	modelMissions = []string{
		"partner-adopt-first-mascot", "partner-buy-first-item", "partner-use-first-item", "partner-collect-ten-items", "daily-tidy-the-room",
	}
)

// modelPurse is what a member must have, by what succeeded.
type modelPurse struct {
	mu         sync.Mutex
	who        *bench.Caller
	coin, exp  int
	done       map[string]int // how often what can happen once has happened
	exchanges  map[string]int // redeems less reverses
	codes      map[string]string
	highestExp int
}

// once notes something that may succeed once in a member's life.
func (m *modelPurse) once(what string, coin, exp int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done[what]++
	m.coin += coin
	m.exp += exp
}

func (m *modelPurse) exchange(code string, by int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.exchanges[code] += by
}

// act is one thing that a member or staff try; what succeeds is noted.
type economyAct struct {
	what   string
	amount int
	key    string
}

func (a economyAct) String() string { return fmt.Sprint(a.what, " ", a.key, " ", a.amount) }

func drawAct(rt *rapid.T) economyAct {
	a := economyAct{what: rapid.SampledFrom([]string{
		"earn coins", "earn exp", "buy", "buy", "use", "adopt", "claim mission", "claim voucher", "redeem", "reverse",
	}).Draw(rt, "act")}
	switch a.what {
	case "earn coins":
		a.amount = rapid.IntRange(1, 60).Draw(rt, "coins")
	case "earn exp":
		a.amount = rapid.IntRange(1, 120).Draw(rt, "exp")
	case "buy", "use":
		a.key = rapid.SampledFrom([]string{
			"wallpaper-warm-beige", "wallpaper-harbour-dawn", "wallpaper-bauhinia", "floor-light-oak", "floor-mosaic-tile",
			"food-lemon-tea", "food-egg-tart", "character-calico-cat",
		}).Draw(rt, "item")
	case "adopt":
		a.amount = rapid.IntRange(1, 4).Draw(rt, "mascot")
	case "claim mission":
		a.key = rapid.SampledFrom(modelMissions).Draw(rt, "mission")
	default:
		a.key = modelVouchers[rapid.IntRange(0, len(modelVouchers)-1).Draw(rt, "voucher")].key
	}
	return a
}

func (m *modelPurse) try(w *bench.World, a economyAct, ids map[string]string, chief *bench.Caller) {
	switch a.what {
	case "earn coins":
		w.Pay(m.who.ID, wallet.Coin, int64(a.amount))
		m.once("pay", a.amount, 0)
	case "earn exp":
		w.Pay(m.who.ID, wallet.Exp, int64(a.amount))
		m.once("pay", 0, a.amount)
	case "buy":
		if bench.Buy(m.who, ids[a.key]).Status == 200 {
			m.once("item "+a.key, -modelPrices[a.key], 0)
		}
	case "use":
		bench.UseItem(m.who, ids[a.key])
	case "adopt":
		if m.who.Post("/app/shop/mascots", bench.Body{"mascotEnum": a.amount, "name": "伴"}).Value("data") == true {
			m.once(fmt.Sprint("mascot ", a.amount), -modelMascots[a.amount-1], 0)
		}
	case "claim mission":
		if r := bench.ClaimMission(m.who, a.key); r.Status == 200 {
			m.once("mission "+a.key, r.Int("data.coin"), r.Int("data.exp"))
		}
	case "claim voucher":
		if bench.ClaimVoucher(m.who, ids[a.key]).Status == 200 {
			m.once("voucher "+a.key, 0, 0)
		}
	case "redeem":
		if code := m.codes[a.key]; code != "" && bench.RedeemVoucher(chief, code).Status == 200 {
			m.exchange(a.key, 1)
		}
	case "reverse":
		if code := m.codes[a.key]; code != "" && bench.ReverseVoucher(chief, code).Status == 200 {
			m.exchange(a.key, -1)
		}
	}
}

// check holds the member's account against what succeeded.
func (m *modelPurse) check(rt *rapid.T, w *bench.World, ids map[string]string) {
	coin, exp, token := bench.BalanceOf(m.who)
	if coin != m.coin || exp != m.exp || coin < 0 || token < 3 {
		rt.Fatalf("the member has %d coins and %d exp, what succeeded makes %d and %d", coin, exp, m.coin, m.exp)
	}
	if exp < m.highestExp {
		rt.Fatalf("experience fell from %d to %d", m.highestExp, exp)
	}
	m.highestExp = exp
	for what, n := range m.done {
		if what != "pay" && n != 1 {
			rt.Fatalf("%s happened %d times", what, n)
		}
	}
	states := map[string]int{}
	mine := m.who.Get("/app/shop/vouchers/mine").OK()
	for i, id := range mine.List("data", "voucherId") {
		if _, twice := states[id.(string)]; twice {
			rt.Fatalf("a voucher was granted twice: %s", mine.Text)
		}
		states[id.(string)] = mine.Int(fmt.Sprintf("data.%d.status", i))
	}
	for _, v := range modelVouchers {
		want, granted := 0, exp >= v.exp
		if m.done["voucher "+v.key] == 1 {
			want = 1 + m.exchanges[v.key]
		}
		if got, have := states[ids[v.key]]; have != granted || got != want {
			rt.Fatalf("%s at %d exp is %d (%t), what succeeded makes %d (%t)", v.key, exp, got, have, want, granted)
		}
	}
	list := w.Admin().Post("/web/shop/vouchers/users/page", bench.Body{"searchKey": m.who.Get("/app/users/account").OK().String("data.username")}).OK()
	for i, name := range list.List("data", "voucherName") {
		if code, ok := list.Value(fmt.Sprintf("data.%d.code", i)).(string); ok {
			m.codes[modelNames[name.(string)]] = code
		}
	}
}

var modelNames = map[string]string{"麵包店早餐券": "bakery-bun-set", "超級市場現金券": "supermarket-small", "書店閱讀券": "bookshop-reading"}

// Whatever members do, in whatever order and at the same moment: balances are
// what the ledger says and never below zero, each reward and each thing is had
// once, and a voucher is exchanged once more often than it is taken back.
func TestEconomyHoldsTogether(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		ids := map[string]string{}
		for key := range modelPrices {
			ids[key] = bench.ShopItemID(w, key)
		}
		for _, v := range modelVouchers {
			ids[v.key] = bench.VoucherID(w, v.key)
		}
		members := make([]*modelPurse, 3)
		for i := range members {
			members[i] = &modelPurse{who: bench.PlanMember(w, 0), done: map[string]int{}, exchanges: map[string]int{}, codes: map[string]string{}}
		}
		rapid.Check(t, func(rt *rapid.T) {
			m := members[rapid.IntRange(0, len(members)-1).Draw(rt, "member")]
			acts := rapid.SliceOfN(rapid.Custom(drawAct), 1, 4).Draw(rt, "acts")
			repeats := rapid.IntRange(1, 3).Draw(rt, "repeats") // each act by so many callers at once
			bench.AtOnce(len(acts)*repeats, func(i int) int {
				m.try(w, acts[i/repeats], ids, chief)
				return 0
			})
			m.check(rt, w, ids)
		})
		bench.CheckBalances(t, w)
	})
}
