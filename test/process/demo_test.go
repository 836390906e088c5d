package process

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/test/load"
)

// A fixed end makes two demos comparable.
const demoEnd = "2026-11-15T20:30:00+08:00"

// portrait is what a demo is about, by names that two installations share.
var portrait = map[string]string{
	"members": `
		SELECT u.phone || ' ' || u.nickname || ' ' || u.status || ' ' || u.user_type || ' ' || w.coin || ' ' || w.exp || ' ' || w.token
		FROM users u JOIN wallets w ON w.user_id = u.id`,
	"steps":    `SELECT u.phone || ' ' || d.day || ' ' || d.steps FROM health_days d JOIN users u ON u.id = d.user_id`,
	"articles": `SELECT title || ' ' || centre || ' ' || status FROM articles`,
	"friends":  `SELECT MIN(a.phone, b.phone) || ' ' || MAX(a.phone, b.phone) || p.status FROM friend_pairs p JOIN users a ON a.id = p.user_low JOIN users b ON b.id = p.user_high`,
	"notices":  `SELECT u.phone || ' ' || n.title FROM notices n JOIN users u ON u.id = n.user_id`,
}

// The same seed makes the same programme, and every state occurs in it.
func TestDemo(t *testing.T) {
	t.Parallel()
	first, second := onSQLite(t), onSQLite(t)
	one := start(t, first, "demo", "--until", demoEnd, "--seed", "7")
	two := start(t, second, "demo", "--until", demoEnd, "--seed", "7")
	for _, demo := range []*child{one, two} {
		if code := demo.wait(5 * time.Minute); code != 0 {
			t.Fatalf("the demo ended with code %d: %s", code, demo.output())
		}
	}
	a, b := first.open(t), second.open(t)
	for what, query := range portrait {
		left, right := rowsOf(t, a, query), rowsOf(t, b, query)
		slices.Sort(left)
		slices.Sort(right)
		if len(left) == 0 || !slices.Equal(left, right) {
			t.Errorf("%s differ: %d and %d rows", what, len(left), len(right))
		}
	}
	for what, query := range map[string]string{
		"articles in all six states":     `SELECT COUNT(DISTINCT status) - 6 FROM articles`,
		"resources in all six states":    `SELECT COUNT(DISTINCT status) - 6 FROM resources`,
		"staff of all nine roles":        `SELECT COUNT(DISTINCT role_id) - 9 FROM staff`,
		"vouchers in all four states":    `SELECT COUNT(DISTINCT status) - 4 FROM user_vouchers`,
		"accounts in all three states":   `SELECT COUNT(DISTINCT status) - 3 FROM users`,
		"both sorts of applications":     `SELECT (SELECT COUNT(*) FROM member_applications WHERE status = 1) * (SELECT COUNT(*) FROM district_applications WHERE status = 1) = 0`,
		"a ledger that adds up":          `SELECT COUNT(*) FROM wallets w WHERE coin <> (SELECT SUM(amount) FROM wallet_ledger l WHERE l.user_id = w.user_id AND currency = 'coin')`,
		"pushes to members' phones":      `SELECT COUNT(*) = 0 FROM deliveries WHERE channel = 'push' AND status = 1`,
		"missions under way and claimed": `SELECT COUNT(DISTINCT claimed_at IS NULL) - 2 FROM mission_progress`,
	} {
		if count(t, a, query) != 0 {
			t.Errorf("the demo lacks %s", what)
		}
	}

	refused := start(t, first, "demo")
	refused.wait(patience)
	refused.fails("already has members")

	playADay(t, serve(t, first.with("HEARTEN_RATE_LIMITS", "off")))
}

// playADay lets members and staff of a demo act for a while, and audits.
func playADay(t *testing.T, server *child) {
	stats := load.NewStats()
	client := load.NewClient(stats, "http://"+server.address)
	cast, err := load.Gather(context.Background(), client, load.Options{
		AdminLogin: adminEmail, AdminPassword: adminPassword, Members: 15, Seed: 7,
		StaffLogins: []string{"chief1.a@hearten.test", "supervisor1.b@hearten.test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	playing.Go(func() { cast.Play(ctx, 8, time.Hour) })
	eventually(t, "a day of calls", func() bool { return stats.Calls() > 2000 })
	stop()
	playing.Wait()
	if stats.Failed() > 0 {
		t.Errorf("%d calls, %d failed:\n%s", stats.Calls(), stats.Failed(), stats.Reasons())
	}
	if breaches := cast.Audit(context.Background()); len(breaches) > 0 {
		t.Errorf("%d breaches:\n%s", len(breaches), strings.Join(breaches, "\n"))
	}
}
