package perf

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/session"
	"hearten/test/bench"
)

const (
	sociable  = 200 // members who have many friends
	ofFriends = 500 // friends of each
)

// The list of 500 friends and the detail of one, among 20,000 members, of whom
// 200 have as many: against the same among 1,000, and against handlers by hand.
func BenchmarkFriends(b *testing.B) {
	page := contest{
		route: "POST /app/friends/users/page", body: firstPage, note: " of 500", target: atLeast(0.7),
		statements: []string{memberSQL, friendRowsSQL, friendTotalSQL, friendTiesSQL},
	}
	detail := contest{
		route: "GET /app/friends/users/" + soul(sociable), target: atLeast(0.6),
		statements: []string{memberSQL, friendTieSQL, stepDaysSQL, stepMonthsSQL, ownedSQL, inUseSQL, mainMascotSQL, learnedSQL, walletSQL},
	}
	onEach(b, func(b *testing.B, engine db.Engine) {
		small, large := friendsAmong(b, engine, 1_000), friendsAmong(b, engine, 20_000)
		b.Run("page", func(b *testing.B) { flatAmongFriends(b, "page of friends", small, large, page) })
		b.Run("detail", func(b *testing.B) { flatAmongFriends(b, "detail of a friend", small, large, detail) })
		b.Run("page by hand", func(b *testing.B) { large.against(b, newBareFriends(b, large).page, page) })
		b.Run("detail by hand", func(b *testing.B) { large.against(b, newBareFriends(b, large).detail, detail) })
	})
}

func flatAmongFriends(b *testing.B, name string, small, large *product, c contest) {
	b.Helper()
	few := newLoad(b, small.url, c.route, small.token, c.body, callers)
	many := newLoad(b, large.url, c.route, large.token, c.body, callers)
	few.once() // what is read once and kept is read
	many.once()
	one, other := small.statements(func() { few.once() }), large.statements(func() { many.once() })
	if !slices.Equal(one, other) {
		b.Fatalf("among few:\n%s\namong many:\n%s", strings.Join(one, "\n"), strings.Join(other, "\n"))
	}
	ratio, fast, slow := byTurns(b, few.slice, many.slice)
	figure(b, name+": cost among 20,000 / among 1,000", ratio, "times", atMost(1.3),
		perSecond("1,000", fast), perSecond("20,000", slow), fmt.Sprintf("%d statements", len(one)))
}

// Finding members by part of a name among 100,000: some, nobody, everybody.
func BenchmarkFriendSearch(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := friendsAmong(b, engine, 100_000)
		slowest, words := 0.0, []string{}
		for _, key := range []string{"街坊 777", "沒有這個人", "街坊"} {
			search := newLoad(b, p.url, "POST /app/friends/search-users/page", p.token,
				fmt.Sprintf(`{"searchKey":%q,"pagination":{"page":1,"size":20}}`, key), 1)
			search.once()
			var took []float64
			for range 15 {
				started := time.Now()
				search.once()
				took = append(took, float64(time.Since(started).Microseconds())/1000)
			}
			slowest = max(slowest, median(took))
			words = append(words, fmt.Sprintf("%s %.0f ms", key, median(took)))
		}
		for b.Loop() { // measured above, each key for itself
		}
		figure(b, "a search among 100,000 members", slowest, "ms", atMost(100), words...)
	})
}

// soul is a member's id.
func soul(i int) string { return fmt.Sprintf("soul-%06d", i) }

// friendsAmong is a product with so many members, some of whom have many
// friends; the token is the first one's.
func friendsAmong(b *testing.B, engine db.Engine, members int) *product {
	b.Helper()
	p, ctx := start(b, engine, limited), context.Background()
	now := p.Clock.Now()
	bench.Must(b, p.DB.Write(ctx, func(tx *db.Tx) error {
		err := insertAll(ctx, tx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
			centre, avatar_key, default_avatar, invitation_code, version, created_at, updated_at`, "", members, func(i int) []any {
			id := soul(i)
			return []any{id, id, id, false, fmt.Sprint("街坊 ", i), "", 1, 1, "CENTRE_OTHER", "shared/user/" + id + "/profile/1", 1, id, 1,
				now.Add(-time.Duration(i) * time.Minute), now}
		})
		if err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, `INSERT INTO wallets (user_id, coin, exp, token) SELECT id, 0, 0, 0 FROM users`); err != nil {
			return err
		}
		for i := range min(sociable, members/5) {
			err := insertAll(ctx, tx, "friend_pairs", "id, user_low, user_high, status, requested_by, created_at, friend_at", "", ofFriends, func(k int) []any {
				other := sociable + (37*i+k)%(members-sociable)
				at := now.Add(-time.Duration(k) * time.Hour)
				return []any{fmt.Sprint(i, "-", other), soul(i), soul(other), 1, soul(i), at, at}
			})
			if err != nil {
				return err
			}
		}
		p.token, err = p.Sessions.Open(ctx, tx, session.App, soul(0), access.ScopeFull)
		return err
	}))
	p.settled(b)
	return p
}

// settled lets the engine learn what it holds, as it does by itself sooner or
// later.
func (p *product) settled(b *testing.B) {
	b.Helper()
	ctx := context.Background()
	bench.Must(b, p.DB.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "ANALYZE")
		return err
	}))
	p.vacuum(b, "") // everything
}
