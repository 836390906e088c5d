package load

import (
	"fmt"
	"strings"
)

// at finds a value in a reply by its path, such as items.0.id; nil when absent.
func at(data any, path string) any {
	if path == "" {
		return data
	}
	for step := range strings.SplitSeq(path, ".") {
		switch v := data.(type) {
		case map[string]any:
			data = v[step]
		case []any:
			i := 0
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(v) {
				return nil
			}
			data = v[i]
		default:
			return nil
		}
	}
	return data
}

func text(data any, path string) string {
	s, _ := at(data, path).(string)
	return s
}

func number(data any, path string) int {
	n, _ := at(data, path).(float64)
	return int(n)
}

func list(data any, path string) []any {
	l, _ := at(data, path).([]any)
	return l
}
