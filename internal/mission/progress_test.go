package mission_test

import (
	"context"
	"testing"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// act records events of a member as the areas do, in a transaction of its own.
func act(w *bench.World, userID string, event catalog.Event, key string) (counted bool) {
	w.T.Helper()
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) (err error) {
		counted, err = w.App.Missions.Record(ctx, tx, userID, event, key)
		return err
	}))
	return counted
}

// walk tells a day's new total as the health area does: when it rose.
func walk(w *bench.World, userID string, day clock.Date, before, after int64) {
	w.T.Helper()
	if after <= before {
		return
	}
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return w.App.Missions.Steps(ctx, tx, mission.Walked{UserID: userID, Day: day, Steps: after})
	}))
}

// progressOf is a member's count of a mission in a period, and whether it is
// completed.
func progressOf(w *bench.World, userID, key, period string) (count int, completed bool) {
	w.T.Helper()
	rows, err := w.SQL().Query(`
		SELECT count, completed_at IS NOT NULL FROM mission_progress WHERE user_id = $1 AND mission_id = $2 AND period = $3`,
		userID, catalog.ID("mission", key), period)
	bench.Must(w.T, err)
	defer rows.Close()
	if rows.Next() {
		bench.Must(w.T, rows.Scan(&count, &completed))
	}
	return count, completed
}

func TestMissionSteps(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		today := clock.Today(w.Clock)
		expect := func(key, period string, completed bool) {
			t.Helper()
			if _, got := progressOf(w, m.ID, key, period); got != completed {
				t.Errorf("%s of %q: completed is %v", key, period, got)
			}
		}
		walk(w, m.ID, today, 0, 2999)
		expect("daily-walk-3000", "2026-11-15", false)
		walk(w, m.ID, today, 2999, 3000)
		expect("daily-walk-3000", "2026-11-15", true)
		expect("daily-walk-6000", "2026-11-15", false)
		walk(w, m.ID, today, 3000, 100) // taken back, and walked again
		walk(w, m.ID, today, 100, 9000)
		expect("daily-walk-6000", "2026-11-15", true)
		expect("limited-walk-8000", "", true)
		expect("limited-lunar-new-year-walk-2027", "", false) // does not run yet

		// A day that is over completes no daily mission, but counts for a window
		// that holds it.
		late := w.Member()
		yesterday := today.AddDays(-1)
		walk(w, late.ID, yesterday, 0, 8000)
		walk(w, late.ID, clock.Date{Year: 2026, Month: 10, Day: 31}, 0, 20000) // before the window
		m = late
		expect("daily-walk-3000", "2026-11-14", false)
		expect("daily-walk-3000", "2026-11-15", false)
		expect("limited-walk-8000", "", true)

		// The window is still open on its last day, and closed the day after.
		m = w.Member()
		last := clock.Date{Year: 2027, Month: 2, Day: 20}
		w.Clock.Set(last.End())
		walk(w, m.ID, last, 0, 7000)
		expect("limited-lunar-new-year-walk-2027", "", false)
		w.Clock.Set(last.End().Add(-time.Second))
		walk(w, m.ID, last.AddDays(-20), 0, 7000)
		expect("limited-lunar-new-year-walk-2027", "", false)
		walk(w, m.ID, last.AddDays(-14), 0, 7000)
		expect("limited-lunar-new-year-walk-2027", "", true)

		if n := len(w.Statements(func() { walk(w, m.ID, last, 7000, 7000); walk(w, m.ID, last, 7000, 10) })); n != 0 {
			t.Errorf("a total that does not grow costs %d statements", n)
		}
	})
}

func TestMissionProgress(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		expect := func(key, period string, count int, completed bool) {
			t.Helper()
			if n, done := progressOf(w, m.ID, key, period); n != count || done != completed {
				t.Errorf("%s of %q: %d, completed %v; want %d, %v", key, period, n, done, count, completed)
			}
		}
		for i, key := range []string{"a 15", "b 15", "a 15", "c 15", "d 15"} {
			if counted := act(w, m.ID, catalog.ArticleRead, key); counted != (i != 2) {
				t.Errorf("read %d (%s) counted: %v", i, key, counted)
			}
		}
		expect("daily-read-an-article", "2026-11-15", 1, true)
		expect("daily-read-three-articles", "2026-11-15", 3, true)
		expect("limited-read-thirty-articles", "", 4, false)
		expect("check-in-first-place", "", 0, false)

		w.Clock.Set(clock.Today(w.Clock).End()) // midnight: a new day's mission
		act(w, m.ID, catalog.ArticleRead, "a 16")
		expect("daily-read-three-articles", "2026-11-15", 3, true)
		expect("daily-read-three-articles", "2026-11-16", 1, false)
		expect("limited-read-thirty-articles", "", 5, false)

		statements := w.Statements(func() { act(w, m.ID, catalog.BuildingPhoto, "tower") })
		if len(statements) != 2 {
			t.Errorf("an event costs %d statements: %q", len(statements), statements)
		}
		expect("check-in-first-place", "", 1, true)
		expect("check-in-five-places", "", 1, false)
		expect("limited-explore-ten-places", "", 1, false)
	})
}
