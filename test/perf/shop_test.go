package perf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// purse is what each seeded member has: enough for everything.
const purse = 100_000

// A purchase among many members, against the same among few and by hand, in the
// same statements.
func BenchmarkPurchase(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := shopOf(b, engine, few), shopOf(b, engine, many)
		for _, floor := range []*shopFloor{short, long} {
			if ran := floor.p.statements(floor.buy(b)); !slices.EqualFunc(ran, purchaseSQL, sameSQL) {
				b.Errorf("a purchase among %d runs\n%s", floor.members, strings.Join(ran, "\n"))
			}
		}
		b.Run("many", func(b *testing.B) {
			ratio, fast, slow := byTurns(b, func() float64 { return rateOf(short.buy(b)) }, func() float64 { return rateOf(long.buy(b)) })
			figure(b, "purchase: cost among 100,000 members / among 1,000", ratio, "times", atMost(1.3),
				perSecond("1,000", fast), perSecond("100,000", slow), fmt.Sprintf("%d statements", len(purchaseSQL)))
		})
		b.Run("by hand", func(b *testing.B) {
			byHand := long.buyByHand(b, newBareShop(b, long.p))
			byHand()
			long.holdsAlike(b, long.next-1, long.next-2) // the last two: one of each
			ratio, our, their := byTurns(b, func() float64 { return rateOf(long.buy(b)) }, func() float64 { return rateOf(byHand) })
			figure(b, "purchase / by hand", ratio, "ratio", atLeast(0.7), perSecond("product", our), perSecond("by hand", their))
		})
	})
}

// shopFloor is a product with many members who can pay, and what they buy next.
type shopFloor struct {
	p       *product
	members int
	items   []string
	next    int
}

// shopOf is a product with so many members, each with a wallet, a history and a
// few things.
func shopOf(tb testing.TB, engine db.Engine, members int) *shopFloor {
	tb.Helper()
	p := start(tb, engine, limited)
	ctx, now := context.Background(), p.Clock.Now()
	all, err := db.Column[string](ctx, p.DB, `SELECT id FROM shop_items WHERE saleable AND NOT birthday ORDER BY id`)
	bench.Must(tb, err)
	const owned = 3
	floor := &shopFloor{p: p, members: members, items: all[owned:]}
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
		return errors.Join(
			insertAll(ctx, tx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
				centre, default_avatar, invitation_code, version, created_at, updated_at`, "", members, func(i int) []any {
				id := floor.member(i)
				return []any{id, id, id, false, "街坊", "", 1, 1, "CENTRE_OTHER", 1, id, 1, now, now}
			}),
			insertAll(ctx, tx, "wallets", "user_id, coin, exp, token", "", members, func(i int) []any {
				return []any{floor.member(i), purse, 0, 3}
			}),
			insertAll(ctx, tx, "wallet_ledger", "id, user_id, currency, amount, balance, reason, reference, created_at", "", members, func(i int) []any {
				return []any{uuid.Must(uuid.NewV7()).String(), floor.member(i), "coin", purse, purse, "welcome", "", now}
			}),
			insertAll(ctx, tx, "user_items", "user_id, item_id, category, subcategory, in_use, created_at", "", owned*members, func(i int) []any {
				return []any{floor.member(i / owned), all[i%owned], 1, i%owned + 1, false, now}
			}),
			insertAll(ctx, tx, "mission_events", "id, user_id, event, event_key, day, created_at", "", owned*members, func(i int) []any {
				return []any{uuid.Must(uuid.NewV7()).String(), floor.member(i / owned), "item_bought", all[i%owned], "2026-11-15", now}
			}),
		)
	}))
	p.analyse(tb, "users", "wallets", "wallet_ledger", "user_items", "mission_events")
	return floor
}

func (f *shopFloor) member(i int) string { return fmt.Sprintf("member-%06d", i) }

// buy lets the next member buy the next thing; everyone has their turn before
// someone comes again. The steps are far apart, so that no two neighbours are on
// one page of the tables.
func (f *shopFloor) buy(tb testing.TB) func() {
	tb.Helper()
	ctx := context.Background()
	return func() {
		who, item := f.turn()
		if err := f.p.Shop.Buy(ctx, access.Member{ID: who}, item); err != nil {
			tb.Fatal(err)
		}
	}
}

func (f *shopFloor) buyByHand(tb testing.TB, shop *bareShop) func() {
	tb.Helper()
	ctx := context.Background()
	return func() {
		who, item := f.turn()
		if err := shop.buy(ctx, who, item); err != nil {
			tb.Fatal(err)
		}
	}
}

// turn is whose turn it is, and at what.
func (f *shopFloor) turn() (who, item string) {
	who, item = f.buyer(f.next), f.items[f.next/f.members%len(f.items)]
	f.next++
	return who, item
}

func (f *shopFloor) buyer(turn int) string { return f.member(turn * 617 % f.members) } // 617 is prime to both sizes

// holdsAlike compares what two turns left behind, ids and times aside.
func (f *shopFloor) holdsAlike(tb testing.TB, turns ...int) {
	tb.Helper()
	var left []string
	for _, turn := range turns {
		rows, err := db.Maps(context.Background(), f.p.DB, `
			SELECT w.coin, l.currency, l.amount, l.balance, l.reason, l.reference, o.category, o.subcategory, e.event, e.day,
				(SELECT COUNT(*) FROM mission_progress m WHERE m.user_id = w.user_id) AS missions
			FROM wallets w JOIN wallet_ledger l ON l.user_id = w.user_id AND l.amount < 0
				JOIN user_items o ON o.user_id = w.user_id AND o.item_id = l.reference
				JOIN mission_events e ON e.user_id = w.user_id AND e.event_key = l.reference
			WHERE w.user_id = @user`, db.Args{"user": f.buyer(turn)})
		bench.Must(tb, err)
		left = append(left, fmt.Sprint(rows))
	}
	if left[0] != left[1] || left[0] == "[]" {
		tb.Fatalf("the baseline leaves\n%s\nthe product\n%s", left[0], left[1])
	}
}

// analyse does at once what both engines do by themselves, sooner or later.
func (p *product) analyse(tb testing.TB, tables ...string) {
	tb.Helper()
	if p.DB.Engine() == db.SQLite {
		ctx := context.Background()
		bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "ANALYZE")
			return err
		}))
		return
	}
	handle, err := sql.Open("pgx", p.Config.DatabaseURL)
	bench.Must(tb, err)
	for _, table := range tables {
		_, failed := handle.Exec("VACUUM ANALYZE " + table)
		err = errors.Join(err, failed)
	}
	bench.Must(tb, errors.Join(err, handle.Close()))
}
