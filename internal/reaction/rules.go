package reaction

import (
	"time"

	"hearten/internal/platform/fault"
)

var ruleAfterStart = fault.NewRule("不可早於 startTime", "must not be before startTime")

// Span is a time from one millisecond to another, both included: callers name
// times to the millisecond.
type Span struct{ From, Until time.Time }

// check refuses a span that ends before it begins. In the span that it gives the
// end is not included.
func (s Span) check() (Span, error) {
	if s.Until.Before(s.From) {
		return s, fault.Invalid(ruleAfterStart.On("endTime"))
	}
	return Span{storable(s.From), storable(s.Until.Add(time.Millisecond))}, nil
}

// No reaction is older or younger than these. Callers who want everything may
// name times up to the last day of 9999; SQLite cannot compare the day after it.
var (
	oldest   = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	youngest = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)
)

func storable(at time.Time) time.Time {
	switch {
	case at.Before(oldest):
		return oldest
	case at.After(youngest):
		return youngest
	default:
		return at
	}
}

// oneOf counts one reaction.
func oneOf(kind Kind) Counts {
	switch kind {
	case Like:
		return Counts{Likes: 1}
	case Bookmark:
		return Counts{Bookmarks: 1}
	default:
		return Counts{Reads: 1}
	}
}

func (c Counts) plus(d Counts) Counts {
	return Counts{c.Likes + d.Likes, c.Bookmarks + d.Bookmarks, c.Reads + d.Reads, c.ResourceReads + d.ResourceReads}
}
