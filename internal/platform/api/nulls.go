package api

import (
	"slices"
	"strings"
)

// allowNulls writes into the document that a field which may be left out may
// also be null. It changes the finished document only: huma checks requests
// against the schemas themselves, and its messages should not mention null.
func allowNulls(doc map[string]any) {
	n := nulls{schemas: at(doc, "components", "schemas"), seen: map[string]bool{}}
	for _, item := range at(doc, "paths") {
		for _, operation := range item.(map[string]any) {
			op, _ := operation.(map[string]any)
			n.open(at(op, "requestBody", "content", "application/json", "schema"))
		}
	}
}

type nulls struct {
	schemas map[string]any
	seen    map[string]bool
}

func (n nulls) open(schema map[string]any) {
	if len(schema) == 0 {
		return
	}
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, schemasAt)
		if !n.seen[name] {
			n.seen[name] = true
			n.open(at(n.schemas, name))
		}
		return
	}
	required, _ := schema["required"].([]any)
	for name, property := range at(schema, "properties") {
		p := property.(map[string]any)
		n.open(p)
		if !slices.Contains(required, any(name)) {
			at(schema, "properties")[name] = orNull(p)
		}
	}
	n.open(at(schema, "items"))
	for _, choice := range []string{"oneOf", "anyOf", "allOf"} {
		list, _ := schema[choice].([]any)
		for _, one := range list {
			n.open(one.(map[string]any))
		}
	}
}

func orNull(schema map[string]any) map[string]any {
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, nil) {
		schema["enum"] = append(enum, nil)
	}
	switch kind := schema["type"].(type) {
	case string:
		schema["type"] = []any{kind, "null"}
	case nil:
		return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
	}
	return schema
}

// at follows names into a document; what is not there is empty.
func at(doc map[string]any, names ...string) map[string]any {
	for _, name := range names {
		doc, _ = doc[name].(map[string]any)
	}
	return doc
}
