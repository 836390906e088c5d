package api

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/fault"
)

// None is the input of an operation that takes nothing.
type None struct{}

// Body is the input of an operation that takes a JSON body and nothing else.
type Body[T any] = JSON[T]

// JSON is the JSON body of an operation. Embed it where the input has other
// fields too:
//
//	type updateInput struct {
//		api.IfMatch
//		api.JSON[SurveyUpdateReq]
//	}
type JSON[T any] struct{ Body T }

// Checked is a body with rules that its schema cannot express. Check names the
// fields that break them; the caller is told these together with the fields
// that the schema refuses.
type Checked interface{ Check() []fault.Field }

// Resolve implements huma.Resolver, which huma calls after it compared the body
// with its schema.
func (j *JSON[T]) Resolve(huma.Context) []error {
	body, ok := any(&j.Body).(Checked)
	if !ok {
		return nil
	}
	if fields := body.Check(); len(fields) > 0 {
		return []error{fault.Invalid(fields...)}
	}
	return nil
}

// requireChecks panics when an input has a body with rules that nothing would
// check, because its Body is a plain field.
func requireChecks(in reflect.Type, route string) {
	body, ok := in.FieldByName("Body")
	if !ok || !reflect.PointerTo(body.Type).Implements(reflect.TypeFor[Checked]()) {
		return
	}
	if !reflect.PointerTo(in).Implements(reflect.TypeFor[huma.Resolver]()) {
		panic("embed api.JSON, or the body is not checked: " + route)
	}
}

// Raw is a body that the operation decodes and checks by itself, because it is
// sent often or has several forms. The document describes it as T.
type Raw[T any] struct{ JSON []byte }

// Decode reads the body; a value of the wrong type is a *json.UnmarshalTypeError.
func (r Raw[T]) Decode(into any) error {
	err := json.Unmarshal(r.JSON, into)
	var wrong *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &wrong) {
		return errBadJSON
	}
	return err
}

// keep takes the body as it came.
func (r *Raw[T]) keep(body []byte) { r.JSON = slices.Clone(body) }

// Schema implements huma.SchemaProvider.
func (Raw[T]) Schema(r huma.Registry) *huma.Schema { return r.Schema(reflect.TypeFor[T](), true, "") }

// unchecked marks the bodies that huma must not check.
func (Raw[T]) unchecked() {}

// isRaw reports whether an input's body is one that the operation checks.
func isRaw(in reflect.Type) bool {
	body, ok := in.FieldByName("Body")
	return ok && body.Type.Implements(reflect.TypeFor[interface{ unchecked() }]())
}

// Optional is a query parameter that may be left out, where its zero value
// means something else than that.
type Optional[T any] struct {
	value T
	given bool
}

// Get is the value, or nil when it was left out.
func (o Optional[T]) Get() *T {
	if !o.given {
		return nil
	}
	return &o.value
}

// Schema implements huma.SchemaProvider.
func (Optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Receiver implements huma.ParamWrapper.
func (o *Optional[T]) Receiver() reflect.Value { return reflect.ValueOf(&o.value).Elem() }

// OnParamSet implements huma.ParamReactor.
func (o *Optional[T]) OnParamSet(given bool, _ any) { o.given = given }

// IfMatch is the input of an update that can refuse a stale edit; embed it.
type IfMatch struct {
	IfMatch string `header:"If-Match" doc:"The ETag of the version this edit is based on; optional"`
}

// Version is the version the caller saw, or nil when any will do.
func (m IfMatch) Version() (*int64, error) {
	tag := strings.TrimSpace(m.IfMatch)
	if tag == "" || tag == "*" {
		return nil, nil
	}
	v, err := strconv.ParseInt(strings.Trim(tag, `"`), 10, 64)
	if err != nil {
		return nil, fault.ErrStale // a tag of another kind was never given out
	}
	return &v, nil
}

var errPrefetch = fault.New(fault.Forbidden, "此操作不可預先載入", "This operation cannot be prefetched")

// NoPrefetch is the input of an operation that changes something by GET; embed
// it. A browser that loads ahead of its user is refused.
type NoPrefetch struct {
	Purpose string `header:"Sec-Purpose" doc:"What browsers send when they load ahead; prefetch is refused"`
}

// Resolve implements huma.Resolver.
func (n *NoPrefetch) Resolve(huma.Context) []error {
	if strings.Contains(strings.ToLower(n.Purpose), "prefetch") {
		return []error{errPrefetch}
	}
	return nil
}
