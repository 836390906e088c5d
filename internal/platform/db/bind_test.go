package db

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
)

type names []string // a list of a named type

func TestBind(t *testing.T) {
	for _, c := range []struct {
		name, text string
		args       []Args
		want       string
		values     []any
	}{
		{"no arguments", `SELECT 'a@b.c'`, nil, `SELECT 'a@b.c'`, nil},
		{"empty args", `SELECT 1`, []Args{{}}, `SELECT 1`, nil},
		{"one name, one number", `a = @a AND b = @b AND c = @a`, []Args{{"a": 1, "b": 2}}, `a = $1 AND b = $2 AND c = $1`, []any{1, 2}},
		{"names that begin alike", `@id, @ids, @id_2`, []Args{{"id": 1, "ids": 2, "id_2": 3}}, `$1, $2, $3`, []any{1, 2, 3}},
		{"several args are merged", `@a @b`, []Args{{"a": 1}, nil, {"b": 2, "a": 1}}, `$1 $2`, []any{1, 2}},
		{"literals, identifiers, comments", "'@a ''@a' \"@a\" -- @a ?\n/* @a $1 */ @a", []Args{{"a": 1}}, "'@a ''@a' \"@a\" -- @a ?\n/* @a $1 */ $1", []any{1}},
		{"operators", `a @> @a AND b @@ @a`, []Args{{"a": 1}}, `a @> $1 AND b @@ $1`, []any{1}},
		{"casts", `@a::text`, []Args{{"a": 1}}, `$1::text`, []any{1}},
		{"a list is padded", `x IN (@l) AND y = @y`, []Args{{"l": []string{"a", "b", "c"}, "y": 5}},
			`x IN ($1, $2, $3, $4) AND y = $5`, []any{"a", "b", "c", "c", 5}},
		{"a list of one", `x in ( @l )`, []Args{{"l": []int64{4}}}, `x in ( $1 )`, []any{int64(4)}},
		{"a list twice", `x IN (@l) OR z IN (@l) OR y = @y`, []Args{{"l": names{"a", "b"}, "y": 5}},
			`x IN ($1, $2) OR z IN ($1, $2) OR y = $3`, []any{"a", "b", 5}},
		{"an empty list", `x IN (@l) AND NOT (y = @y)`, []Args{{"l": []string{}, "y": 5}}, `x IN (NULL) IS TRUE AND NOT (y = $1)`, []any{5}},
		{"outside an empty list", "x NOT\n\tIN (@l)", []Args{{"l": []string(nil)}}, "x NOT\n\tIN (NULL) IS NOT FALSE", nil},
		{"bytes and NULL are no lists", `a = @a, b = @b, c = @c`, []Args{{"a": []byte("x"), "b": nil, "c": sql.NullString{}}},
			`a = $1, b = $2, c = $3`, []any{[]byte("x"), nil, sql.NullString{}}},
	} {
		text, values, err := bind(c.text, c.args)
		if err != nil || text != c.want || fmt.Sprint(values) != fmt.Sprint(c.values) {
			t.Errorf("%s: %q %v %v", c.name, text, values, err)
		}
	}
}

func TestBindRefuses(t *testing.T) {
	for _, c := range []struct {
		text string
		args []Args
		says string
	}{
		{`a = @a AND b = @b`, []Args{{"a": 1}}, "@b has no value"},
		{`a = @a`, nil, "@a has no value"},
		{`a = @a`, []Args{{"a": 1, "z": 1, "b": 2}}, "does not use @b"},
		{`a = @a`, []Args{{"a": 1}, {"a": 2}}, "@a has two values"},
		{`a = @a AND b = $1`, []Args{{"a": 1}}, "use @names"},
		{`a = @a AND b = ?`, []Args{{"a": 1}}, "use @names"},
		{`a = @a`, []Args{{"a": []string{"x"}}}, "outside IN (@a)"},
		{`a IN (@a) OR b = @a`, []Args{{"a": []string{"x"}}}, "outside IN (@a)"},
		{`a IN (@a, @b)`, []Args{{"a": []string{"x"}, "b": 1}}, "outside IN (@a)"},
		{`WITHIN (@a)`, []Args{{"a": []string{"x"}}}, "outside IN (@a)"},
	} {
		if _, _, err := bind(c.text, c.args); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.text, err, c.says)
		}
	}
}

