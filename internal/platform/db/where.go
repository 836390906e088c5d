package db

import (
	"strconv"
	"strings"
)

// Where gathers conditions joined by AND. Conditions hold ? for arguments, so
// that they compose; SQL numbers them.
type Where struct {
	parts []string
	args  []any
}

// And adds a condition.
func (w *Where) And(condition string, args ...any) *Where {
	w.parts = append(w.parts, condition)
	w.args = append(w.args, args...)
	return w
}

// In adds column IN (values); no values match nothing.
func (w *Where) In(column string, values ...any) *Where {
	if len(values) == 0 {
		return w.And("1 = 0")
	}
	list, args := List(values)
	return w.And(column+" IN "+list, args...)
}

// Search adds "one of the columns contains the key", ignoring case; the key is
// plain text, whatever signs it holds. An empty key matches everything.
func (w *Where) Search(key string, columns ...string) *Where {
	key = strings.TrimSpace(key)
	if key == "" {
		return w
	}
	pattern := "%" + escapeLike.Replace(strings.ToLower(key)) + "%"
	parts := make([]string, len(columns))
	args := make([]any, len(columns))
	for i, c := range columns {
		parts[i] = "FOLD(" + c + `) LIKE ? ESCAPE '\'`
		args[i] = pattern
	}
	return w.And("("+strings.Join(parts, " OR ")+")", args...)
}

// Contains is Search for columns that hold folded text, such as
// users.staff_names: many times cheaper.
func (w *Where) Contains(key string, folded ...string) *Where {
	if key = strings.ToLower(strings.TrimSpace(key)); key == "" {
		return w
	}
	parts := make([]string, len(folded))
	args := make([]any, len(folded))
	for i, c := range folded {
		parts[i], args[i] = "INSTR("+c+", ?) > 0", key
	}
	return w.And("("+strings.Join(parts, " OR ")+")", args...)
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// SQL writes the conditions, numbered from $1, and their arguments.
func (w *Where) SQL() (string, []any) {
	text, args := w.Open()
	return Number(text), args
}

// Open writes the conditions with their ?, to become part of another condition.
func (w *Where) Open() (string, []any) {
	if len(w.parts) == 0 {
		return "1 = 1", nil
	}
	return strings.Join(w.parts, " AND "), w.args
}

// Part is the conditions as they are, not numbered, for a text that has several
// of them, and their arguments.
func (w *Where) Part() (string, []any) {
	if len(w.parts) == 0 {
		return "1 = 1", nil
	}
	return strings.Join(w.parts, " AND "), w.args
}

// Number turns each ? into $1, $2 and so on.
func Number(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// List writes (?, ?, …) for the values, padded with the last one to a power of
// two, so that lists of many lengths share a few statement texts.
func List(values []any) (string, []any) {
	size := 1
	for size < len(values) {
		size *= 2
	}
	args := append(make([]any, 0, size), values...)
	for len(args) < size {
		args = append(args, values[len(values)-1])
	}
	return "(" + strings.Repeat("?, ", size-1) + "?)", args
}

// Anys turns a typed slice into arguments.
func Anys[T any](values []T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}
