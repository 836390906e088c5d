package bench

import (
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Operation is one entry of the OpenAPI document.
type Operation struct {
	Method          string
	Path            string
	Summary         string
	Tags            []string
	Audience        string
	Permission      string
	SecuritySchemes int
	op              *huma.Operation
	doc             *huma.OpenAPI
}

// Operations lists what the document says, in the order of paths.
func (w *World) Operations() []Operation {
	doc := w.App.Router.Describe()
	var all []Operation
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil {
				continue
			}
			audience, _ := op.Extensions["x-audience"].(string)
			permission, _ := op.Extensions["x-permission"].(string)
			all = append(all, Operation{method, path, op.Summary, op.Tags, audience, permission, len(op.Security), op, doc})
		}
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	return all
}

// Route is the method and path.
func (o Operation) Route() string { return o.Method + " " + o.Path }

var parameter = regexp.MustCompile(`\{[^}]*\}`)

// Example is a path whose parameters name nothing that exists.
func (o Operation) Example() string { return parameter.ReplaceAllString(o.Path, "nothing") }

// EmptyBody is {} where the operation takes a body.
func (o Operation) EmptyBody() any {
	if o.op.RequestBody == nil {
		return nil
	}
	return map[string]any{}
}

// MissingStatuses are refusals that the operation's form makes possible and
// the document does not name.
func (o Operation) MissingStatuses() []string {
	want := []string{"200", "429", "500"}
	if o.Audience != "open" {
		want = append(want, "401")
	}
	if o.Audience == "web" || o.Audience == "app" {
		want = append(want, "403")
	}
	if o.op.RequestBody != nil {
		want = append(want, "400", "413", "415")
	}
	if strings.Contains(o.Path, "{") {
		want = append(want, "404")
	}
	return slices.DeleteFunc(want, func(status string) bool { return o.op.Responses[status] != nil })
}

// UntypedData names the places in a reply whose type the document leaves open.
func (o Operation) UntypedData() []string {
	ok := o.op.Responses["200"]
	if ok == nil || ok.Content["application/json"] == nil {
		return []string{"no JSON reply"}
	}
	envelope := o.resolve(ok.Content["application/json"].Schema)
	data := envelope.Properties["data"]
	if data == nil || !slices.Equal(sorted(envelope.Required), []string{"data", "message", "success"}) || len(envelope.Properties) != 3 {
		return []string{"the reply is not the envelope"}
	}
	return o.untyped("data", data, map[*huma.Schema]bool{})
}

func (o Operation) untyped(at string, s *huma.Schema, seen map[*huma.Schema]bool) []string {
	s = o.resolve(s)
	if seen[s] {
		return nil
	}
	seen[s] = true
	switch {
	case s.Type == "" && len(s.OneOf) == 0 && len(s.AnyOf) == 0:
		return []string{at + " has no type"}
	case s.Type == huma.TypeArray:
		if s.Items == nil {
			return []string{at + " has no item type"}
		}
		return o.untyped(at+"[]", s.Items, seen)
	case s.Type == huma.TypeObject && len(s.Properties) == 0:
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok { // fields of any name, all of one type
			return o.untyped(at+"[name]", values, seen)
		}
		return []string{at + " is an object without fields"}
	}
	var found []string
	for name, property := range s.Properties {
		found = append(found, o.untyped(at+"."+name, property, seen)...)
	}
	return found
}

func (o Operation) resolve(s *huma.Schema) *huma.Schema {
	for s.Ref != "" {
		s = o.doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

func sorted(s []string) []string {
	out := slices.Clone(s)
	slices.Sort(out)
	return out
}
