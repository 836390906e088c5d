// Package api serves the operations over HTTP. It has what all of them share:
// the envelope of replies, errors in both languages, audiences and permissions,
// rate limits, the audit of reads, and the OpenAPI document that is made from
// the code. It alone knows huma, the library below it.
//
// An area declares an operation in one line: api.Staff(r, permission,
// "POST /web/survey", "Create a survey", h.create). The function is its
// audience, so that an operation without one cannot be written.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/limit"
)

// Sessions tells who is behind a token.
type Sessions interface {
	Staff(ctx context.Context, token string) (access.Staff, error)
	Member(ctx context.Context, token string) (access.Member, error)
}

// Auditor follows staff requests.
type Auditor interface {
	// Begin starts the trail of a request.
	Begin(ctx context.Context, staff access.Staff, action, ip, requestID string) context.Context
	// Saw notes that one person's record was read.
	Saw(ctx context.Context, userID string)
	// Finish writes down what a successful request read.
	Finish(ctx context.Context) error
}

// Observer is told of every request, for metrics.
type Observer interface {
	Request(operation string, status int, took time.Duration)
}

// Options configure the router.
type Options struct {
	Version        string
	PublicURL      string
	Sessions       Sessions
	Auditor        Auditor
	Observer       Observer
	Limiter        *limit.Limiter
	Clock          clock.Clock
	Log            *slog.Logger
	ServiceKeys    []string
	TrustedProxies []netip.Prefix
	CORSOrigins    []string
	// Timeout is how long an operation may take.
	Timeout time.Duration
	// SplitInternal moves internal operations to a listener of their own.
	SplitInternal bool
}

// Router collects operations and serves them.
type Router struct {
	o        Options
	area     string
	huma     huma.API
	public   *chi.Mux
	internal *chi.Mux // the same as public unless split
	routes   *[]RouteInfo
}

// DefaultTimeout is how long an operation may take unless said otherwise.
const DefaultTimeout = 30 * time.Second

// New builds an empty router.
func New(o Options) *Router {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	r := &Router{o: o, public: chi.NewMux(), routes: &[]RouteInfo{}}
	r.internal = r.public
	if o.SplitInternal {
		r.internal = chi.NewMux()
	}
	for _, mux := range []*chi.Mux{r.public, r.internal} {
		mux.NotFound(r.notFound)
		mux.MethodNotAllowed(r.methodNotAllowed(mux))
	}
	r.huma = huma.NewAPI(humaConfig(o), byAudience{r})
	return r
}

// Area names the part of the product that the following operations belong to.
// Several packages may add to one area; the first describes it.
func (r *Router) Area(name, description string) *Router {
	within := *r
	within.area = name
	tags := &r.huma.OpenAPI().Tags
	if !slices.ContainsFunc(*tags, func(t *huma.Tag) bool { return t.Name == name }) {
		*tags = append(*tags, &huma.Tag{Name: name, Description: description})
	}
	return &within
}

// Public is the handler of the public listener.
func (r *Router) Public() http.Handler { return r.chain(r.public) }

// Internal is the handler of the internal listener.
func (r *Router) Internal() http.Handler { return r.chain(r.internal) }

// RouteInfo is what tests want to know of an operation that its document does
// not say.
type RouteInfo struct {
	Route  string // method and path
	Limit  limit.Class
	Person bool // reads one person's record, which the audit log shows
}

// Routes lists the operations.
func (r *Router) Routes() []RouteInfo { return slices.Clone(*r.routes) }

// Handle serves something that is not an operation (pages, metrics) publicly.
func (r *Router) Handle(pattern string, h http.Handler) { r.public.Handle(pattern, h) }

// HandleFiles serves something to read, by GET and HEAD.
func (r *Router) HandleFiles(pattern string, h http.HandlerFunc) {
	r.public.Get(pattern, h)
	r.public.Head(pattern, h)
}

// HandleInternal serves something that is not an operation on the internal side.
func (r *Router) HandleInternal(pattern string, h http.Handler) { r.internal.Handle(pattern, h) }

// byAudience is huma's adapter: it adds an operation to the listener of its
// audience.
type byAudience struct{ r *Router }

func (a byAudience) Handle(op *huma.Operation, handler func(huma.Context)) {
	mux := a.r.public
	if op.Metadata[audienceKey] == audienceInternal {
		mux = a.r.internal
	}
	serve := func(w http.ResponseWriter, r *http.Request) { handler(humachi.NewContext(op, r, w)) }
	mux.MethodFunc(op.Method, op.Path, serve)
	if op.Method == http.MethodGet && op.Metadata[audienceKey] == audienceOpen {
		mux.Head(op.Path, serve) // monitors and proxies ask so
	}
}

func (a byAudience) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.r.public.ServeHTTP(w, r) }
