package lockout

import (
	"database/sql"
	"testing"
	"time"
)

// Rounds of five tries lock for 15 minutes, doubling up to a day.
func TestLocksDouble(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	s := state{UpdatedAt: now}
	for round, want := range []time.Duration{
		15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 16 * time.Hour,
		24 * time.Hour, 24 * time.Hour, 24 * time.Hour,
	} {
		for try := 1; try <= maxTries; try++ {
			var allowed bool
			if s, allowed = afterTry(s, now); !allowed {
				t.Fatalf("round %d, try %d was refused", round, try)
			}
		}
		if _, allowed := afterTry(s, now); allowed {
			t.Fatalf("round %d: a sixth try was allowed", round)
		}
		if got := s.LockedUntil.Time.Sub(now); got != want {
			t.Fatalf("round %d locks for %s, want %s", round, got, want)
		}
		if _, allowed := afterTry(s, s.LockedUntil.Time.Add(-time.Microsecond)); allowed {
			t.Fatalf("round %d: open before its time", round)
		}
		now = s.LockedUntil.Time
	}
}

func TestAQuietDayWipesTheSlate(t *testing.T) {
	start := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	four := state{UpdatedAt: start}
	for range 4 {
		four, _ = afterTry(four, start)
	}
	if s, _ := afterTry(four, start.Add(24*time.Hour)); s.Tries != 1 || s.LockedUntil.Valid {
		t.Errorf("a day later: %+v", s)
	}
	if s, _ := afterTry(four, start.Add(24*time.Hour-time.Second)); !s.LockedUntil.Valid {
		t.Errorf("within the day the fifth locks: %+v", s)
	}
	locked, _ := afterTry(four, start)
	if s, _ := afterTry(locked, locked.LockedUntil.Time.Add(24*time.Hour)); s.Locks != 0 || s.Tries != 1 {
		t.Errorf("a quiet day after a lock: %+v", s)
	}
}

func TestTriesWhileLockedDoNotProlongIt(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	s := state{UpdatedAt: now}
	for range 5 {
		s, _ = afterTry(s, now)
	}
	after, allowed := afterTry(s, now.Add(time.Minute))
	if allowed || after != s {
		t.Errorf("a try while locked changed %+v to %+v", s, after)
	}
}

// A lock of a clock that was ahead ends when the clock is set right, one of the
// longest kind does not.
func TestLockOfAWrongClock(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	for ahead, want := range map[time.Duration]bool{longest: false, longest + skew: false, longest + 2*skew: true, 90 * 24 * time.Hour: true} {
		s := state{Tries: maxTries, Locks: 8, UpdatedAt: now, LockedUntil: sql.NullTime{Valid: true, Time: now.Add(ahead)}}
		if after, allowed := afterTry(s, now); allowed != want || allowed && after.Tries != 1 {
			t.Errorf("locked for %s: a try is allowed %t, %+v", ahead, allowed, after)
		}
	}
}
