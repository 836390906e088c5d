package api

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
)

// chain is what every request passes before routing, the outermost first.
func (r *Router) chain(mux http.Handler) http.Handler {
	h := r.refuseBadText(mux)
	h = r.cors(h)
	h = r.recoverPanics(h)
	return r.withRequestInfo(h)
}

// withRequestInfo gives the request its info, sets the headers that every response
// has, and reports its status and time to the log and the metrics.
func (r *Router) withRequestInfo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		started := time.Now()
		i := &info{log: r.o.Log, id: uuid.NewString(), ip: r.clientIP(req), lang: languageOf(req)}
		head := w.Header()
		head.Set("X-Request-Id", i.id)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("X-Frame-Options", "DENY")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		head.Set("Cache-Control", "no-store")
		head.Set("Vary", "Accept-Language")
		if strings.HasPrefix(r.o.PublicURL, "https://") {
			head.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, req.WithContext(context.WithValue(req.Context(), infoKey{}, i)))
		took := time.Since(started)
		if i.operation == "" {
			i.operation = "other"
		}
		r.o.Observer.Request(i.operation, seen.status, took)
		r.o.Log.Debug("request", "request", i.id, "operation", i.operation, "status", seen.status, "took", took)
	})
}

// statusWriter remembers the status that was sent.
type statusWriter struct {
	http.ResponseWriter
	status int
	begun  bool
}

func (w *statusWriter) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun, w.status = true, status
	if status != statusCancelled {
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *statusWriter) Write(b []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(b)
}

// ReadFrom keeps the fast way from a file to the connection.
func (w *statusWriter) ReadFrom(src io.Reader) (int64, error) {
	w.begun = true
	return io.Copy(w.ResponseWriter, src)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (r *Router) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			i := infoFrom(req.Context())
			r.o.Log.Error("panic", "request", i.id, "operation", i.operation, "panic", p, "stack", string(debug.Stack()))
			problemFrom(errInternal.With(i.id), i.lang).write(w)
		}()
		next.ServeHTTP(w, req)
	})
}

// cors stays closed unless origins are configured.
func (r *Router) cors(next http.Handler) http.Handler {
	if len(r.o.CORSOrigins) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		origin := req.Header.Get("Origin")
		head := w.Header()
		head.Add("Vary", "Origin")
		if origin == "" || !slices.Contains(r.o.CORSOrigins, origin) {
			next.ServeHTTP(w, req)
			return
		}
		head.Set("Access-Control-Allow-Origin", origin)
		head.Set("Access-Control-Expose-Headers", "X-Request-Id, X-Error-Code, ETag, Retry-After, X-Total-Items, X-Total-Pages")
		if req.Method != http.MethodOptions || req.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, req)
			return
		}
		head.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
		head.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept-Language, If-Match")
		head.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
	})
}

// refuseBadText refuses paths with text that no engine can look up.
func (r *Router) refuseBadText(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !storable(req.URL.Path) {
			r.problemOf(req.Context(), errUnknownPath).write(w)
			return
		}
		next.ServeHTTP(w, req)
	})
}

// storable reports whether both engines can store the text.
func storable(s string) bool { return !strings.ContainsRune(s, 0) && utf8.ValidString(s) }

// clientIP takes a forwarded address only from a trusted proxy. It reads the
// chain from its end: the first address that is not a trusted proxy is the caller.
func (r *Router) clientIP(req *http.Request) string {
	remote, err := netip.ParseAddrPort(req.RemoteAddr)
	if err != nil {
		return req.RemoteAddr
	}
	ip := remote.Addr().Unmap()
	if !r.trusted(ip) {
		return ip.String()
	}
	hops := strings.Split(strings.Join(req.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break // what is not an address tells nothing of what is before it
		}
		ip = hop.Unmap()
		if !r.trusted(ip) {
			break
		}
	}
	return ip.String()
}

func (r *Router) trusted(ip netip.Addr) bool {
	return slices.ContainsFunc(r.o.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// methodNotAllowed answers with the methods that the path has.
func (r *Router) methodNotAllowed(mux *chi.Mux) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		var allow []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
			if mux.Match(chi.NewRouteContext(), method, req.URL.Path) {
				allow = append(allow, method)
			}
		}
		w.Header().Set("Allow", strings.Join(allow, ", "))
		r.problemOf(req.Context(), errMethod).write(w)
	}
}
