package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing that is wrong with the content, and where.
type Fault struct {
	Place
	Reason string
}

// Error writes file:line: reason.
func (f Fault) Error() string { return f.Place.String() + ": " + f.Reason }

// Faults is everything that is wrong with the content, in the order of files
// and lines: whoever edits it wants to hear all at once.
type Faults []Fault

// Error writes one fault per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

func (f *Faults) add(at Place, format string, args ...any) {
	*f = append(*f, Fault{at, fmt.Sprintf(format, args...)})
}

func (f Faults) sort() {
	slices.SortStableFunc(f, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
}
