// Package bench sets up tests: a running product on either engine with a
// movable clock, callers of every audience, and factories. Callers speak real
// HTTP, and every reply is checked against the OpenAPI document.
package bench

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"hearten/internal/app"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
)

// Start is when every world begins: a Sunday morning in Hong Kong.
var Start = time.Date(2026, 11, 15, 10, 0, 0, 0, clock.HongKong)

// World is one running product.
type World struct {
	T      testing.TB
	App    *app.App
	Clock  *clock.Movable
	URL    string
	Engine db.Engine
	Config config.Config
	Logs   *Logs

	mu         sync.Mutex
	statements []string
	direct     *sql.DB
}

// Option changes how a world is set up.
type Option func(*setup)

type setup struct {
	config  config.Config
	timeout time.Duration
}

// With changes the configuration.
func With(change func(*config.Config)) Option { return func(s *setup) { change(&s.config) } }

// Timeout bounds operations.
func Timeout(d time.Duration) Option { return func(s *setup) { s.timeout = d } }

// Engines are the engines every scenario runs on.
var Engines = []db.Engine{db.SQLite, db.Postgres}

// Each runs a scenario on every engine, each in a world of its own.
func Each(t *testing.T, scenario func(t *testing.T, w *World), options ...Option) {
	t.Helper()
	t.Parallel()
	for _, engine := range Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			scenario(t, New(t, engine, options...))
		})
	}
}

// New starts a product on one engine, with the schema, the catalogue and the
// first administrator in place.
func New(t testing.TB, engine db.Engine, options ...Option) *World {
	t.Helper()
	c := Settings(t)
	Must(t, preparedCopy(t, engine, &c))
	return Open(t, engine, c, options...)
}

// Settings are those of a test installation, on SQLite in a folder of its own.
func Settings(t testing.TB) config.Config {
	t.Helper()
	c, err := app.LoadConfig(map[string]string{
		"HEARTEN_DEV": "1", "HEARTEN_RATE_LIMITS": "off", "HEARTEN_DATA": t.TempDir(), "HEARTEN_LOG_LEVEL": "debug",
		"HEARTEN_SECRET": "a-secret-for-tests-long-enough-to-be-taken", "HEARTEN_SQLITE_SYNC": "NORMAL",
	})
	Must(t, err)
	return c
}

// Open starts a product on an installation that may exist already.
func Open(t testing.TB, engine db.Engine, c config.Config, options ...Option) *World {
	t.Helper()
	s := setup{config: c}
	for _, o := range options {
		o(&s)
	}
	w := &World{T: t, Clock: clock.NewMovable(Start), Engine: engine, Logs: &Logs{}}
	a, err := app.Open(context.Background(), s.config, app.Parts{
		Clock: w.Clock, Timeout: s.timeout, OnStatement: w.record, CheckLockOrder: true,
		Log: slog.New(slog.NewJSONHandler(w.Logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	Must(t, err)
	w.App, w.Config = a, s.config
	Must(t, a.Prepare(context.Background()))
	server := httptest.NewServer(w.App.Router.Public())
	w.URL = server.URL
	t.Cleanup(func() { w.end(&server) })
	return w
}

// end closes the world and drops its references: the testing package keeps what
// clean-up functions refer to until the whole run is over.
func (w *World) end(server **httptest.Server) {
	(*server).Close()
	Must(w.T, w.App.Close())
	*server, w.App, w.statements, w.Logs = nil, nil, nil, nil
}

// Replica starts a second server on the same database; the clock is shared.
func (w *World) Replica() *World {
	w.T.Helper()
	r := &World{T: w.T, Clock: w.Clock, Engine: w.Engine, Config: w.Config, Logs: &Logs{}}
	a, err := app.Open(context.Background(), w.Config, app.Parts{
		Clock: w.Clock, OnStatement: r.record, CheckLockOrder: true, Log: slog.New(slog.NewJSONHandler(r.Logs, nil)),
	})
	Must(w.T, err)
	r.App = a
	server := httptest.NewServer(a.Router.Public())
	r.URL = server.URL
	w.T.Cleanup(func() { r.end(&server) })
	return r
}

// RunJobs works off what is due at the world's time.
func (w *World) RunJobs() {
	w.T.Helper()
	Must(w.T, w.App.Queue.RunDue(context.Background()))
}

func (w *World) record(_ context.Context, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.statements = append(w.statements, text)
}

// Statements are those that ran during fn.
func (w *World) Statements(fn func()) []string {
	w.mu.Lock()
	from := len(w.statements)
	w.mu.Unlock()
	fn()
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.statements[from:]...)
}

// Must ends the test on an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Logs collects what the product logged.
type Logs struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (l *Logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

// String is everything logged so far.
func (l *Logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}
