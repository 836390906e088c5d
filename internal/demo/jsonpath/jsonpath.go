// Package jsonpath finds values in JSON that was decoded without a type, as callers
// of the product do who need one field of a reply.
package jsonpath

import (
	"strconv"
	"strings"
)

// At finds a value by its path, such as items.0.id; nil when it is absent. The
// empty path is the data itself.
func At(data any, path string) any {
	if path == "" {
		return data
	}
	for step := range strings.SplitSeq(path, ".") {
		switch v := data.(type) {
		case map[string]any:
			data = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			data = v[i]
		default:
			return nil
		}
	}
	return data
}

// Text is a text by its path; empty when it is absent.
func Text(data any, path string) string {
	s, _ := At(data, path).(string)
	return s
}

// Int is a whole number by its path; zero when it is absent.
func Int(data any, path string) int {
	n, _ := At(data, path).(float64)
	return int(n)
}

// List is a list by its path; empty when it is absent.
func List(data any, path string) []any {
	l, _ := At(data, path).([]any)
	return l
}
