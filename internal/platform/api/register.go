package api

import (
	"cmp"
	"context"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/limit"
)

// maxJSON is the size of a JSON body, in bytes.
const maxJSON = 1 << 20

// Keys of an operation's metadata.
const (
	audienceKey = "audience"
	registryKey = "registry"
)

// reply is what huma writes: the envelope and, for versioned records, an ETag,
// for bare lists their totals.
type reply[T any] struct {
	ETag       string `header:"ETag"`
	TotalItems string `header:"X-Total-Items"`
	TotalPages string `header:"X-Total-Pages"`
	Body       Envelope[T]
}

// register gives the route to huma, wrapped in what all operations share.
func register[I, O any](r *Router, route *route, guard guard, handler func(context.Context, *I) (O, error)) {
	in := reflect.TypeFor[I]()
	requireChecks(in, route.String())
	op := r.operationOf(route, in)
	op.Middlewares = huma.Middlewares{r.begin(route), guard, requireForm(r)}
	if route.upload > 0 {
		op.Middlewares = append(op.Middlewares, receiveForm(r, route)) // last: it needs huma's own request
	}
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*reply[O], error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, r.problemOf(ctx, err)
		}
		return replyOf(ctx, out), nil
	})
	r.finishReply(route, reflect.TypeFor[O]())
	*r.routes = append(*r.routes, route.describe())
}

func replyOf[O any](ctx context.Context, out O) *reply[O] {
	res := &reply[O]{Body: Envelope[O]{Success: true, Data: out}}
	if u, ok := any(out).(Unsuccessful); ok {
		if text, failed := u.Failure(); failed {
			res.Body.Success, res.Body.Message = false, text.In(infoFrom(ctx).lang)
		}
	}
	if v, ok := any(out).(Versioned); ok {
		res.ETag = etag(v.RecordVersion())
	}
	if l, ok := any(out).(totalled); ok {
		res.TotalItems, res.TotalPages = l.totals()
	}
	return res
}

// begin runs before anyone knows who calls: it names the operation, bounds its
// time and counts the caller's address.
func (r *Router) begin(route *route) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		info := infoFrom(ctx.Context())
		info.operation = route.id
		if err := r.allow(ctx.Context(), route.limit, "ip "+info.ip); err != nil {
			r.refuseOperation(ctx, err)
			return
		}
		bounded, cancel := context.WithTimeout(ctx.Context(), cmp.Or(route.timeout, r.o.Timeout))
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
				r.refuseOperation(ctx, errBadText)
				return
			}
		}
		body := ctx.Operation().RequestBody
		if body != nil && body.Content["application/json"] != nil {
			kind, _, _ := strings.Cut(ctx.Header("Content-Type"), ";")
			if kind = strings.TrimSpace(kind); kind != "" && !strings.EqualFold(kind, "application/json") {
				r.refuseOperation(ctx, errMediaType)
				return
			}
		}
		next(ctx)
	}
}
