package api

import (
	"slices"
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
)

// route is one declared operation.
type route struct {
	id         string
	audience   string
	permission access.Permission
	also       []access.Permission
	method     string
	path       string
	summary    string
	details    string
	scopes     []access.TokenScope
	limit      limit.Class
	fails      []fault.Code
	timeout    time.Duration // zero: the router's
	upload     int64         // most bytes of an uploaded form; zero: none
	read       read
}

// Option says more about an operation.
type Option func(*route)

// Details adds a description to the summary.
func Details(text string) Option { return func(r *route) { r.details = text } }

// Scopes replaces which tokens open the operation; full ones alone otherwise.
func Scopes(scopes ...access.TokenScope) Option { return func(r *route) { r.scopes = scopes } }

// Also asks a staff member for more permissions than the one that is the
// operation's own.
func Also(permissions ...access.Permission) Option {
	return func(r *route) { r.also = append(r.also, permissions...) }
}

// Fails documents refusals that do not follow from the operation's form.
func Fails(codes ...fault.Code) Option { return func(r *route) { r.fails = append(r.fails, codes...) } }

// Limit counts the calls of the operation in another class than limit.General.
func Limit(class limit.Class) Option { return func(r *route) { r.limit = class } }

func newRoute(audience string, permission access.Permission, methodAndPath, summary string, options []Option) *route {
	method, path, ok := strings.Cut(methodAndPath, " ")
	if !ok || summary == "" {
		panic("an operation needs a method, a path and a summary: " + methodAndPath)
	}
	if audience == audienceStaff && permission == "" {
		panic("a staff operation needs a permission: " + methodAndPath)
	}
	r := &route{
		id: operationID(method, path), audience: audience, permission: permission, method: method, path: path,
		summary: summary, scopes: []access.TokenScope{access.ScopeFull}, limit: limit.General,
	}
	for _, o := range options {
		o(r)
	}
	return r
}

// String is the method and path.
func (r *route) String() string { return r.method + " " + r.path }

func (r *route) describe() RouteInfo {
	return RouteInfo{r.String(), r.limit, r.read.input != nil || r.read.reply != nil}
}

// allows reports whether the role may call the operation.
func (r *route) allows(role access.Role) bool {
	return role.May(r.permission) && !slices.ContainsFunc(r.also, func(p access.Permission) bool { return !role.May(p) })
}

// operationID names an operation by its method and path: put-web-survey.
func operationID(method, path string) string {
	words := strings.FieldsFunc(path, func(c rune) bool { return strings.ContainsRune("/{}", c) })
	return strings.ToLower(method) + "-" + strings.Join(words, "-")
}
