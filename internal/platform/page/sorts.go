package page

import (
	"fmt"
	"slices"
	"strings"

	"hearten/internal/platform/fault"
)

// Sorts is the allow-list of a list's sortings, the default first: newest.
type Sorts []Sort

// Sort lets callers sort by a property of the items.
type Sort struct {
	Property string
	Column   string
	// Beyond marks a column that is not in the list's Core.
	Beyond bool
}

// Clients name the same moment in several ways; each group means one property.
var sameMoment = [][]string{
	{"createat", "createdat", "createdtime", "sendtime"},
	{"updatedat", "updatetime", "resourceupdatedat"},
}

func (s Sorts) find(property string) (Sort, bool) {
	names := []string{fold(property)}
	for _, group := range sameMoment {
		if slices.Contains(group, names[0]) {
			names = append(names, group...)
		}
	}
	for _, name := range names { // the exact name wins over its kin
		for _, sort := range s {
			if fold(sort.Property) == name {
				return sort, true
			}
		}
	}
	return Sort{}, false
}

// order writes the ORDER BY and tells what was applied.
func (s Sorts) order(asked []Sorting, tie string) (string, []Sort, []Sorting, error) {
	if len(asked) == 0 {
		asked = []Sorting{{s[0].Property, "DESC"}}
	}
	var terms []string
	var sorts []Sort
	applied := make([]Sorting, 0, len(asked))
	direction := ""
	for i, a := range asked {
		at := fmt.Sprintf("sortings[%d].", i)
		sort, ok := s.find(a.Property)
		if !ok {
			return "", nil, nil, fault.Invalid(ruleSortable.On(at + "property"))
		}
		direction = strings.ToUpper(a.Direction)
		if direction != "ASC" && direction != "DESC" {
			return "", nil, nil, fault.Invalid(ruleDirection.On(at + "direction"))
		}
		terms = append(terms, sort.Column+" "+direction)
		sorts = append(sorts, sort)
		applied = append(applied, Sorting{sort.Property, direction})
	}
	// The tie follows the last direction, so that one index serves both.
	terms = append(terms, tie+" "+direction)
	return strings.Join(terms, ", "), sorts, applied, nil
}
