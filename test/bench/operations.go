package bench

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/api"
)

// AddOperations adds operations that misbehave; the channel tells that the
// slow one was entered. Call them with Raw: the document does not know them.
func AddOperations(w *World) (entered <-chan struct{}) {
	in := make(chan struct{})
	var once sync.Once
	r := w.App.Router.Area("Test", "Operations that misbehave")
	api.Open(r, "GET /test/panic", "Panics", func(context.Context, *api.None) (api.Null, error) { panic("a mistake in the program") })
	api.Open(r, "GET /test/fail", "Fails", func(context.Context, *api.None) (api.Null, error) {
		return api.Null{}, errors.New("no such column: SELECT secret FROM staff")
	})
	api.Open(r, "GET /test/slow", "Waits until it may not", func(ctx context.Context, _ *api.None) (api.Null, error) {
		once.Do(func() { close(in) })
		<-ctx.Done()
		return api.Null{}, ctx.Err()
	})
	api.Open(r, "GET /test/query", "Takes a query", func(context.Context, *struct {
		Text string `query:"text"`
	}) (api.Null, error) {
		return api.Null{}, nil
	})
	return in
}

// Eventually waits for what another goroutine is about to do.
func Eventually(t testing.TB, done func() bool) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !done() {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen within ten seconds")
		}
		time.Sleep(5 * time.Millisecond)
	}
}
