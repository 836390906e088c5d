package db

import (
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Args are the values of the @names in a statement. A slice stands for the list
// in IN (@name).
type Args map[string]any

// bind turns a text with @names into one with numbered placeholders, and args
// into the values in that order. The same text with lists of the same sizes
// always becomes the same text, so that prepared statements are reused.
func bind(text string, args []Args) (string, []any, error) {
	if len(args) == 0 && strings.IndexByte(text, '@') < 0 {
		return text, nil, nil
	}
	t := templates.get(text)
	if t.numbered {
		return "", nil, errors.New("the statement has numbered or ? placeholders; use @names")
	}
	values := make([]any, 0, len(t.names))
	var sizesArray [24]byte
	sizes := sizesArray[:0]
	used := 0
	for i, name := range t.names {
		value, hits, err := lookUp(args, name)
		if err != nil {
			return "", nil, err
		}
		used += hits
		list, ok := listOf(value)
		if !ok {
			values = append(values, value)
			continue
		}
		if !t.inList[i] {
			return "", nil, fmt.Errorf("the list @%s stands outside IN (@%s)", name, name)
		}
		size := padded(list.len())
		sizes = binary.AppendUvarint(sizes, uint64(i))    // #nosec G115 -- an index
		sizes = binary.AppendUvarint(sizes, uint64(size)) // #nosec G115 -- a length
		values = list.appendTo(values, size)
	}
	if err := allUsed(args, used, t.names); err != nil {
		return "", nil, err
	}
	return t.text(sizes), values, nil
}

// lookUp finds a name's value and tells how many of the args have it.
func lookUp(args []Args, name string) (value any, hits int, err error) {
	for _, given := range args {
		v, ok := given[name]
		if !ok {
			continue
		}
		if hits > 0 && !reflect.DeepEqual(v, value) {
			return nil, 0, fmt.Errorf("@%s has two values", name)
		}
		value = v
		hits++
	}
	if hits == 0 {
		return nil, 0, fmt.Errorf("@%s has no value", name)
	}
	return value, hits, nil
}

// allUsed reports a value that the statement does not name.
func allUsed(args []Args, used int, names []string) error {
	total := 0
	for _, given := range args {
		total += len(given)
	}
	if total == used {
		return nil
	}
	for _, given := range args {
		for _, name := range slices.Sorted(maps.Keys(given)) {
			if !slices.Contains(names, name) {
				return fmt.Errorf("the statement does not use @%s", name)
			}
		}
	}
	return nil
}

// Used gives the args that the text names, for callers who build several
// statements from the same parts.
func Used(text string, args Args) Args {
	used := make(Args, len(args))
	for _, name := range templates.get(text).names {
		if v, ok := args[name]; ok {
			used[name] = v
		}
	}
	return used
}

// listValue is a slice value. Strings, the usual kind, need no reflection.
type listValue struct {
	strings []string
	other   reflect.Value
}

// listOf reports whether a value is a list: a slice, but not bytes, nor a type
// that says itself how it is stored.
func listOf(value any) (listValue, bool) {
	switch v := value.(type) {
	case nil, string, int, int64, bool, []byte, driver.Valuer:
		return listValue{}, false
	case []string:
		return listValue{strings: v}, true
	}
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Slice || v.Type().Elem().Kind() == reflect.Uint8 {
		return listValue{}, false
	}
	return listValue{other: v}, true
}

func (l listValue) len() int {
	if l.other.IsValid() {
		return l.other.Len()
	}
	return len(l.strings)
}

// appendTo appends the list to values, its last value repeated up to size.
func (l listValue) appendTo(values []any, size int) []any {
	values = slices.Grow(values, size)
	n := l.len()
	for i := range n {
		if l.other.IsValid() {
			values = append(values, l.other.Index(i).Interface())
		} else {
			values = append(values, l.strings[i])
		}
	}
	for range size - n {
		values = append(values, values[len(values)-1])
	}
	return values
}

// maxPadded is the longest list that is padded: the next power of two is more
// than SQLite takes.
const maxPadded = 1 << 14

// padded is the size of a list of n values: the next power of two, so that
// lists of many lengths share a few texts.
func padded(n int) int {
	if n == 0 || n > maxPadded {
		return n
	}
	size := 1
	for size < n {
		size *= 2
	}
	return size
}
