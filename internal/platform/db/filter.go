package db

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Filter gathers conditions joined by AND, with the values of their @names.
type Filter struct {
	// Prefix begins every name, for two filters in one statement.
	Prefix string

	conditions []string
	args       Args
}

// And adds a condition. A name that an earlier condition has used is renamed;
// a name without a value here gets it where the statement runs.
func (f *Filter) And(condition string, args ...Args) *Filter {
	rename := map[string]string{}
	if f.args == nil {
		f.args = Args{}
	}
	for _, given := range args {
		for _, name := range slices.Sorted(maps.Keys(given)) { // sorted: the text must always be the same
			if _, ok := rename[name]; !ok {
				rename[name] = f.free(name)
			}
			f.args[rename[name]] = given[name]
		}
	}
	f.conditions = append(f.conditions, renameAll(condition, rename))
	return f
}

// free is a name of this filter that no condition has yet.
func (f *Filter) free(name string) string {
	name = f.Prefix + name
	if _, taken := f.args[name]; !taken {
		return name
	}
	for i := 2; ; i++ {
		numbered := fmt.Sprintf("%s_%d", name, i)
		if _, taken := f.args[numbered]; !taken {
			return numbered
		}
	}
}

func renameAll(condition string, rename map[string]string) string {
	if len(rename) == 0 {
		return condition
	}
	t := templates.get(condition)
	var b strings.Builder
	for i, p := range t.places {
		name := t.names[p.name]
		if other, ok := rename[name]; ok {
			name = other
		}
		b.WriteString(t.pieces[i] + "@" + name)
	}
	b.WriteString(t.pieces[len(t.pieces)-1])
	return b.String()
}

// In adds "the column has one of the values", which are a slice of any type; no
// values match nothing.
func (f *Filter) In(column string, values any) *Filter {
	name := nameOf(column)
	return f.And(column+" IN (@"+name+")", Args{name: values})
}

// nameOf makes a name of a column or an expression.
func nameOf(column string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && inName(byte(r)) {
			return r
		}
		return '_'
	}, column)
}

// Search adds "one of the columns contains the key", ignoring case; the key is
// plain text, whatever signs it has. An empty key matches everything.
func (f *Filter) Search(key string, columns ...string) *Filter {
	key = strings.TrimSpace(key)
	if key == "" {
		return f
	}
	return f.anyOf(columns, func(column string) string { return "FOLD(" + column + `) LIKE @search ESCAPE '\'` },
		Args{"search": "%" + escapeLike.Replace(strings.ToLower(key)) + "%"})
}

// Contains is Search for columns of text in lower case, such as
// users.staff_names: many times cheaper.
func (f *Filter) Contains(key string, columns ...string) *Filter {
	key = strings.ToLower(strings.TrimSpace(key))
	if key == "" {
		return f
	}
	return f.anyOf(columns, func(column string) string { return "INSTR(" + column + ", @search) > 0" }, Args{"search": key})
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (f *Filter) anyOf(columns []string, condition func(column string) string, args Args) *Filter {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = condition(c)
	}
	return f.And("("+strings.Join(parts, " OR ")+")", args)
}

// SQL is the conditions as a text for WHERE.
func (f *Filter) SQL() string {
	if f == nil || len(f.conditions) == 0 {
		return "1 = 1"
	}
	return strings.Join(f.conditions, " AND ")
}

// Args are the values of the names in SQL.
func (f *Filter) Args() Args {
	if f == nil {
		return nil
	}
	return f.args
}
