package api

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// read says whose record a staff operation reads, so that the audit log can
// name that person.
type read struct {
	input    any // func(*I) string
	reply    any // func(O) string
	noPerson bool
}

// Reads declares that a staff operation reads the record of one person, whom
// the input names. Each call is written to the audit log, unless it changes
// something and records that itself. An empty id is not written.
func Reads[I any](person func(in *I) string) Option {
	return func(r *route) { r.read.input = person }
}

// Shows is Reads for an operation whose input does not name the person, but
// whose reply does.
func Shows[O any](person func(out O) string) Option {
	return func(r *route) { r.read.reply = person }
}

// NoPerson declares that a staff operation does not read a person's record,
// where the path or the input looks as if it did.
func NoPerson() Option { return func(r *route) { r.read.noPerson = true } }

// mustDeclareRead reports whether the operation looks like the reading of one
// record, or names a user: then it must say whether it reads a person's record.
func (r *route) mustDeclareRead(in reflect.Type) bool {
	return r.method == http.MethodGet && strings.Contains(r.path, "{") ||
		r.method == http.MethodPost && strings.HasSuffix(r.path, "/detail") ||
		strings.Contains(r.path, "{user_id}") || bodyNamesUser(in)
}

func bodyNamesUser(in reflect.Type) bool {
	body, ok := in.FieldByName("Body")
	if !ok || body.Type.Kind() != reflect.Struct {
		return false
	}
	return slices.ContainsFunc(reflect.VisibleFields(body.Type), func(f reflect.StructField) bool {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name == "userId" && f.Type.Kind() == reflect.String
	})
}

// personRead gives the function that finds whose record a call has read. It
// panics at start when an option is missing or does not fit the operation's
// types.
func personRead[I, O any](r *route) func(*I, O) string {
	switch {
	case r.read.input != nil:
		person, ok := r.read.input.(func(*I) string)
		if !ok {
			panic("api.Reads takes another input than the operation: " + r.String())
		}
		return func(in *I, _ O) string { return person(in) }
	case r.read.reply != nil:
		person, ok := r.read.reply.(func(O) string)
		if !ok {
			panic("api.Shows takes another reply than the operation: " + r.String())
		}
		return func(_ *I, out O) string { return person(out) }
	case r.mustDeclareRead(reflect.TypeFor[I]()) && !r.read.noPerson:
		panic("api.Reads, api.Shows or api.NoPerson is missing: " + r.String())
	default:
		return func(*I, O) string { return "" }
	}
}

// audited writes down whose record a successful call has read.
func audited[I, O any](r *Router, route *route, handler func(context.Context, *I) (O, error)) func(context.Context, *I) (O, error) {
	person := personRead[I, O](route)
	return func(ctx context.Context, in *I) (O, error) {
		out, err := handler(ctx, in)
		if err != nil {
			return out, err
		}
		if id := person(in, out); id != "" {
			r.o.Auditor.Saw(ctx, id)
		}
		return out, r.o.Auditor.Finish(ctx)
	}
}
