package perf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// The missions with a member's progress.
func BenchmarkMissionPage(b *testing.B) {
	amongMembers(b, "mission page", (*bareMissions).page, contest{
		route: "POST /app/mission/page", body: `{"pagination":{"size":100}}`, target: atLeast(0.7),
		statements: []string{memberSQL, missionsSQL, stepsTodaySQL},
	})
}

// The bar of the own level.
func BenchmarkLevelBar(b *testing.B) {
	amongMembers(b, "level bar", (*bareMissions).level, contest{
		route: "GET /app/mission/level-bar", target: atLeast(0.5), statements: []string{memberSQL, standingSQL},
	})
}

// amongMembers measures a call among many members, each with progress, against
// the same among few and against a handler by hand. All run the same statements.
func amongMembers(b *testing.B, name string, byHand func(*bareMissions, http.ResponseWriter, *http.Request), c contest) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := missionsOf(b, engine, few), missionsOf(b, engine, many)
		calls := func(p *product) *load {
			call := newLoad(b, p.url, c.route, p.token, c.body, callers)
			call.once() // the levels are read once a minute
			if ran := p.statements(func() { call.once() }); !slices.EqualFunc(ran, c.statements, sameSQL) {
				b.Errorf("%s runs\n%s", name, strings.Join(ran, "\n"))
			}
			return call
		}
		b.Run("many", func(b *testing.B) {
			ratio, fast, slow := byTurns(b, calls(short).slice, calls(long).slice)
			figure(b, name+": cost among 100,000 / among 1,000", ratio, "times", atMost(1.3),
				perSecond("1,000", fast), perSecond("100,000", slow))
		})
		b.Run("by hand", func(b *testing.B) {
			calls(long)
			bare := newBareMissions(b, long)
			long.against(b, func(w http.ResponseWriter, r *http.Request) { byHand(bare, w, r) }, c)
		})
	})
}

// missionsOf is a product with so many members, each of whom took photos and
// has a reward waiting, and the token of one more.
func missionsOf(tb testing.TB, engine db.Engine, members int) *product {
	tb.Helper()
	p := start(tb, engine, nil)
	p.token = p.member(tb)
	ctx, now := context.Background(), p.Clock.Now()
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
		err := insertAll(ctx, tx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
			centre, default_avatar, invitation_code, version, created_at, updated_at`, "", members, func(i int) []any {
			id := fmt.Sprint("member-", i)
			return []any{id, id, id, false, "街坊", "", 1, 1, "CENTRE_OTHER", 1, id, 1, now, now}
		})
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO wallets (user_id, coin, exp, token) SELECT id, 10, 10, 3 FROM users WHERE TRUE ON CONFLICT DO NOTHING`); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO mission_progress (user_id, mission_id, period, count, target, coin, exp, token, closes_on, completed_at)
			SELECT u.id, m.id, '', 1, m.target, m.coin, m.exp, m.token, m.ends_on, CASE WHEN m.target = 1 THEN @now ELSE m.retired_at END
			FROM users u CROSS JOIN missions m WHERE m.event = 'building_photo'`, db.Args{"now": now})
		if err == nil && engine == db.SQLite {
			_, err = tx.Exec(ctx, "ANALYZE")
		}
		return err
	}))
	if engine == db.Postgres {
		handle, err := sql.Open("pgx", p.Config.DatabaseURL)
		bench.Must(tb, err)
		_, err = handle.Exec("VACUUM ANALYZE")
		bench.Must(tb, errors.Join(err, handle.Close()))
	}
	return p
}
