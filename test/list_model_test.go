package test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hearten/test/bench"
)

// listModel is a slow model of a list: all rows in memory, filtered, sorted and
// cut by hand. It shares nothing with the product.
type listModel[R any] struct {
	path  string
	field string // of the items, which tells rows apart and settles ties
	id    func(R) string
	rows  []R
	// always is which rows the caller reaches at all.
	always func(R) bool
	// draw makes up filters: what is asked for, and which rows that lets through.
	draw  func(rt *rapid.T) (ask bench.Body, lets func(R) bool)
	sorts map[string]func(a, b R) int
}

// holds asks for random pages of the list and compares them with the model's.
func (m listModel[R]) holds(t *testing.T, c *bench.Caller) {
	t.Helper()
	properties := []string{}
	for property := range m.sorts {
		properties = append(properties, property)
	}
	slices.Sort(properties)
	seen := 0
	rapid.Check(t, func(rt *rapid.T) {
		ask, lets := m.draw(rt)
		property := rapid.SampledFrom(properties).Draw(rt, "property")
		direction := rapid.SampledFrom([]string{"ASC", "DESC"}).Draw(rt, "direction")
		page, size := rapid.IntRange(1, 4).Draw(rt, "page"), rapid.IntRange(1, 30).Draw(rt, "size")
		ask["pagination"], ask["sortings"] = bench.Body{"page": page, "size": size}, []bench.Body{{"property": property, "direction": direction}}
		got := c.Post(m.path, ask).OK()
		ids, total := m.page(lets, m.sorts[property], direction, page, size)
		if !slices.Equal(got.List("data.items", m.field), ids) || got.Int("data.pagination.totalItems") != total {
			rt.Fatalf("%s %v:\n got %v of %d\nwant %v of %d", m.path, ask,
				got.List("data.items", m.field), got.Int("data.pagination.totalItems"), ids, total)
		}
		seen += len(ids)
	})
	if seen < 20 {
		t.Fatalf("%s: only %d rows were ever compared", m.path, seen)
	}
}

func (m listModel[R]) page(lets func(R) bool, order func(a, b R) int, direction string, page, size int) (ids []any, total int) {
	var found []R
	for _, r := range m.rows {
		if m.always(r) && lets(r) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b R) int {
		by := cmp.Or(order(a, b), strings.Compare(m.id(a), m.id(b)))
		if direction == "DESC" {
			by = -by
		}
		return by
	})
	ids = []any{}
	for i := (page - 1) * size; i < page*size && i < len(found); i++ {
		ids = append(ids, m.id(found[i]))
	}
	return ids, len(found)
}

// by compares rows by a value of theirs.
func by[R any, V cmp.Ordered](value func(R) V) func(a, b R) int {
	return func(a, b R) int { return cmp.Compare(value(a), value(b)) }
}

// pieces of names and search keys: signs that mean something to a database,
// Chinese, and letters in both cases.
var pieces = rapid.SampledFrom([]string{"散步", "睡", "a", "B", "É", "é", "%", "_", `\`, "'", "心情", " ", "1", "@", "s"})

// drawKey makes up what someone searches for.
func drawKey(rt *rapid.T) string {
	return strings.TrimSpace(strings.Join(rapid.SliceOfN(pieces, 0, 2).Draw(rt, "key"), ""))
}

// contains tells whether one of the texts has the key in it, ignoring case.
func contains(key string, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return strings.Contains(strings.ToLower(text), strings.ToLower(key))
	})
}
