package bench

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"hearten/internal/api"
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

// Raw calls without holding the reply against the document.
func (c *Caller) Raw(method, path string) *Reply {
	c.w.T.Helper()
	req, err := http.NewRequest(method, c.w.URL+path, nil)
	Must(c.w.T, err)
	for name, values := range c.header {
		req.Header[name] = values
	}
	res, err := http.DefaultClient.Do(req)
	Must(c.w.T, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	Must(c.w.T, err)
	return &Reply{t: c.w.T, call: method + " " + path, Status: res.StatusCode, Header: res.Header, Text: string(text)}
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
