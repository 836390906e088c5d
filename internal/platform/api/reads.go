package api

import (
	"context"
	"net/http"
	"reflect"
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

// NoPerson declares that a staff operation with a parameter in its path does
// not read a person's record.
func NoPerson() Option { return func(r *route) { r.read.noPerson = true } }

func (r read) declared() bool { return r.input != nil || r.reply != nil || r.noPerson }

// mustDeclareRead reports whether the route looks like the reading of one
// record: then it must say whether that is a person's.
func (r *route) mustDeclareRead() bool {
	return r.method == http.MethodGet && strings.Contains(r.path, "{") ||
		r.method == http.MethodPost && strings.HasSuffix(r.path, "/detail")
}

// personRead gives the function that finds whose record a call has read. It
// panics at start when the option does not fit the operation's types.
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
	case r.read.noPerson:
		return func(*I, O) string { return "" }
	}
	person := personOf[I]()
	return func(in *I, _ O) string { return person(in) }
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

// personOf finds the field of an input that names one person, for routes that
// declare nothing yet.
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
