package test

import (
	"testing"
	"time"

	"hearten/test/bench"
)

// A machine's clock that jumps ahead and back again pays nothing twice, signs
// nobody out before their time, and stops no periodic work.
func TestClockJumps(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		walk := func() {
			hour := w.Clock.Now().Truncate(time.Hour).Add(-time.Hour)
			m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{{
				"startTime": hour.Format("2006-01-02T15:04:05.000Z"), "endTime": hour.Add(time.Hour).Format("2006-01-02T15:04:05.000Z"), "steps": 9000,
			}}}).OK()
		}
		runs := func() (n int) {
			bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM jobs WHERE kind = 'sessions.sweep'`).Scan(&n))
			return n
		}

		w.RunJobs()
		once := runs()
		w.Clock.Advance(-5 * time.Second) // as another replica's clock may be
		w.RunJobs()
		if n := runs(); n != once {
			t.Errorf("a slower clock runs hourly work again: %d times", n)
		}
		w.Clock.Advance(5 * time.Second)
		walk()
		if bench.ClaimWaiting(m) == 0 {
			t.Fatal("9,000 steps earn something")
		}
		w.Clock.Advance(48 * time.Hour)
		w.RunJobs()
		walk()
		if bench.ClaimWaiting(m) == 0 {
			t.Fatal("another day earns again")
		}

		// Messages of the wrong time: one waits, one was tried and put off, one
		// was in the hands of a process that is gone.
		bench.Deliver(w, bench.CodeBySMS("91230001", "1111"), bench.CodeBySMS("91230002", "2222"), bench.CodeBySMS("91230003", "3333"))
		for _, change := range []string{
			`UPDATE jobs SET attempts = 1, run_at = $1, created_at = $2
				WHERE state = 'ready' AND unique_key IN (SELECT id FROM deliveries WHERE target_masked = '9****02')`,
			`UPDATE jobs SET attempts = 1, state = 'running', leased_by = 'gone', leased_until = $1, created_at = $2
				WHERE state = 'ready' AND unique_key IN (SELECT id FROM deliveries WHERE target_masked = '9****03')`,
		} {
			_, err := w.SQL().Exec(change, w.Clock.Now().Add(20*time.Second), w.Clock.Now().Add(-49*time.Hour))
			bench.Must(t, err)
		}
		before := runs()
		w.Clock.Advance(-48 * time.Hour)
		w.RunJobs()
		for _, phone := range []string{"91230001", "91230002", "91230003"} {
			if n := len(w.Inbox(phone)); n != 1 {
				t.Errorf("%d messages reached %s once the clock was right", n, phone)
			}
		}
		if runs() == before {
			t.Error("hourly work waits for a time that a wrong clock set")
		}
		walk()
		if n := bench.ClaimWaiting(m); n != 0 {
			t.Errorf("a day that comes again pays %d rewards again", n)
		}
		sums := map[any]float64{}
		for _, row := range m.Post("/app/shop/wallet/page", bench.Body{"pagination": bench.Body{"size": 100}}).OK().Value("data.items").([]any) {
			row := row.(map[string]any)
			sums[row["currency"]] += row["amount"].(float64)
		}
		for _, currency := range []string{"coin", "exp", "token"} {
			if got := m.Get("/app/shop/wallet").OK().Int("data." + currency); float64(got) != sums[currency] {
				t.Errorf("%d %s, the ledger adds up to %v", got, currency, sums[currency])
			}
		}
	})
}