func TestPadded(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 2: 2, 3: 4, 100: 128, maxPadded: maxPadded, maxPadded + 1: maxPadded + 1} {
		if got := padded(n); got != want {
			t.Errorf("%d values: %d", n, got)
		}
	}
}

func TestUsed(t *testing.T) {
	if got := Used(`a = @a OR b = '@b'`, Args{"a": 1, "b": 2}); len(got) != 1 || got["a"] != 1 {
		t.Error(got)
	}
}

// A cache that is full keeps what is in use.
func TestTemplateCache(t *testing.T) {
	var c templateCache
	hot := c.get("hot @a")
	for i := range 3 * maxTemplates {
		c.get(fmt.Sprintf("cold @a %d", i))
		if c.get("hot @a") != hot {
			t.Fatalf("parsed again after %d others", i)
		}
	}
	if n := len(c.young) + len(c.old); n > 2*maxTemplates {
		t.Errorf("%d kept", n)
	}
}

func TestFilter(t *testing.T) {
	var none *Filter
	if none.SQL() != "1 = 1" || none.Args() != nil || (&Filter{}).SQL() != "1 = 1" {
		t.Error("no conditions")
	}
	f := (&Filter{}).And("a.x = @x AND a.y < @x", Args{"x": 1}).And("b.x = @x OR b.z = @outer", Args{"x": 2}).
		In("a.id", []string{"1"}).In("a.id", []int{2}).Search("  Ab_%  ", "n", "m").Search("", "n").Contains("Xy", "s").Contains(" ")
	want := `a.x = @x AND a.y < @x AND b.x = @x_2 OR b.z = @outer AND a.id IN (@a_id) AND a.id IN (@a_id_2)` +
		` AND (FOLD(n) LIKE @search ESCAPE '\' OR FOLD(m) LIKE @search ESCAPE '\') AND (INSTR(s, @search_2) > 0)`
	if f.SQL() != want {
		t.Errorf("got  %s\nwant %s", f.SQL(), want)
	}
	if a := f.Args(); len(a) != 6 || a["x"] != 1 || a["x_2"] != 2 || a["search"] != `%ab\_\%%` || a["search_2"] != "xy" {
		t.Errorf("%v", a)
	}
	other := (&Filter{Prefix: "o_"}).And("c = @x", Args{"x": 3})
	text, values, err := bind(f.SQL()+" AND "+other.SQL(), []Args{f.Args(), other.Args(), {"outer": 9}})
	if err != nil || !strings.HasSuffix(text, "c = $8") || !slices.Contains(values, any(3)) {
		t.Errorf("%s %v %v", text, values, err)
	}
	within := (&Filter{}).And("x = @x", Args{"x": 7}).And("EXISTS ("+f.SQL()+")", f.Args(), Args{"outer": 9})
	if _, _, err := bind(within.SQL(), []Args{within.Args()}); err != nil || !strings.Contains(within.SQL(), "a.x = @x_2 AND a.y < @x_2 AND b.x = @x_2_2") {
		t.Errorf("a filter within another: %v %s", err, within.SQL())
	}
}

func BenchmarkBind(b *testing.B) {
	const text = `SELECT st.id, st.name, st.email, st.role_id, se.scope, se.expires_at
		FROM sessions se JOIN staff st ON st.id = se.owner_id
		WHERE se.id = @id AND se.audience = @audience AND st.disabled = FALSE AND st.deleted_at IS NULL`
	b.Run("values", func(b *testing.B) {
		args := []Args{{"id": "0198c2a4", "audience": "web"}}
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := bind(text, args); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("list", func(b *testing.B) {
		ids := make([]any, 100)
		for i := range ids {
			ids[i] = "0198c2a4"
		}
		args := []Args{{"id": "0198c2a4", "audience": "web", "ids": ids}}
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := bind(text+" AND st.id IN (@ids)", args); err != nil {
				b.Fatal(err)
			}
		}
	})
}
