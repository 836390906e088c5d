// Package lockout closes an account to guessing: five wrong tries lock it for
// fifteen minutes, and each further round twice as long, up to a day. It knows
// accounts only by a keyed hash, and unknown ones like known ones.
package lockout

import (
	"context"
	"database/sql"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/keys"
)

const (
	maxTries  = 5
	firstLock = 15 * time.Minute
	longest   = 24 * time.Hour
	skew      = time.Minute // how far ahead another replica's clock may be
)

// Guard counts tries.
type Guard struct {
	db    *db.DB
	keys  *keys.Ring
	clock clock.Clock
}

// New builds a guard.
func New(d *db.DB, k *keys.Ring, c clock.Clock) *Guard { return &Guard{d, k, c} }

// Try counts one try before it is made, so that tries at the same moment count
// too, and reports whether it may be made.
func (g *Guard) Try(ctx context.Context, account string) (allowed bool, err error) {
	now := g.clock.Now()
	err = g.db.Write(ctx, func(tx *db.Tx) error {
		tx.NotAudited("counts tries")
		current, err := lockState(ctx, tx, g.hash(account), now)
		if err != nil {
			return err
		}
		var next state
		next, allowed = afterTry(current, now)
		return saveState(ctx, tx, g.hash(account), next)
	})
	return allowed, err
}

// Clear forgets the tries of an account whose owner proved to be right.
func (g *Guard) Clear(ctx context.Context, tx *db.Tx, account string) error {
	return deleteState(ctx, tx, g.hash(account))
}

// Sweep forgets what is too old to matter; a periodic job calls it.
func (g *Guard) Sweep(ctx context.Context) error {
	return g.db.Write(ctx, func(tx *db.Tx) error {
		return deleteBefore(ctx, tx, g.clock.Now().Add(-2*longest))
	})
}

func (g *Guard) hash(account string) string { return g.keys.Hash("login", account) }

// state is what is remembered of an account's tries.
type state struct {
	Tries       int          `db:"tries"`
	Locks       int          `db:"locks"`
	LockedUntil sql.NullTime `db:"locked_until"`
	UpdatedAt   time.Time    `db:"updated_at"`
}

// afterTry is the rule: what a try leads to and whether it may be made.
func afterTry(s state, now time.Time) (state, bool) {
	if s.LockedUntil.Valid && s.LockedUntil.Time.Sub(now) > longest+skew {
		s = state{} // a clock that was wrong set it: no lock is so long
	}
	locked := s.LockedUntil.Valid && s.LockedUntil.Time.After(now)
	if locked {
		return s, false // tries while locked do not prolong it
	}
	switch {
	case now.Sub(s.UpdatedAt) >= longest && !s.LockedUntil.Valid,
		s.LockedUntil.Valid && now.Sub(s.LockedUntil.Time) >= longest:
		s = state{} // a quiet day wipes the slate
	case s.LockedUntil.Valid:
		s.Tries, s.LockedUntil = 0, sql.NullTime{} // a new round
	}
	s.Tries++
	s.UpdatedAt = now
	if s.Tries >= maxTries {
		s.LockedUntil = sql.NullTime{Valid: true, Time: now.Add(min(firstLock<<min(s.Locks, 10), longest))}
		s.Locks++
	}
	return s, true
}
