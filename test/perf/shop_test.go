package perf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"hearten/internal/access"
	"hearten/internal/db"
	"hearten/test/bench"
)

// purse is what each seeded member has: enough for everything.
const purse = 100_000

// A purchase among many members, against the same among few, in the same number
// of statements.
func BenchmarkPurchase(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := shopOf(b, engine, few), shopOf(b, engine, many)
		atFew, atMany := short.p.statements(short.buy(b)), long.p.statements(long.buy(b))
		if len(atFew) != len(atMany) {
			b.Errorf("a purchase takes %d statements among few and %d among many:\n%s", len(atFew), len(atMany), strings.Join(atMany, "\n"))
		}
		ratio, fast, slow := byTurns(b, func() float64 { return rateOf(short.buy(b)) }, func() float64 { return rateOf(long.buy(b)) })
		figure(b, "purchase: cost among 100,000 members / among 1,000", ratio, "times", atMost(1.3),
			perSecond("1,000", fast), perSecond("100,000", slow), fmt.Sprintf("%d statements", len(atMany)))
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
			tx.InsertAll(ctx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
				centre, default_avatar, invitation_code, version, created_at, updated_at`, "", members, func(i int) []any {
				id := floor.member(i)
				return []any{id, id, id, false, "街坊", "", 1, 1, "CENTRE_OTHER", 1, id, 1, now, now}
			}),
			tx.InsertAll(ctx, "wallets", "user_id, coin, exp, token", "", members, func(i int) []any {
				return []any{floor.member(i), purse, 0, 3}
			}),
			tx.InsertAll(ctx, "wallet_ledger", "id, user_id, currency, amount, balance, reason, reference, created_at", "", members, func(i int) []any {
				return []any{uuid.Must(uuid.NewV7()).String(), floor.member(i), "coin", purse, purse, "welcome", "", now}
			}),
			tx.InsertAll(ctx, "user_items", "user_id, item_id, category, subcategory, in_use, created_at", "", owned*members, func(i int) []any {
				return []any{floor.member(i / owned), all[i%owned], 1, i%owned + 1, false, now}
			}),
			tx.InsertAll(ctx, "mission_events", "id, user_id, event, event_key, day, created_at", "", owned*members, func(i int) []any {
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
		who := f.member(f.next * 617 % f.members) // 617 is prime to both sizes
		item := f.items[f.next/f.members%len(f.items)]
		f.next++
		if err := f.p.Shop.Buy(ctx, access.Member{ID: who}, item); err != nil {
			tb.Fatal(err)
		}
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
