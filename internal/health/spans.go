package health

import "slices"

// Span is a stretch of time, from its start up to its end, in milliseconds
// since 1970.
type Span struct{ Start, End int64 }

func (s Span) length() int64 { return s.End - s.Start }

// uncovered tells of each span, in the order they were sent, how much of its
// time no later one covers.
func uncovered(spans []Span) []int64 {
	left := make([]int64, len(spans))
	if len(spans) == 1 {
		left[0] = spans[0].length()
		return left
	}
	cuts := make([]int64, 0, 2*len(spans))
	for _, s := range spans {
		cuts = append(cuts, s.Start, s.End)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	// Later spans take pieces of time first; free leads from a piece to the next
	// one that nobody took.
	free := make([]int, len(cuts))
	for i := range free {
		free[i] = i
	}
	next := func(i int) int {
		for free[i] != i {
			free[i] = free[free[i]]
			i = free[i]
		}
		return i
	}
	for i := len(spans) - 1; i >= 0; i-- {
		first, _ := slices.BinarySearch(cuts, spans[i].Start)
		for p := next(first); cuts[p] < spans[i].End; p = next(p) {
			left[i] += cuts[p+1] - cuts[p]
			free[p] = p + 1
		}
	}
	return left
}
