// Package app builds the product: app.go opens it, wire.go builds every area,
// routes.go and schedule.go list what is served and what runs by itself, run.go
// starts and stops it.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"hearten/internal/delivery/provider"
	"hearten/internal/media"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/keys"
	"hearten/internal/platform/observe"
)

// App is the product, built and ready to run.
type App struct {
	Config config.Config
	Log    *slog.Logger
	DB     *db.DB
	Keys   *keys.Ring
	Clock  clock.Clock
	Queue  *jobs.Queue
	Router *api.Router
	Areas

	metrics *observe.Metrics
	objects media.Objects
}

// Parts are what a test may replace.
type Parts struct {
	Clock clock.Clock
	Log   *slog.Logger
	// OnStatement is called for every statement, besides the metrics.
	OnStatement func(ctx context.Context, text string)
	// Timeout of an operation; zero means the usual.
	Timeout time.Duration
	// CheckLockOrder makes locks out of order an error.
	CheckLockOrder bool
}

// Open connects to the database and builds everything, without changing what
// is stored.
func Open(ctx context.Context, c config.Config, p Parts) (*App, error) {
	if p.Clock == nil {
		p.Clock = clock.System{Offset: c.ClockOffset}
	}
	if p.Log == nil {
		p.Log = observe.NewLog(os.Stderr, c.LogLevel, c.Dev)
	}
	a := &App{Config: c, Log: p.Log, Clock: p.Clock, metrics: observe.NewMetrics(Version())}
	providers, faults := provider.FromConfig(&c)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	err := os.MkdirAll(c.Data, 0o700)
	if err != nil {
		return nil, err
	}
	if a.Keys, err = ring(c); err != nil {
		return nil, err
	}
	a.DB, err = db.Open(ctx, db.Options{
		URL: c.DatabaseURL, Folder: c.Data, Synchronous: c.SQLiteSync, CheckLockOrder: p.CheckLockOrder,
		OnStatement: func(ctx context.Context, text string) {
			a.metrics.Statement(ctx, text)
			if p.OnStatement != nil {
				p.OnStatement(ctx, text)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	if a.objects, err = media.OpenObjects(objectLocation(c)); err != nil {
		return nil, errors.Join(fmt.Errorf("open media store: %w", err), a.DB.Close())
	}
	a.build(providers)
	a.route(p.Timeout)
	a.schedule()
	return a, nil
}

// ring holds the configured secrets or, on one machine, the one in the data
// folder.
func ring(c config.Config) (*keys.Ring, error) {
	secrets := c.Secrets
	if len(secrets) == 0 {
		secret, err := keys.FileSecret(c.Data)
		if err != nil {
			return nil, fmt.Errorf("secret in the data folder: %w", err)
		}
		secrets = []string{secret}
	}
	return keys.NewRing(secrets)
}

// Close releases the database and the store.
func (a *App) Close() error { return errors.Join(a.objects.Close(), a.DB.Close()) }
