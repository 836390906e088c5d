package app

import (
	"context"
	"net/http"
	"net/http/pprof"
	"time"

	"hearten/internal/platform/api"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/observe"
)

// route lets every area say what it serves.
func (a *App) route(timeout time.Duration) {
	c := a.Config
	a.Router = api.New(api.Options{
		Version: Version(), PublicURL: c.PublicURL, Sessions: a.Sessions, Auditor: a.Audit, Observer: a.metrics,
		Limiter: a.Limiter, Clock: a.Clock, Log: a.Log, ServiceKeys: c.InternalKeys,
		TrustedProxies: c.TrustedProxies, CORSOrigins: c.CORSOrigins,
		Timeout: timeout, SplitInternal: c.InternalAddr != "",
	})
	for _, area := range []interface{ Routes(*api.Router) }{
		a.health(),
		a.Staff,
		a.Catalogue,
		a.Accounts,
		a.Memberships,
		a.Removals,
		a.Members,
		a.Notices,
		a.Missions,
		a.Lessons,
		a.Surveys,
		a.Articles,
		a.Resources,
		a.Analytics,
		a.Checkins,
		a.Wallet,
		a.Shop,
		a.Vouchers,
		a.Friends,
		a.Health,
		a.Statistics,
		a.Delivery,
		a.Codes,
		a.Media,
		a.Audit,
	} {
		area.Routes(a.Router)
	}
	a.metrics.WatchQueue(a.Queue, a.Clock.Now)
	a.mountMetrics()
	a.Router.ServeDocuments()
}

// health is what must be in order for the product to be ready.
func (a *App) health() *observe.Health {
	return observe.NewHealth(Version(),
		observe.Check{Name: "database", Run: a.DB.Ping},
		observe.Check{Name: "schema", Run: a.DB.SchemaCurrent},
		observe.Check{Name: "storage", Run: a.Media.Ready},
		observe.Check{Name: "space", Run: a.hasSpace},
		observe.Check{Name: "urgent jobs", Run: func(ctx context.Context) error { return a.Queue.Stuck(ctx, jobs.Urgent) }},
	)
}

// mountMetrics shows metrics and profiles on the internal listener; where there
// is none, metrics ask for a service key and profiles are not shown.
func (a *App) mountMetrics() {
	r := a.Router
	if a.Config.InternalAddr == "" {
		r.Handle("/metrics", r.WithServiceKey(a.metrics.Handler()))
		return
	}
	r.HandleInternal("/metrics", a.metrics.Handler())
	r.HandleInternal("/healthz", r.Public())
	r.HandleInternal("/readyz", r.Public())
	r.HandleInternal("/debug/pprof/*", http.HandlerFunc(pprof.Index))
	r.HandleInternal("/debug/pprof/profile", http.HandlerFunc(pprof.Profile))
	r.HandleInternal("/debug/pprof/trace", http.HandlerFunc(pprof.Trace))
}
