package limit

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/keys"
)

func newLimiter(t *testing.T, l Limits) (*Limiter, *clock.Movable) {
	t.Helper()
	ctx := context.Background()
	d, err := db.Open(ctx, db.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if _, err := d.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	ring, err := keys.NewRing([]string{"a-secret-for-tests-long-enough-to-be-taken"})
	if err != nil {
		t.Fatal(err)
	}
	c := clock.NewMovable(time.Date(2026, 11, 15, 2, 0, 30, 0, time.UTC))
	return New(l, d, ring, c), c
}

// take counts until refused and tells how many were let through.
func take(t *testing.T, l *Limiter, class Class, ip string) (passed, wait int) {
	t.Helper()
	for passed < 1000 {
		wait, err := l.Take(context.Background(), class, "ip "+ip, ip)
		if err != nil {
			t.Fatal(err)
		}
		if wait > 0 {
			return passed, wait
		}
		passed++
	}
	return passed, 0
}

func TestLimitsAtTheirEdge(t *testing.T) {
	l, c := newLimiter(t, Limits{General: 30, Auth: 5, Lookup: 3, Wide: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}})
	for _, k := range []struct {
		class Class
		ip    string
		want  int
	}{
		{General, "192.0.2.1", 30}, {Auth, "192.0.2.1", 5}, {Lookup, "192.0.2.1", 3},
		{Auth, "192.0.2.2", 5}, {Auth, "10.1.2.3", 50}, {None, "192.0.2.1", 1000},
	} {
		passed, wait := take(t, l, k.class, k.ip)
		if passed != k.want || (k.class != None && wait != 31) {
			t.Errorf("%s from %s: %d passed, then wait %d s; want %d", k.class, k.ip, passed, wait, k.want)
		}
	}
	c.Advance(30 * time.Second)
	if passed, _ := take(t, l, Auth, "192.0.2.1"); passed != 5 {
		t.Errorf("in the next minute %d passed", passed)
	}
}

func TestZeroLiftsALimit(t *testing.T) {
	l, _ := newLimiter(t, Limits{})
	if passed, _ := take(t, l, Auth, "192.0.2.1"); passed != 1000 {
		t.Errorf("%d passed", passed)
	}
}
