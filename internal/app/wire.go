// Package app puts the product together: wire.go is the one place where
// everything is built, run.go starts and stops it.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"time"

	"hearten/internal/account"
	"hearten/internal/api"
	"hearten/internal/art"
	"hearten/internal/article"
	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/checkin"
	"hearten/internal/clock"
	"hearten/internal/config"
	"hearten/internal/db"
	"hearten/internal/delivery"
	"hearten/internal/friend"
	"hearten/internal/health"
	"hearten/internal/jobs"
	"hearten/internal/keys"
	"hearten/internal/lesson"
	"hearten/internal/limit"
	"hearten/internal/lockout"
	"hearten/internal/mark"
	"hearten/internal/media"
	"hearten/internal/member"
	"hearten/internal/mission"
	"hearten/internal/notice"
	"hearten/internal/observe"
	"hearten/internal/otp"
	"hearten/internal/password"
	"hearten/internal/privacy"
	"hearten/internal/provider"
	"hearten/internal/resource"
	"hearten/internal/session"
	"hearten/internal/shop"
	"hearten/internal/staff"
	"hearten/internal/statistics"
	"hearten/internal/survey"
	"hearten/internal/voucher"
	"hearten/internal/wallet"
	"hearten/internal/workflow"
)

// App is the product, built and ready to run.
type App struct {
	Config   config.Config
	Log      *slog.Logger
	DB       *db.DB
	Keys     *keys.Ring
	Clock    clock.Clock
	Queue    *jobs.Queue
	Sessions *session.Service
	Staff    *staff.Service
	Delivery *delivery.Service
	Codes    *otp.Codes
	Media    *media.Service
	Notices  *notice.Service
	Marks    *mark.Service
	Accounts *account.Service
	Missions *mission.Service
	Wallet   *wallet.Service
	Shop     *shop.Service
	Health   *health.Service
	Audit    *audit.Service
	People   *privacy.Register
	Router   *api.Router
	metrics  *observe.Metrics
	objects  media.Objects
}

// Parts are what a test may replace.
type Parts struct {
	Clock clock.Clock
	Log   *slog.Logger
	// OnStatement hears every statement, besides the metrics.
	OnStatement func(ctx context.Context, text string)
	// Timeout of an operation; zero means the usual.
	Timeout time.Duration
}

