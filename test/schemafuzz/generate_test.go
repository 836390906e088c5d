package schemafuzz

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// generator makes values after a schema. Ids it has seen in replies come back
// in later requests, so that operations find something to work on.
type generator struct {
	*rand.Rand
	ids []string
}

// maxIDs keeps the memory short: what was seen lately is alive.
const maxIDs = 400

func (g *generator) remember(id string) {
	if len(g.ids) >= maxIDs {
		g.ids[g.IntN(maxIDs)] = id
		return
	}
	g.ids = append(g.ids, id)
}

func (g *generator) id() string {
	if len(g.ids) == 0 || g.IntN(10) == 0 {
		return "01890000-0000-7000-8000-000000000000"
	}
	return pick(g, g.ids)
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// Words that have broken other people's programs.
var nasty = []string{
	"", " ", "%", "_", `\`, "'; DROP TABLE users; --", "<script>alert(1)</script>", "javascript:alert(1)", "阿晴", "👨‍👩‍👧‍👦", "\u202e", "\ufeff",
	"../../etc/passwd", "%00", "null", "NaN", "-1", "1e999", "2026-13-45", "9999-12-31T23:59:59.000Z", "0000-00-00", "١٢٣",
	strings.Repeat("長", 300), strings.Repeat("a", 5000), "temp/x", "shared/default/user/profile/1", "{}", "[]", "\r\nX-Evil: 1",
}

// value follows the schema; depth keeps recursive schemas finite.
func (g *generator) value(name string, ref *openapi3.SchemaRef, depth int) any {
	if ref == nil || ref.Value == nil || depth > 6 {
		return pick(g, nasty)
	}
	s := ref.Value
	if len(s.Enum) > 0 {
		return pick(g, s.Enum)
	}
	for _, choice := range [][]*openapi3.SchemaRef{s.OneOf, s.AnyOf} {
		if len(choice) > 0 {
			return g.value(name, pick(g, choice), depth+1)
		}
	}
	kinds := s.Type.Slice()
	if len(kinds) == 0 {
		return pick(g, nasty)
	}
	switch pick(g, kinds) {
	case "object":
		return g.object(s, depth)
	case "array":
		return g.array(name, s, depth)
	case "string":
		return g.text(name, s)
	case "integer":
		return g.integer(s)
	case "number":
		return math.Round(g.Float64()*100000) / 100
	case "boolean":
		return g.IntN(2) == 0
	}
	return nil
}

func (g *generator) object(s *openapi3.Schema, depth int) map[string]any {
	out := map[string]any{}
	for _, name := range sortedNames(s.Properties) {
		if slices.Contains(s.Required, name) || g.IntN(2) == 0 {
			out[name] = g.value(name, s.Properties[name], depth+1)
		}
	}
	return out
}

func sortedNames(properties openapi3.Schemas) []string {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names) // a seed must mean the same run again
	return names
}

func (g *generator) array(name string, s *openapi3.Schema, depth int) []any {
	n := int(s.MinItems) + g.IntN(4)
	if s.MaxItems != nil {
		n = min(n, int(*s.MaxItems))
	}
	out := make([]any, n)
	for i := range out {
		out[i] = g.value(name, s.Items, depth+1)
	}
	return out
}

func (g *generator) integer(s *openapi3.Schema) int64 {
	low, high := int64(-3), int64(1000)
	if s.Min != nil {
		low = int64(*s.Min)
	}
	if s.Max != nil && *s.Max < math.MaxInt32 {
		high = int64(*s.Max)
	}
	if g.IntN(4) == 0 {
		return pick(g, []int64{low, high})
	}
	return low + g.Int64N(max(high-low, 1)+1)
}

func (g *generator) text(name string, s *openapi3.Schema) string {
	lower := strings.ToLower(name)
	if strings.HasSuffix(lower, "id") || strings.HasSuffix(lower, "ids") {
		if g.IntN(5) > 0 {
			return g.id()
		}
	}
	switch {
	case s.Format == "date" || strings.Contains(lower, "birthday"):
		return fmt.Sprintf("%04d-%02d-%02d", 1950+g.IntN(80), 1+g.IntN(12), 1+g.IntN(28))
	case s.Format == "date-time" || strings.HasSuffix(lower, "time"):
		return fmt.Sprintf("2026-11-%02dT%02d:00:00.000Z", 1+g.IntN(15), g.IntN(24))
	case strings.Contains(lower, "link") || strings.Contains(lower, "url"):
		return "https://example.org/" + fmt.Sprint(g.IntN(100))
	case strings.Contains(lower, "email"):
		return fmt.Sprintf("p%d@example.org", g.IntN(50))
	case strings.Contains(lower, "phone"):
		return fmt.Sprintf("6%07d", g.IntN(50))
	}
	text := pick(g, nasty)
	for uint64(len([]rune(text))) < s.MinLength {
		text += "晴"
	}
	if s.MaxLength != nil && uint64(len([]rune(text))) > *s.MaxLength {
		text = string([]rune(text)[:*s.MaxLength])
	}
	return text
}

// spoil changes one place of a value into something it should not be.
func (g *generator) spoil(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && g.IntN(8) > 0 {
			names := make([]string, 0, len(v))
			for name := range v {
				names = append(names, name)
			}
			slices.Sort(names)
			name := pick(g, names)
			if g.IntN(5) == 0 {
				delete(v, name)
			} else {
				v[name] = g.spoil(v[name])
			}
			return v
		}
	case []any:
		if len(v) > 0 && g.IntN(3) > 0 {
			i := g.IntN(len(v))
			v[i] = g.spoil(v[i])
			return v
		}
		if g.IntN(3) == 0 {
			return make([]any, 2000)
		}
	}
	return pick(g, []any{
		nil, true, -1, 0, 1 << 40, int64(math.MinInt64), 1e300, 0.5, []any{}, map[string]any{}, []any{[]any{[]any{}}},
		map[string]any{"$ne": nil}, pick(g, nasty),
	})
}
