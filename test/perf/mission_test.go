package perf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"hearten/internal/db"
	"hearten/test/bench"
)

// The missions with a member's progress, among many members and among few.
func BenchmarkMissionPage(b *testing.B) {
	amongMembers(b, "mission page", "POST /app/mission/page", `{"pagination":{"size":100}}`, 3)
}

// The bar of the own level.
func BenchmarkLevelBar(b *testing.B) {
	amongMembers(b, "level bar", "GET /app/mission/level-bar", "", 2)
}

// amongMembers measures a call among many members, each with progress, against
// the same among few. Both run as many statements, the session's included.
func amongMembers(b *testing.B, name, route, body string, statements int) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		calls := func(members int) *load {
			p, token := missionsOf(b, engine, members)
			call := newLoad(b, p.url, route, token, body, callers)
			if n := len(p.statements(func() { call.once() })); n != statements {
				b.Errorf("%s among %d runs %d statements, want %d", name, members, n, statements)
			}
			return call
		}
		short, long := calls(few), calls(many)
		ratio, fast, slow := byTurns(b, short.slice, long.slice)
		figure(b, name+": cost among 100,000 / among 1,000", ratio, "times", atMost(1.3),
			perSecond("1,000", fast), perSecond("100,000", slow))
	})
}

// missionsOf is a product with so many members, each of whom took photos and
// has a reward waiting, and the token of one more.
func missionsOf(tb testing.TB, engine db.Engine, members int) (*product, string) {
	tb.Helper()
	p := start(tb, engine, nil)
	token := p.member(tb)
	ctx, now := context.Background(), p.Clock.Now()
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
		err := tx.InsertAll(ctx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
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
			SELECT u.id, m.id, '', 1, m.target, m.coin, m.exp, m.token, m.ends_on, CASE WHEN m.target = 1 THEN $1 ELSE m.retired_at END
			FROM users u CROSS JOIN missions m WHERE m.event = 'building_photo'`, now)
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
	return p, token
}
