package perf

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/password"
	"hearten/test/bench"
)

// A member's own account, against a handler with the same SQL and JSON.
func BenchmarkOwnAccount(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		p.token = p.member(b)
		p.against(b, newBareAccount(b, p).serve, contest{
			route: "GET /app/users/account", statements: []string{memberSQL, accountSQL, pendingSQL}, target: atLeast(0.5),
		})
	})
}

// A member's sign-ins one after another, and how much of each is the hash.
func BenchmarkMemberLogin(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, nil)
		p.member(b)
		login := newLoad(b, p.url, "POST /app/auth/login", "", signInAs(phone), 1)
		hasher, ctx := password.NewHasher(), context.Background()
		hash, err := hasher.Hash(ctx, bench.Password)
		bench.Must(b, err)
		signIn := func() { login.once() }
		matches := func() {
			_, err := hasher.Matches(ctx, bench.Password, hash)
			bench.Must(b, err)
		}
		share, rate, _ := byTurns(b, func() float64 { return rateOf(signIn) }, func() float64 { return rateOf(matches) })
		figure(b, "sign-ins of one member", rate, "per-second", target{}, fmt.Sprintf("hashing is %.0f%% of each", 100*min(share, 1)))
	})
}

// Who calls is found by one read, of one row by primary key from each of two
// tables, however many members there are.
func TestMemberSessionIsOneIndexedRead(t *testing.T) {
	for _, engine := range engines {
		t.Run(string(engine), func(t *testing.T) {
			p := start(t, engine, nil)
			token := p.member(t)
			p.seedMembers(t, 5_000)
			call := newLoad(t, p.url, "GET /app/users/type", token, "", 1)
			ran := p.statements(func() { call.once() })
			if len(ran) != 1 || !sameSQL(ran[0], memberSQL) {
				t.Fatalf("want the session's read alone, ran:\n%s", strings.Join(ran, "\n"))
			}
			plan := p.explain(t, ran[0], []any{"a-session", 1}, true)
			if !byPrimaryKeys(engine, plan) {
				t.Errorf("the session is not read by primary keys:\n%s", plan)
			}
		})
	}
}

func byPrimaryKeys(engine db.Engine, plan string) bool {
	steps := []string{"search se using index sqlite_autoindex_sessions_1 (id=?)", "search u using index sqlite_autoindex_users_1 (id=?)"}
	reads := strings.Count(plan, "search ") + strings.Count(plan, "scan ")
	if engine == db.Postgres {
		steps = []string{"index scan using sessions_pkey on sessions se", "index scan using users_pkey on users u"}
		reads = strings.Count(plan, "scan ")
	}
	return reads == len(steps) && strings.Contains(plan, steps[0]) && strings.Contains(plan, steps[1])
}

// seedMembers adds members, each with a session.
func (p *product) seedMembers(t *testing.T, members int) {
	t.Helper()
	ctx, now := context.Background(), p.Clock.Now()
	bench.Must(t, p.DB.Write(ctx, func(tx *db.Tx) error {
		err := insertAll(ctx, tx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
			centre, default_avatar, invitation_code, version, created_at, updated_at`, "", members, func(i int) []any {
			id := fmt.Sprint("member-", i)
			return []any{id, id, id, false, "街坊", "", 1, 1, "CENTRE_OTHER", 1, id, 1, now, now}
		})
		if err != nil {
			return err
		}
		err = insertAll(ctx, tx, "sessions", "id, audience, owner_id, scope, created_at, expires_at", "", members, func(i int) []any {
			return []any{fmt.Sprint("session-", i), "app", fmt.Sprint("member-", i), "full", now, now.Add(time.Hour)}
		})
		if err == nil {
			_, err = tx.Exec(ctx, "ANALYZE") // as both engines do by themselves, sooner or later
		}
		return err
	}))
}
