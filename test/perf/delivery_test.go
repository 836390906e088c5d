package perf

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"hearten/internal/delivery"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// Text messages from being enqueued together to being noted as sent, through a
// gateway that takes each at once. No target: it tells what to expect.
func BenchmarkMessages(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		const together = 1000
		var left atomic.Int64
		done := make(chan struct{}, 1)
		gateway := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // what it says does not matter
			if left.Add(-1) == 0 {
				done <- struct{}{}
			}
		}))
		defer gateway.Close()
		p, ctx := start(b, engine, sending(b, gateway.URL)), context.Background()
		runner := p.Queue.Start()
		defer runner.Stop(ctx)
		var rates []float64
		for b.Loop() {
			left.Store(together)
			started := time.Now()
			p.enqueue(b, together)
			<-done
			p.awaitSent(b, together*(len(rates)+1))
			rates = append(rates, together/time.Since(started).Seconds())
		}
		figure(b, "text messages enqueued and sent, 1,000 at once", median(rates), "per-second", target{})
	})
}

// sending is the settings of an installation whose text messages go to a
// gateway, and nothing else anywhere.
func sending(tb testing.TB, gateway string) map[string]string {
	tb.Helper()
	return map[string]string{
		"HEARTEN_DEV": "0", "HEARTEN_RATE_LIMITS": "on", "HEARTEN_PUBLIC_URL": "https://hearten.test",
		"HEARTEN_INTERNAL_KEY": "a-key-for-benchmarks", "HEARTEN_SMS_URL": gateway + "/send",
		"HEARTEN_SMTP_URL": "smtp://127.0.0.1:1?from=hello@hearten.test", "HEARTEN_FCM_CREDENTIALS": bench.Credentials(tb, gateway),
		"HEARTEN_ADMIN_EMAIL": config.DevAdminEmail, "HEARTEN_ADMIN_PASSWORD": config.DevAdminPassword,
	}
}

func (p *product) enqueue(tb testing.TB, n int) {
	tb.Helper()
	ctx := context.Background()
	messages := make([]delivery.Message, n)
	for i := range messages {
		messages[i] = delivery.Message{
			Channel: delivery.SMS, To: fmt.Sprintf("9%07d", i), Template: delivery.SignInCode,
			Data: map[string]string{"code": "4321"}, ExpiresAt: p.Clock.Now().Add(time.Hour),
		}
	}
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error { return p.Delivery.Enqueue(ctx, tx, messages...) }))
}

// awaitSent waits for the note that the last ones were sent.
func (p *product) awaitSent(tb testing.TB, want int) {
	tb.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		sent, err := db.Value[int](context.Background(), p.DB, `SELECT COUNT(*) FROM deliveries WHERE status = @status`, db.Args{"status": int(delivery.Sent)})
		bench.Must(tb, err)
		if sent == want {
			return
		}
		time.Sleep(time.Millisecond) // a worker writes it; there is nothing to listen to
	}
	tb.Fatal("some were never noted as sent")
}
