package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Success is what an answer must be like to mean that a message was taken.
type Success struct {
	statuses []string // 202, or 2xx
	contains []string
	values   []value
}

// value is a value that must stand at a place in a JSON answer.
type value struct {
	path string
	want string
}

var (
	anySuccess = Success{statuses: []string{"2xx"}}
	statusList = regexp.MustCompile(`^[1-5](\d\d|xx)(\s*,\s*[1-5](\d\d|xx))*$`)
)

// ParseSuccess reads rules that must all hold, separated by semicolons:
// "200, 202; json messages.0.status = queued; contains accepted". Without
// statuses any 2xx will do.
func ParseSuccess(text string) (Success, error) {
	var s Success
	for _, rule := range strings.Split(text, ";") {
		rule = strings.TrimSpace(rule)
		word, rest, _ := strings.Cut(rule, " ")
		path, want, assigned := strings.Cut(rest, "=")
		switch {
		case rule == "":
		case statusList.MatchString(rule):
			for _, status := range strings.Split(rule, ",") {
				s.statuses = append(s.statuses, strings.TrimSpace(status))
			}
		case word == "contains" && rest != "":
			s.contains = append(s.contains, strings.TrimSpace(rest))
		case word == "json" && assigned && strings.TrimSpace(path) != "":
			s.values = append(s.values, value{strings.TrimSpace(path), strings.TrimSpace(want)})
		default:
			return s, errors.New(`must be like "200, 202; json status = queued; contains accepted"`)
		}
	}
	if len(s.statuses) == 0 {
		s.statuses = anySuccess.statuses
	}
	return s, nil
}

// Status reports whether a status can mean success.
func (s Success) Status(status int) bool {
	code := strconv.Itoa(status)
	for _, want := range s.statuses {
		if want == code || strings.HasSuffix(want, "xx") && want[:1] == code[:1] {
			return true
		}
	}
	return false
}

// Body reports whether a body means success.
func (s Success) Body(body []byte) bool {
	for _, part := range s.contains {
		if !strings.Contains(string(body), part) {
			return false
		}
	}
	for _, v := range s.values {
		if !v.holds(body) {
			return false
		}
	}
	return true
}

func (v value) holds(body []byte) bool {
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.UseNumber() // so that 10 stays 10
	var at any
	if decoder.Decode(&at) != nil {
		return false
	}
	for _, step := range strings.Split(v.path, ".") {
		switch here := at.(type) {
		case map[string]any:
			at = here[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(here) {
				return false
			}
			at = here[i]
		default:
			return false
		}
	}
	if at == nil {
		return v.want == "null"
	}
	return fmt.Sprint(at) == v.want
}
