package api

import (
	"context"
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
)

// Audiences, as the API document names them.
const (
	audienceOpen     = "open"
	audienceApp      = "app"
	audienceStaff    = "web"
	audienceInternal = "internal"
)

// Open declares an operation that needs no token.
func Open[I, O any](r *Router, methodAndPath, summary string, handler func(context.Context, *I) (O, error), options ...Option) {
	register(r, newRoute(audienceOpen, "", methodAndPath, summary, options), guardNone, handler)
}

// App declares an operation of signed-in App users.
func App[I, O any](r *Router, methodAndPath, summary string, handler func(context.Context, access.Member, *I) (O, error), options ...Option) {
	route := newRoute(audienceApp, "", methodAndPath, summary, options)
	register(r, route, guardApp(r, route), func(ctx context.Context, in *I) (O, error) {
		return handler(ctx, ctx.Value(actorKey{}).(access.Member), in)
	})
}

// Staff declares an operation of signed-in staff who hold a permission.
func Staff[I, O any](r *Router, permission access.Permission, methodAndPath, summary string, handler func(context.Context, access.Staff, *I) (O, error), options ...Option) {
	route := newRoute(audienceStaff, permission, methodAndPath, summary, options)
	call := func(ctx context.Context, in *I) (O, error) {
		return handler(ctx, ctx.Value(actorKey{}).(access.Staff), in)
	}
	register(r, route, guardStaff(r, route), audited(r, route, call))
}

// Internal declares an operation for other services of the programme.
func Internal[I, O any](r *Router, methodAndPath, summary string, handler func(context.Context, *I) (O, error), options ...Option) {
	register(r, newRoute(audienceInternal, "", methodAndPath, summary, options), guardInternal(r), handler)
}

type actorKey struct{}

type guard = func(ctx huma.Context, next func(huma.Context))

func guardNone(ctx huma.Context, next func(huma.Context)) { next(ctx) }

func guardApp(r *Router, route *route) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		who, err := r.o.Sessions.Member(ctx.Context(), bearer(ctx))
		if err == nil {
			err = r.admit(ctx.Context(), route, who.ID, who.Token)
		}
		if err != nil {
			r.refuseOperation(ctx, err)
			return
		}
		next(huma.WithValue(ctx, actorKey{}, who))
	}
}

func guardStaff(r *Router, route *route) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		who, err := r.o.Sessions.Staff(ctx.Context(), bearer(ctx))
		if err == nil {
			err = r.admit(ctx.Context(), route, who.ID, who.Token)
		}
		if err == nil && !route.allows(who.Role) {
			err = fault.ErrForbidden
		}
		if err != nil {
			r.refuseOperation(ctx, err)
			return
		}
		info := infoFrom(ctx.Context())
		trail := r.o.Auditor.Begin(ctx.Context(), who, route.id, info.ip, info.id)
		next(huma.WithContext(ctx, context.WithValue(trail, actorKey{}, who)))
	}
}

func guardInternal(r *Router) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		if !r.validServiceKey(bearer(ctx)) {
			r.refuseOperation(ctx, errServiceKey)
			return
		}
		next(ctx)
	}
}

// admit checks whether a valid token opens the operation, and counts the call
// of its owner.
func (r *Router) admit(ctx context.Context, route *route, account string, scope access.TokenScope) error {
	if !slices.Contains(route.scopes, scope) {
		return errScope
	}
	if route.limit == limit.Codes {
		if err := r.allow(ctx, limit.Codes, "account "+account); err != nil {
			return err
		}
	}
	return r.allow(ctx, limit.General, "account "+account)
}

func bearer(ctx huma.Context) string { return bearerOf(ctx.Header("Authorization")) }

func bearerOf(authorization string) string {
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// validServiceKey compares with every key, each in constant time.
func (r *Router) validServiceKey(given string) bool {
	valid := 0
	for _, key := range r.o.ServiceKeys {
		valid |= subtle.ConstantTimeCompare([]byte(key), []byte(given))
	}
	return valid == 1
}

// WithServiceKey asks callers of a handler that is not an operation for a
// service key.
func (r *Router) WithServiceKey(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !r.validServiceKey(bearerOf(req.Header.Get("Authorization"))) {
			r.problemOf(req.Context(), errServiceKey).write(w)
			return
		}
		next.ServeHTTP(w, req)
	})
}
