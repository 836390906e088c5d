// Package limit limits how often callers call. A call is counted by its address
// in the class of its operation, in windows of a minute. With a token it is also
// counted by its account, as General, and calls of Codes as Codes too:
//
//	class    what                                calls a minute  counted            setting
//	General  everything else                     300             in the process     HEARTEN_RATE_GENERAL
//	Auth     signing in, asking for codes        20              in the database    HEARTEN_RATE_AUTH
//	Session  other operations of /auth/, token   20              in the process     HEARTEN_RATE_AUTH
//	Lookup   whether an account exists           10              in the database    HEARTEN_RATE_LOOKUP
//	Codes    codes of vouchers                   30              in the database    HEARTEN_RATE_CODES
//	None     /healthz, /readyz                   no limit
//
// The defaults stand in platform/config. Addresses of HEARTEN_CENTRE_NETWORKS
// get ten times as much. A count in the database holds across replicas. A route
// names its class with api.Limit; test/routes_test.go lists them all.
//
// Other limits are rules of their areas: wrong passwords in platform/lockout,
// codes sent and wrong codes in otp (Budgets), friends and requests in friend.
package limit

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/keys"
)

// Class is a kind of operation with a limit of its own.
type Class string

// The classes.
const (
	General Class = "general"
	Auth    Class = "auth"
	Session Class = "session" // needs a token: nothing to guess, so the process's own count will do
	Lookup  Class = "lookup"
	Codes   Class = "codes" // by address and by account
	None    Class = "none"
)

const window = time.Minute

// Limits are calls per minute; zero lifts a limit.
type Limits struct {
	General int
	Auth    int
	Lookup  int
	Codes   int
	// Wide are networks that many people share (the centres); their addresses
	// get ten times as much.
	Wide []netip.Prefix
}

const wideFactor = 10

// Limiter counts calls.
type Limiter struct {
	limits Limits
	db     *db.DB
	keys   *keys.Ring
	clock  clock.Clock

	mu    sync.Mutex
	start time.Time
	hits  map[string]int
}

// New builds a limiter.
func New(l Limits, d *db.DB, k *keys.Ring, c clock.Clock) *Limiter {
	return &Limiter{limits: l, db: d, keys: k, clock: c, hits: map[string]int{}}
}

// Take counts one call of key and answers zero, or in how many seconds the
// next one will be let through.
func (l *Limiter) Take(ctx context.Context, class Class, key, ip string) (wait int, err error) {
	allowed, shared := l.allowance(class, ip)
	if allowed == 0 {
		return 0, nil
	}
	now := l.clock.Now()
	start := now.Truncate(window)
	wait = int(start.Add(window).Sub(now)/time.Second) + 1
	key = string(class) + " " + key
	if l.count(key, start) > allowed {
		return wait, nil // the process alone saw too many: the database is spared
	}
	if !shared {
		return 0, nil
	}
	hits, err := l.countShared(ctx, key, start)
	if err != nil || hits <= int64(allowed) {
		return 0, err
	}
	return wait, nil
}

func (l *Limiter) allowance(class Class, ip string) (allowed int, shared bool) {
	switch class {
	case None:
	case Auth:
		allowed, shared = l.limits.Auth, true
	case Session:
		allowed = l.limits.Auth
	case Lookup:
		allowed, shared = l.limits.Lookup, true
	case Codes:
		allowed, shared = l.limits.Codes, true
	default:
		allowed = l.limits.General
	}
	if len(l.limits.Wide) > 0 && l.wide(ip) {
		allowed *= wideFactor
	}
	return allowed, shared
}

func (l *Limiter) wide(ip string) bool {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return false
	}
	for _, network := range l.limits.Wide {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

// count forgets everything when a window ends, so it never grows for long.
func (l *Limiter) count(key string, start time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.start.Equal(start) {
		l.start = start
		clear(l.hits)
	}
	l.hits[key]++
	return l.hits[key]
}

func (l *Limiter) countShared(ctx context.Context, key string, start time.Time) (hits int64, err error) {
	err = l.db.Write(ctx, func(tx *db.Tx) error {
		tx.NotAudited("counts calls")
		hits, err = addHit(ctx, tx, l.keys.Hash("rate", key), start)
		return err
	})
	return hits, err
}

// Sweep removes the counts of past windows; a periodic job calls it.
func (l *Limiter) Sweep(ctx context.Context) error {
	return l.db.Write(ctx, func(tx *db.Tx) error {
		return deleteHits(ctx, tx, l.clock.Now().Add(-window))
	})
}
