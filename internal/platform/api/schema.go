package api

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Schema and Registry let a type describe its JSON where that is not what its
// Go type says: func (IDs) Schema(api.Registry) *api.Schema. The functions
// below build such schemas.
type (
	Schema   = huma.Schema
	Registry = huma.Registry
)

// TextSchema describes a text.
func TextSchema(description, example string) *Schema {
	return &Schema{Type: huma.TypeString, Description: description, Examples: []any{example}}
}

// NullableTextSchema describes a text that may be null.
func NullableTextSchema(description, example string) *Schema {
	s := TextSchema(description, example)
	s.Nullable = true
	return s
}

// OneOrManySchema describes a text or a list of texts.
func OneOrManySchema(description string) *Schema {
	one := &Schema{Type: huma.TypeString}
	s := &Schema{OneOf: []*Schema{one, {Type: huma.TypeArray, Items: one}}, Description: description}
	s.PrecomputeMessages()
	return s
}

// AnyOfSchema describes a value that has the form of one of the examples.
func AnyOfSchema(r Registry, examples ...any) *Schema {
	s := &Schema{}
	for _, e := range examples {
		s.AnyOf = append(s.AnyOf, r.Schema(reflect.TypeOf(e), true, ""))
	}
	return s
}

// RequireOneForm makes the schema of an object demand exactly one of several
// sets of fields. A form names its fields, with spaces between them.
func RequireOneForm(s *Schema, forms ...string) *Schema {
	for _, fields := range forms {
		f := &Schema{Type: huma.TypeObject, Required: strings.Fields(fields), Properties: map[string]*Schema{}}
		for _, name := range f.Required {
			f.Properties[name] = s.Properties[name]
		}
		f.PrecomputeMessages()
		s.OneOf = append(s.OneOf, f)
	}
	return s
}