// Open connects to the database and builds everything, without changing what
// is stored.
func Open(ctx context.Context, c config.Config, p Parts) (*App, error) {
	if p.Clock == nil {
		p.Clock = clock.System{}
	}
	if p.Log == nil {
		p.Log = observe.NewLog(os.Stderr, c.LogLevel, c.Dev)
	}
	a := &App{Config: c, Log: p.Log, Clock: p.Clock, metrics: observe.NewMetrics(Version())}
	providers, err := c.Providers()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, err
	}
	if a.Keys, err = ring(c); err != nil {
		return nil, err
	}
	a.DB, err = db.Open(ctx, db.Options{
		URL: c.DatabaseURL, Folder: c.Data, Synchronous: c.SQLiteSync,
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
	if a.objects, err = media.OpenObjects(ctx, mediaOptions(c)); err != nil {
		return nil, errors.Join(fmt.Errorf("open media store: %w", err), a.DB.Close())
	}
	if err := a.build(p, providers); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// artwork is our own pictures and where they go.
func artwork() media.Artwork {
	keys := map[string]string{}
	for _, p := range art.Pictures() {
		keys[p.Key] = p.File
	}
	return media.Artwork{Files: art.Files(), Keys: keys}
}

func mediaOptions(c config.Config) media.Options {
	return media.Options{URL: c.MediaURL, Folder: c.Data, PublicURL: c.PublicURL}
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

func (a *App) build(p Parts, providers provider.All) error {
	c := a.Config
	a.Queue = jobs.New(a.DB, a.Keys, a.Clock, a.Log)
	a.Sessions = session.New(a.DB, a.Keys, a.Clock)
	limiter := limit.New(limits(c), a.DB, a.Keys, a.Clock)
	guard := lockout.New(a.DB, a.Keys, a.Clock)
	a.Audit = audit.New(a.DB, a.Clock)
	auditor := a.Audit
	a.Delivery = delivery.New(a.deliveryParts(providers))
	a.Codes = otp.New(a.DB, a.Clock, a.Keys, a.Delivery, budgets(c))
	hasher := password.NewHasher()
	a.Media = media.New(a.DB, a.Clock, a.Keys, a.Queue, auditor, a.objects, mediaOptions(c))
	a.Media.HangArtwork(artwork())
	purse := wallet.New(a.DB, a.Clock)
	a.Wallet = purse
	a.Notices = notice.NewService(a.DB, a.Clock, auditor, a.Delivery)
	a.Missions = mission.New(a.DB, a.Clock, purse, a.Notices, a.Media)
	missions := a.Missions
	lessons := lesson.New(a.DB, a.Clock, a.Media, missions)
	a.Marks = mark.New(a.Clock, missions)
	reviews := workflow.New(a.DB, a.Clock, auditor, a.Queue)
	articles := article.New(a.DB, a.Clock, auditor, a.Media, a.Marks, reviews)
	vouchers := voucher.New(voucher.Parts{
		DB: a.DB, Clock: a.Clock, Keys: a.Keys, Wallet: purse, Media: a.Media, Audit: auditor, Portal: c.PublicURL,
	})
	goods := shop.New(a.DB, a.Clock, purse, missions, a.Media)
	a.Shop = goods
	surveys := survey.New(a.DB, a.Clock, auditor, a.Notices, missions)
	steps := health.New(a.DB, a.Clock, auditor, missions, c.FullDaySources)
	a.Health = steps
	missions.CountSteps(steps.TotalOf)
	a.Accounts = account.New(account.Parts{
		DB: a.DB, Clock: a.Clock, Keys: a.Keys, Sessions: a.Sessions, Hasher: hasher, Guard: guard, Codes: a.Codes,
		Delivery: a.Delivery, Media: a.Media, Wallet: purse, Missions: missions, Audit: auditor, Notices: a.Notices,
	})
	resources := resource.New(a.DB, a.Clock, auditor, a.Media, a.Marks, reviews)
	checkins := checkin.New(a.DB, a.Clock, a.Media, purse, missions, resources)
	a.Accounts.OnJoin(vouchers.Joined)
	purse.OnLevelUp(vouchers.Rose)
	a.Staff = staff.New(staff.Parts{
		DB: a.DB, Clock: a.Clock, Sessions: a.Sessions, Hasher: hasher, Guard: guard, Audit: auditor, Codes: a.Codes,
		Delivery: a.Delivery, Users: a.Accounts, Portal: c.PublicURL,
	})
	figures := statistics.New(statistics.Parts{
		DB: a.DB, Clock: a.Clock, Wallet: purse, Checkins: checkins, Shop: goods, Vouchers: vouchers, Lessons: lessons,
	})
	friends := friend.New(friend.Parts{
		DB: a.DB, Clock: a.Clock, Queue: a.Queue, Delivery: a.Delivery, Missions: missions, Wallet: purse, Audit: auditor,
		Pictures: a.Accounts, Figures: figures,
	})
	a.People = privacy.New(a.Accounts.Privacy(), purse.Privacy(), goods.Privacy(), vouchers.Privacy(), missions.Privacy(), lessons.Privacy(), a.Delivery.Privacy(),
		surveys.Privacy(), a.Notices.Privacy(), checkins.Privacy(), a.Marks.Privacy(), friends.Privacy(), steps.Privacy(),
		auditor.Privacy())
	a.Accounts.HandleExports(a.Queue, a.People)

	a.Router = api.New(api.Options{
		Version: Version(), PublicURL: c.PublicURL, Sessions: a.Sessions, Auditor: auditor, Observer: a.metrics,
		Limiter: limiter, Clock: a.Clock, Log: a.Log, ServiceKeys: c.InternalKeys,
		TrustedProxies: c.TrustedProxies, CORSOrigins: c.CORSOrigins,
		Timeout: p.Timeout, SplitInternal: c.InternalAddr != "",
	})
	for _, area := range []interface{ Routes(*api.Router) }{
		observe.NewHealth(Version(),
			observe.Check{Name: "database", Run: a.DB.Ping},
			observe.Check{Name: "schema", Run: a.DB.SchemaCurrent},
			observe.Check{Name: "storage", Run: a.Media.Ready},
			observe.Check{Name: "space", Run: a.hasSpace},
		),
		a.Staff,
		catalog.NewService(a.DB),
		a.Accounts,
		member.New(a.DB, a.Clock, a.Accounts, auditor, a.Delivery, a.People, surveys, member.Reviews{Articles: articles, Resources: resources}),
		a.Notices,
		missions,
		lessons,
		surveys,
		articles,
		resources,
		mark.NewAnalytics(a.DB, a.Clock, a.Marks, articles, resources),
		checkins,
		purse,
		goods,
		vouchers,
		friends,
		steps,
		figures,
		a.Delivery,
		a.Codes,
		a.Media,
		auditor,
	} {
		area.Routes(a.Router)
	}

	a.Queue.Every("sessions.sweep", time.Hour, a.Sessions.Sweep)
	a.Queue.Every("limits.sweep", 10*time.Minute, limiter.Sweep)
	a.Queue.Every("lockouts.sweep", 24*time.Hour, guard.Sweep)
	a.Queue.Every("delivery.sweep", time.Hour, a.Delivery.Sweep)
	a.Queue.Every("missions.credit", 5*time.Minute, missions.CreditEnded)
	a.Queue.Every("otp.sweep", time.Hour, a.Codes.Sweep)
	a.Queue.Every("account.removals", time.Hour, a.Accounts.ConfirmDue(a.People))
	a.Queue.Every("friends.sweep", 24*time.Hour, friends.Sweep)
	a.Queue.Every("health.sweep", 24*time.Hour, steps.Sweep)
	if c.BackupFolder != "" {
		a.Queue.Every("backup", c.BackupEvery, a.backUp)
	}
	a.Queue.Every("vouchers.expire", 10*time.Minute, vouchers.Expire)
	a.Queue.EverySweep()

	a.metrics.WatchQueue(a.Queue, a.Clock.Now)
	a.mountMetrics()
	a.Router.ServeDocuments()
	return nil
}

// deliveryParts lets messages go out through the providers or, in development
// mode, into an inbox.
func (a *App) deliveryParts(providers provider.All) delivery.Parts {
	p := delivery.Parts{DB: a.DB, Keys: a.Keys, Clock: a.Clock, Queue: a.Queue, Log: a.Log, Providers: providers}
	if a.Config.Dev {
		p.Inbox = filepath.Join(a.Config.Data, "inbox")
	}
	return p
}

func limits(c config.Config) limit.Limits {
	if c.RateLimits == "off" {
		return limit.Limits{}
	}
	return limit.Limits{General: c.RateGeneral, Auth: c.RateAuth, Lookup: c.RateLookup, Codes: c.RateCodes, Wide: c.CentreNetworks}
}

// budgets of codes; without rate limits only the rules of wrong tries stay.
func budgets(c config.Config) otp.Budgets {
	if c.RateLimits == "off" {
		return otp.Budgets{}
	}
	b := otp.DefaultBudgets
	b.SMSHourly = c.SMSHourly
	return b
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

// Prepare brings what is stored up to date: schema, roles, catalogue and the
// first administrator. Several replicas may do so at once.
func (a *App) Prepare(ctx context.Context) error {
	applied, err := a.DB.Migrate(ctx)
	if err != nil {
		return err
	}
	if applied > 0 {
		a.Log.Info("schema migrated", "migrations", applied)
	}
	if err := a.applyCatalogue(ctx); err != nil {
		return err
	}
	if err := a.Media.PutUpArtwork(ctx); err != nil {
		return err
	}
	created, err := a.Staff.Prepare(ctx, a.Config.AdminEmail, a.Config.AdminPassword)
	if err != nil {
		return err
	}
	if created {
		a.Log.Info("first administrator created")
	}
	return nil
}

// applyCatalogue puts the binary's catalogue in place, unless someone applied
// one of their own.
func (a *App) applyCatalogue(ctx context.Context) error {
	from, err := catalog.AppliedFrom(ctx, a.DB)
	if err != nil || from == catalog.FromFolder {
		return err
	}
	content, err := catalog.LoadEmbedded()
	if err != nil {
		return err
	}
	changes, err := catalog.Apply(ctx, a.DB, content, catalog.FromBinary, a.Clock.Now())
	if err == nil {
		a.Log.Debug("catalogue applied", "changes", changes.String())
	}
	return err
}

// Close releases the database and the store.
func (a *App) Close() error { return errors.Join(a.objects.Close(), a.DB.Close()) }
