package api

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// List is a page that is answered as a bare list, with its totals in headers.
type List[T any] struct {
	Items      []T
	TotalItems int64
	TotalPages int64
}

// MarshalJSON implements json.Marshaler.
func (l List[T]) MarshalJSON() ([]byte, error) { return json.Marshal(l.Items) }

// Schema implements huma.SchemaProvider.
func (List[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[T](), true, "")}
}

func (l List[T]) totals() (items, pages string) {
	return strconv.FormatInt(l.TotalItems, 10), strconv.FormatInt(l.TotalPages, 10)
}

// totalled is a reply whose totals are sent as headers.
type totalled interface{ totals() (items, pages string) }
