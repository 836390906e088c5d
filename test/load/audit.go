package load

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hearten/internal/demo/jsonpath"
)

// hongKong is where the programme's days begin.
var hongKong = time.FixedZone("HKT", 8*60*60)

// Audit holds what the players were told against what the product shows, and
// what it shows against its own promises. It answers every breach.
func (cast *Cast) Audit(ctx context.Context) []string {
	a := &audit{Cast: cast, ctx: ctx, friends: map[string][]string{}, blocked: map[string][]string{}}
	for _, m := range cast.members {
		for range 50 { // what was not answered is sent until it is
			if m.settle(ctx) {
				break
			}
		}
		if len(m.pending) > 0 {
			a.breach("%s: a synchronisation is never answered", m.id)
		}
		a.wallet(m)
		a.steps(m)
		a.relations(m)
	}
	a.pairs()
	a.vouchers()
	a.notices()
	return a.breaches
}

type audit struct {
	*Cast
	ctx      context.Context
	friends  map[string][]string
	blocked  map[string][]string
	breaches []string
}

func (a *audit) breach(format string, args ...any) {
	a.breaches = append(a.breaches, fmt.Sprintf(format, args...))
}

// must calls an operation that has to answer.
func (a *audit) must(token, method, path string, in any) Reply {
	r, err := a.client.Call(a.ctx, token, method, path, path, in)
	if err := refusal(r, err); err != nil {
		a.breach("%s %s: %v", method, path, err)
	}
	return r
}

// all reads every page of a list.
func (a *audit) all(token, path string, in Body) (items []any) {
	for n := 1; ; n++ {
		in["pagination"] = Body{"page": n, "size": 100}
		page := a.must(token, "POST", path, in).Data
		if wrapped := jsonpath.List(page, ""); len(wrapped) == 1 { // some lists come as the only element of an array
			page = wrapped[0]
		}
		some := jsonpath.List(page, "items")
		items = append(items, some...)
		if len(some) < 100 {
			return items
		}
	}
}

// wallet: the ledger adds up to the balance, never falls below zero, and pays
// nothing twice.
func (a *audit) wallet(m *Member) {
	balance := a.must(m.token, "GET", "/app/shop/wallet", nil)
	sums, paid := map[string]int{}, map[string]bool{}
	for _, row := range a.all(m.token, "/app/shop/wallet/page", Body{}) {
		currency := jsonpath.Text(row, "currency")
		sums[currency] += jsonpath.Int(row, "amount")
		if jsonpath.Int(row, "balance") < 0 {
			a.breach("%s: a balance of %d %s", m.id, jsonpath.Int(row, "balance"), currency)
		}
		key := strings.Join([]string{currency, jsonpath.Text(row, "reason"), jsonpath.Text(row, "reference")}, " ")
		if paid[key] {
			a.breach("%s: paid twice: %s", m.id, key)
		}
		paid[key] = true
	}
	for _, currency := range []string{"coin", "exp", "token"} {
		if have := jsonpath.Int(balance.Data, currency); have != sums[currency] {
			a.breach("%s: %d %s, but the ledger adds up to %d", m.id, have, currency, sums[currency])
		}
	}
}

// steps: every hour that was acknowledged shows what was sent last.
func (a *audit) steps(m *Member) {
	days := map[string]bool{}
	for start := range m.hours {
		days[hourOf(start).Format(time.DateOnly)] = true
	}
	shown := map[string]int{}
	for _, day := range slices.Sorted(maps.Keys(days)) {
		r := a.must(m.token, "POST", "/app/health/steps/fetch/day", Body{"day": day + "T04:00:00.000Z"})
		for _, row := range jsonpath.List(r.Data, "rows") {
			shown[jsonpath.Text(row, "startTime")] = jsonpath.Int(row, "steps")
		}
	}
	for start, steps := range m.hours {
		if got := shown[hourOf(start).Format(time.DateTime)]; got != steps {
			a.breach("%s: the hour from %s shows %d steps, %d were acknowledged", m.id, start, got, steps)
		}
	}
}

func hourOf(start string) time.Time {
	t, _ := time.Parse("2006-01-02T15:04:05.000Z", start) // the driver wrote it
	return t.In(hongKong)
}

func (a *audit) relations(m *Member) {
	for _, one := range a.all(m.token, "/app/friends/users/page", Body{}) {
		a.friends[m.id] = append(a.friends[m.id], jsonpath.Text(one, "userId"))
	}
	for _, one := range a.all(m.token, "/app/friends/blocked-users/page", Body{}) {
		a.blocked[m.id] = append(a.blocked[m.id], jsonpath.Text(one, "userId"))
	}
}

// pairs: friendship is mutual, once, and never across a block.
func (a *audit) pairs() {
	plays := map[string]bool{}
	for _, m := range a.members {
		plays[m.id] = true
	}
	for _, m := range a.members {
		seen := map[string]bool{}
		for _, friend := range a.friends[m.id] {
			if seen[friend] {
				a.breach("%s and %s are friends twice", m.id, friend)
			}
			seen[friend] = true
			if plays[friend] && !slices.Contains(a.friends[friend], m.id) {
				a.breach("%s has a friend %s who does not know", m.id, friend)
			}
			if slices.Contains(a.blocked[m.id], friend) || slices.Contains(a.blocked[friend], m.id) {
				a.breach("%s and %s are friends across a block", m.id, friend)
			}
		}
	}
}

// vouchers: nobody was told twice that the same voucher is redeemed now, and
// what was redeemed stays so.
func (a *audit) vouchers() {
	for code, times := range a.log.redeemed {
		if times > 1 {
			a.breach("voucher redeemed %d times", times)
		}
		r := a.must(a.admin, "GET", "/web/shop/vouchers/codes/"+code, nil)
		if jsonpath.Int(r.Data, "status") != 2 || jsonpath.At(r.Data, "isValid") != false {
			a.breach("a redeemed voucher has status %d", jsonpath.Int(r.Data, "status"))
		}
	}
}

// notices: what staff were told is sent has arrived.
func (a *audit) notices() {
	titles := map[string]map[string]bool{}
	for _, m := range a.members {
		titles[m.id] = map[string]bool{}
		for _, one := range a.all(m.token, "/app/notice/page", Body{}) {
			titles[m.id][jsonpath.Text(one, "title")] = true
		}
	}
	for title, member := range a.log.notices {
		if !titles[member][title] {
			a.breach("the notice %s for %s was acknowledged and is lost", title, member)
		}
	}
}
