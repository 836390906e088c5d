// Package perf measures the product against baselines that are kept beside it.
// Every figure with a target is a ratio of two things measured by turns within
// one run, so that it means the same on any machine, however busy.
package perf

import (
	"context"
	"io"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"hearten/internal/app"
	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/internal/platform/observe"
	"hearten/test/bench"
)

// engines are those that every figure is measured on.
var engines = []db.Engine{db.SQLite, db.Postgres}

// postgres is a server that waits for the disk, as in production.
var postgres = sync.OnceValues(func() (*bench.Postgres, error) {
	server, err := bench.StartPostgres(true)
	if err == nil {
		stopPostgres = server.Stop
	}
	return server, err
})

// stopPostgres ends the server, if it was started.
var stopPostgres = func() {}

// product is the product as it runs in production: its own clock, statements
// not recorded, requests not logged.
type product struct {
	*app.App
	url   string
	token string // the administrator's
	hear  atomic.Pointer[func(text string)]
}

// start runs a product on an empty database. Rate limits are lifted unless the
// settings say otherwise.
func start(tb testing.TB, engine db.Engine, settings map[string]string) *product {
	tb.Helper()
	vars := map[string]string{
		"HEARTEN_DEV": "1", "HEARTEN_RATE_LIMITS": "off", "HEARTEN_DATA": tb.TempDir(),
		"HEARTEN_SECRET": "a-secret-for-benchmarks-long-enough-to-be-taken",
	}
	if engine == db.Postgres {
		server, err := postgres()
		bench.Must(tb, err)
		address, drop, err := server.NewDatabase("")
		bench.Must(tb, err)
		tb.Cleanup(drop)
		vars["HEARTEN_DATABASE_URL"] = address
	}
	for name, value := range settings {
		vars[name] = value
	}
	c, err := app.LoadConfig(vars)
	bench.Must(tb, err)

	p := &product{}
	ctx := context.Background()
	p.App, err = app.Open(ctx, c, app.Parts{
		Log: observe.NewLog(io.Discard, c.LogLevel, false),
		OnStatement: func(_ context.Context, text string) {
			if hear := p.hear.Load(); hear != nil {
				(*hear)(text)
			}
		},
	})
	bench.Must(tb, err)
	bench.Must(tb, p.Prepare(ctx))
	p.token, err = p.Staff.Login(ctx, access.Caller{}, config.DevAdminEmail, config.DevAdminPassword)
	bench.Must(tb, err)
	server := httptest.NewServer(p.Router.Public())
	p.url = server.URL
	tb.Cleanup(func() {
		server.Close()
		bench.Must(tb, p.Close())
	})
	return p
}

// statements are those that the product runs during fn, which makes no two
// calls at once.
func (p *product) statements(fn func()) []string {
	var texts []string
	hear := func(text string) { texts = append(texts, text) }
	p.hear.Store(&hear)
	defer p.hear.Store(nil)
	fn()
	return texts
}
