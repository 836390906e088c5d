package health

import (
	"cmp"
	"slices"
)

// Row is steps that a source reported for a stretch of time.
type Row struct {
	Origin string
	Span
	Steps int64
	// Order is the row's place among all that were sent.
	Order int64
	// Body is whose steps they were, as it was when the row was sent.
	Body Body
}

// Hour is what the rows of an hour come to.
type Hour struct {
	// Origin is the one source that counts; "" where nobody reported.
	Origin string
	Amount
	// Overlap is what the counting source reported for time that a later row of
	// its own covers.
	Overlap int64
	// Others are the sources that do not count here.
	Others []Other
}

// Other is what a source that does not count would have come to.
type Other struct {
	Origin         string
	Steps, Overlap int64
}

const (
	hourMS = int64(3_600_000)
	dayMS  = 24 * hourMS
)

// Merge makes the hours of a day from all rows that touch it, and tells of each
// row how much of its time within the day no later row of its source covers.
// Ranks are the sources, the most recently chosen first.
//
// A row is first split over the hours it touches. Within an hour rows of one
// source never add up where they overlap: the row sent later has that time, the
// earlier keeps its share for the rest. Sources never add up at all: the most
// recently chosen one that has a row in the hour counts.
func Merge(day Span, rows []Row, ranks []string) (hours [24]Hour, left []int64) {
	var shares [24][]share
	for i, r := range rows {
		for _, p := range split(r) {
			if p.Start >= day.Start && p.Start < day.End {
				h := (p.Start - day.Start) / hourMS
				shares[h] = append(shares[h], share{part: p, row: i})
			}
		}
	}
	left = make([]int64, len(rows))
	for h, all := range shares {
		if len(all) > 0 {
			hours[h] = mergeHour(all, rows, ranks, left)
		}
	}
	return hours, left
}

// share is what a row has in an hour.
type share struct {
	part
	row int
}

func mergeHour(all []share, rows []Row, ranks []string, left []int64) (hour Hour) {
	slices.SortFunc(all, func(a, b share) int {
		x, y := rows[a.row], rows[b.row]
		return cmp.Or(cmp.Compare(rank(ranks, x.Origin), rank(ranks, y.Origin)),
			cmp.Compare(x.Origin, y.Origin), cmp.Compare(x.Order, y.Order))
	})
	for from := 0; from < len(all); {
		origin := rows[all[from].row].Origin
		to := from
		for to < len(all) && rows[all[to].row].Origin == origin {
			to++
		}
		amount, overlap := mergeSource(all[from:to], rows, left)
		if from == 0 {
			hour.Origin, hour.Amount, hour.Overlap = origin, amount, overlap
		} else {
			hour.Others = append(hour.Others, Other{origin, amount.Steps, overlap})
		}
		from = to
	}
	return hour
}

// mergeSource adds up one source's shares of an hour, in the order of sending.
func mergeSource(shares []share, rows []Row, left []int64) (amount Amount, overlap int64) {
	spans := make([]Span, len(shares))
	for i, s := range shares {
		spans[i] = s.Span
	}
	for i, free := range uncovered(spans) {
		s := shares[i]
		kept := (2*s.steps*free + s.length()) / (2 * s.length()) // to the nearest
		amount = amount.Plus(rows[s.row].Body.Amount(kept))
		overlap += s.steps - kept
		left[s.row] += free
	}
	return amount, overlap
}

// rank is the place of a source; those never chosen come last.
func rank(ranks []string, origin string) int {
	if i := slices.Index(ranks, origin); i >= 0 {
		return i
	}
	return len(ranks)
}

// part is a row's share of an hour.
type part struct {
	Span
	steps int64
}

// split shares a row's steps out over the hours it touches, by time. What is
// left over by rounding down goes to the largest remainders, the earlier first,
// so that no step is lost.
func split(r Row) []part {
	if r.Start/hourMS == (r.End-1)/hourMS {
		return []part{{r.Span, r.Steps}}
	}
	var parts []part
	var remainders []int64
	given := int64(0)
	for at := r.Start; at < r.End; {
		end := min((at/hourMS+1)*hourMS, r.End)
		exact := r.Steps * (end - at)
		parts = append(parts, part{Span{at, end}, exact / r.length()})
		remainders = append(remainders, exact%r.length())
		given += exact / r.length()
		at = end
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range order[:r.Steps-given] {
		parts[i].steps++
	}
	return parts
}
