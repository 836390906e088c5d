// Package clock is where the product gets its time: an injectable now, the
// programme's zone and civil dates. Nothing else calls time.Now for a decision.
package clock

import (
	"sync"
	"time"
	_ "time/tzdata" // the zone must be known on machines without a zone database
)

// HongKong is the programme's zone: days, weeks, months and resets follow it.
var HongKong = mustLoad("Asia/Hong_Kong")

// Clock tells the present instant.
type Clock interface {
	// Now is in UTC and cut to microseconds, so that a value read back from
	// either engine equals the one that was written.
	Now() time.Time
}

// Today is the current date in Hong Kong.
func Today(c Clock) Date { return DateOf(c.Now()) }

// System is the machine's clock, or one that is ahead of it by an offset.
type System struct{ Offset time.Duration }

// Now implements Clock.
func (s System) Now() time.Time { return time.Now().Add(s.Offset).UTC().Truncate(time.Microsecond) }

// Movable is a clock that stands still until it is moved; tests use it.
type Movable struct {
	mu  sync.RWMutex
	now time.Time
}

// NewMovable returns a clock that stands at the given instant.
func NewMovable(at time.Time) *Movable {
	return &Movable{now: at.UTC().Truncate(time.Microsecond)}
}

// Now implements Clock.
func (m *Movable) Now() time.Time {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.now
}

// Advance moves the clock forward.
func (m *Movable) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Set moves the clock to an instant.
func (m *Movable) Set(at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = at.UTC().Truncate(time.Microsecond)
}

func mustLoad(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}
