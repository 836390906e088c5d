package health

import (
	"cmp"
	"slices"
	"time"

	"hearten/internal/platform/clock"
)

// day is everything about one day of one member.
type day struct {
	userID string
	date   clock.Date
	hours  [24]dayHour
	// rows touch the day and have time that no later row of their source covers;
	// past have none left. The latter are kept so that they are known again when
	// a retry brings them, and to explain what was set aside.
	rows, past []Row
	// last is when the last row ends, or nil: it outlives the rows.
	last *time.Time
	// was is the total as it is stored.
	was     Amount
	changed bool
}

// dayHour is an hour of a day: what a source counts for and what was added.
type dayHour struct {
	origin  string
	counted Amount
	added   Amount
}

func (h dayHour) total() Amount { return h.counted.Plus(h.added) }

const (
	// maxRowsADay bounds the rows that count for a day: three a minute.
	maxRowsADay = 5000
	// maxPast bounds the rows of a day that are kept only to be known again; each
	// synchronisation reads them. The ones sent longest ago are forgotten first.
	maxPast = 1000
)

func spanOf(d clock.Date) Span {
	start := d.Start().UnixMilli()
	return Span{start, start + dayMS}
}

// dates are the days that a span touches.
func (s Span) dates() []clock.Date {
	first, last := clock.DateOf(time.UnixMilli(s.Start)), clock.DateOf(time.UnixMilli(s.End-1))
	out := []clock.Date{first}
	for d := first; d.Before(last); {
		d = d.AddDays(1)
		out = append(out, d)
	}
	return out
}

func (d *day) total() (sum Amount) {
	for _, h := range d.hours {
		sum = sum.Plus(h.total())
	}
	return sum
}

// knows reports whether the very same row was sent before.
func (d *day) knows(r Row) bool {
	same := func(other Row) bool {
		return other.Span == r.Span && other.Steps == r.Steps && other.Origin == r.Origin
	}
	return slices.ContainsFunc(d.rows, same) || slices.ContainsFunc(d.past, same)
}

// add takes a new row in; merge makes it count.
func (d *day) add(r Row) {
	d.rows = append(d.rows, r)
	d.changed = true
	if end := time.UnixMilli(r.End).UTC(); d.last == nil || d.last.Before(end) {
		d.last = &end
	}
}

// merge counts the hours anew.
func (d *day) merge(ranks []string) {
	hours, left := Merge(spanOf(d.date), d.rows, ranks)
	for i, h := range hours {
		if d.hours[i].origin != h.Origin || d.hours[i].counted != h.Amount {
			d.hours[i].origin, d.hours[i].counted = h.Origin, h.Amount
			d.changed = true
		}
	}
	live := d.rows[:0]
	for i, r := range d.rows {
		if left[i] > 0 {
			live = append(live, r)
		} else {
			d.past = append(d.past, r)
		}
	}
	d.rows = live
	if over := len(d.past) - maxPast; over > 0 {
		slices.SortFunc(d.past, func(a, b Row) int { return cmp.Compare(a.Order, b.Order) })
		d.past = d.past[over:]
	}
}

// full reports whether more rows count for the day than can be kept.
func (d *day) full() bool { return len(d.rows) > maxRowsADay }

// adjust adds steps to an hour, or takes them back when negative.
func (d *day) adjust(hour int, a Amount) {
	d.hours[hour].added = d.hours[hour].added.Plus(a)
	d.changed = true
}

// origins are the sources that have rows.
func (d *day) origins() []string {
	var out []string
	for _, rows := range [][]Row{d.rows, d.past} {
		for _, r := range rows {
			if !slices.Contains(out, r.Origin) {
				out = append(out, r.Origin)
			}
		}
	}
	return out
}
