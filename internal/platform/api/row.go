package api

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
)

// maxJSON is the size of a JSON body, in bytes.
const maxJSON = 1 << 20

// Keys of an operation's metadata.
const (
	audienceKey = "audience"
	registryKey = "registry"
)

// row is one declared operation.
type row struct {
	id         string
	audience   string
	permission access.Permission
	also       []access.Permission
	method     string
	path       string
	summary    string
	scopes     []access.TokenScope
	limit      limit.Class
	fails      []fault.Code
	details    string
	timeout    time.Duration // zero: the router's
	upload     int64         // most bytes of an uploaded form; zero: none
}

// Option says more about an operation.
type Option func(*row)

// Scopes replaces which tokens open the operation; full ones alone otherwise.
func Scopes(scopes ...access.TokenScope) Option { return func(r *row) { r.scopes = scopes } }

// Also asks a staff member for more permissions than the one that is the
// operation's own.
func Also(permissions ...access.Permission) Option {
	return func(r *row) { r.also = append(r.also, permissions...) }
}

// opens reports whether the role may call the operation.
func (r *row) opens(role access.Role) bool {
	return role.May(r.permission) && !slices.ContainsFunc(r.also, func(p access.Permission) bool { return !role.May(p) })
}

// Fails documents refusals that do not follow from the operation's form.
func Fails(codes ...fault.Code) Option { return func(r *row) { r.fails = append(r.fails, codes...) } }

// Unlimited lifts the rate limit, for those who ask by the clock.
func Unlimited() Option { return func(r *row) { r.limit = limit.None } }

// Guessable counts calls strictly, by address and by account and across
// replicas: the path holds a code that someone might try to guess.
func Guessable() Option { return func(r *row) { r.limit = limit.Codes } }

// Details adds a description to the summary.
func Details(text string) Option { return func(r *row) { r.details = text } }

func newRow(audience string, permission access.Permission, route, summary string, options []Option) *row {
	method, path, ok := strings.Cut(route, " ")
	if !ok || summary == "" {
		panic("an operation needs a method, a path and a summary: " + route)
	}
	if audience == audienceStaff && permission == "" {
		panic("a staff operation needs a permission: " + route)
	}
	r := &row{
		id: operationID(method, path), audience: audience, permission: permission, method: method, path: path,
		summary: summary, scopes: []access.TokenScope{access.ScopeFull}, limit: classOf(audience, path),
	}
	for _, o := range options {
		o(r)
	}
	return r
}

// operationID names an operation by its method and path: put-web-survey.
func operationID(method, path string) string {
	words := strings.FieldsFunc(path, func(c rune) bool { return strings.ContainsRune("/{}", c) })
	return strings.ToLower(method) + "-" + strings.Join(words, "-")
}

// classOf is the rate limit of a path. Where a token is needed there is nothing
// to guess, so the count need not be shared.
func classOf(audience, path string) limit.Class {
	below := strings.HasPrefix(path, "/app/auth/") || strings.HasPrefix(path, "/web/auth/")
	switch {
	case path == "/app/auth/account/check" || path == "/app/auth/username/info":
		return limit.Lookup
	case below && audience == audienceOpen:
		return limit.Auth
	case below:
		return limit.Session
	default:
		return limit.General
	}
}

// reply is what huma writes: the envelope and, for versioned records, an ETag,
// for bare lists their totals.
type reply[T any] struct {
	ETag       string `header:"ETag"`
	TotalItems string `header:"X-Total-Items"`
	TotalPages string `header:"X-Total-Pages"`
	Body       Envelope[T]
}

// register hands the row to huma, wrapped in what all operations share.
func register[I, O any](r *Router, row *row, guard guard, handler func(context.Context, *I) (O, error)) {
	op := r.operationOf(row, reflect.TypeFor[I]())
	op.Middlewares = huma.Middlewares{r.begin(row), guard, requireForm(r)}
	if row.upload > 0 {
		op.Middlewares = append(op.Middlewares, receiveForm(r, row)) // last: it holds on to the request
	}
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*reply[O], error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, r.problemOf(ctx, err)
		}
		res := &reply[O]{Body: Envelope[O]{Success: true, Data: out}}
		if d, ok := any(out).(Doubtful); ok {
			if text, doubt := d.Doubt(); doubt {
				res.Body.Success, res.Body.Message = false, text.In(infoFrom(ctx).lang)
			}
		}
		if v, ok := any(out).(Versioned); ok {
			res.ETag = etag(v.RecordVersion())
		}
		if l, ok := any(out).(totalled); ok {
			res.TotalItems, res.TotalPages = l.totals()
		}
		return res, nil
	})
	r.finishReply(row, reflect.TypeFor[O]())
}

// begin is what happens before anyone knows who calls: the operation is named,
// its time is bounded and the caller's address is counted.
func (r *Router) begin(row *row) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		info := infoFrom(ctx.Context())
		info.operation = row.id
		if err := r.allow(ctx.Context(), row.limit, "ip "+info.ip); err != nil {
			r.refuse(ctx, err)
			return
		}
		bounded, cancel := context.WithTimeout(ctx.Context(), cmp.Or(row.timeout, r.o.Timeout))
		defer cancel()
		next(huma.WithContext(ctx, bounded))
	}
}

func (r *Router) allow(ctx context.Context, class limit.Class, key string) error {
	wait, err := r.o.Limiter.Take(ctx, class, key, infoFrom(ctx).ip)
	if err != nil {
		return err
	}
	if wait > 0 {
		return errTooMany.After(wait)
	}
	return nil
}

// requireForm refuses bodies that say they are not JSON, and queries with text
// that no engine could look up.
func requireForm(r *Router) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		for _, p := range ctx.Operation().Parameters {
			if p.In == "query" && !storable(ctx.Query(p.Name)) {
				r.refuse(ctx, errBadText)
				return
			}
		}
		body := ctx.Operation().RequestBody
		if body != nil && body.Content["application/json"] != nil {
			kind, _, _ := strings.Cut(ctx.Header("Content-Type"), ";")
			if kind = strings.TrimSpace(kind); kind != "" && !strings.EqualFold(kind, "application/json") {
				r.refuse(ctx, errMediaType)
				return
			}
		}
		next(ctx)
	}
}

// personOf finds the field of an input that names one person, so that reading
// that person's record is audited without the route's doing.
func personOf[I any]() func(*I) string {
	t := reflect.TypeFor[I]()
	for _, f := range reflect.VisibleFields(t) {
		if f.Type.Kind() == reflect.String && f.Tag.Get("path") == "user_id" {
			return func(in *I) string { return reflect.ValueOf(in).Elem().FieldByIndex(f.Index).String() }
		}
		if f.Name != "Body" || f.Type.Kind() != reflect.Struct {
			continue
		}
		for _, b := range reflect.VisibleFields(f.Type) {
			if name, _, _ := strings.Cut(b.Tag.Get("json"), ","); name == "userId" && b.Type.Kind() == reflect.String {
				index := append(append([]int{}, f.Index...), b.Index...)
				return func(in *I) string { return reflect.ValueOf(in).Elem().FieldByIndex(index).String() }
			}
		}
	}
	return func(*I) string { return "" }
}
