package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

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
