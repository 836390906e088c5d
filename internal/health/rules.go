package health

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

// What a row must be.

const (
	// maxRows bounds one call.
	maxRows = 500
	// maxSteps is the most steps of a minute.
	maxSteps = 250
	// maxAhead is how far a device's clock may be ahead of ours.
	maxAhead = 5 * time.Minute
	// maxOriginName is the longest name of a source.
	maxOriginName = 255
)

var (
	ruleInstant   = fault.NewRule("必須是日期時間（YYYY-MM-DDThh:mm:ss.000Z）", "must be a date and time (YYYY-MM-DDThh:mm:ss.000Z)")
	ruleOrder     = fault.NewRule("必須晚於開始時間", "must be after startTime")
	ruleFuture    = fault.NewRule("不可在未來", "must not be in the future")
	ruleLong      = fault.NewRule("不可超過開始時間 24 小時", "must be at most 24 hours after startTime")
	ruleWhole     = fault.NewRule("必須是整數", "must be a whole number")
	ruleSteps     = fault.NewRule("必須為 0 至 %d（每分鐘最多 250 步）", "must be 0 to %d (250 a minute at most)")
	ruleRows      = fault.NewRule("必須最多有 %d 項", "must have at most %d items")
	ruleMeasure   = fault.NewRule("必須介乎 0 至 300", "must be from 0 to 300")
	ruleOrigin    = fault.NewRule("必須為 1 至 255 個字元", "must be 1 to 255 characters")
	ruleYears     = fault.NewRule("年份必須介乎 1980 至 2999", "must be within the years 1980 to 2999")
	ruleBirthdate = fault.NewRule("必須是日期（YYYY-MM-DD）", "must be a date (YYYY-MM-DD)")
)

// sentRow is a row as a caller wrote it. What is nil or empty was not given.
type sentRow struct {
	start, end string
	steps      *float64
}

// check parses a row and lists the rules it breaks; i is its index in the list.
func (r sentRow) check(i int, now time.Time) (row Row, faults []fault.Field) {
	start, ok := parseInstant(r.start)
	if !ok {
		faults = append(faults, missingOr(r.start, ruleInstant).On(inRow(i, "startTime")))
	}
	end, endOK := parseInstant(r.end)
	switch {
	case !endOK:
		faults = append(faults, missingOr(r.end, ruleInstant).On(inRow(i, "endTime")))
	case !ok:
	case !end.After(start):
		faults = append(faults, ruleOrder.On(inRow(i, "endTime")))
	case end.Sub(start) > 24*time.Hour:
		faults = append(faults, ruleLong.On(inRow(i, "endTime")))
	case end.After(now.Add(maxAhead)):
		faults = append(faults, ruleFuture.On(inRow(i, "endTime")))
	}
	most := int64(max(end.Sub(start), time.Minute) * maxSteps / time.Minute)
	switch {
	case r.steps == nil:
		faults = append(faults, fault.RuleRequired.On(inRow(i, "steps")))
	case *r.steps != math.Trunc(*r.steps):
		faults = append(faults, ruleWhole.On(inRow(i, "steps")))
	case len(faults) == 0 && (*r.steps < 0 || *r.steps > float64(most)):
		faults = append(faults, ruleSteps.On(inRow(i, "steps"), most))
	}
	if len(faults) > 0 {
		return Row{}, faults
	}
	return Row{Span: Span{start.UnixMilli(), end.UnixMilli()}, Steps: int64(*r.steps)}, nil
}

// inRow names a field of a row.
func inRow(i int, field string) string { return fmt.Sprintf("data[%d].%s", i, field) }

// isRecent reports whether a row is recent enough to count.
func (r Row) isRecent(now time.Time) bool { return r.End > now.Add(-maxRowAge).UnixMilli() }

// checkRows parses the rows of a call. One bad row refuses the call and is
// named; rows that are too old to count are left out.
func checkRows(sent []sentRow, now time.Time) ([]Row, error) {
	if len(sent) > maxRows {
		return nil, fault.Invalid(ruleRows.On("data", maxRows))
	}
	rows := make([]Row, 0, len(sent))
	var faults []fault.Field
	for i, s := range sent {
		row, found := s.check(i, now)
		if faults = append(faults, found...); len(found) == 0 && row.isRecent(now) {
			rows = append(rows, row)
		}
	}
	if len(faults) > 0 {
		return nil, fault.Invalid(faults...)
	}
	return rows, nil
}

// parseInstant parses an instant to the millisecond.
func parseInstant(text string) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339Nano, text)
	return at.UTC().Truncate(time.Millisecond), err == nil
}

// checkBody parses the body that comes with rows; 0 is not known.
func checkBody(at func(field string) string, birthdate string, height, weight *float64) (body Body, faults []fault.Field) {
	if _, err := clock.ParseDate(birthdate[:min(len(birthdate), 10)]); err != nil {
		faults = append(faults, missingOr(birthdate, ruleBirthdate).On(at("birthdate")))
	}
	measure := func(field string, v *float64) int64 {
		if v == nil {
			faults = append(faults, fault.RuleRequired.On(at(field)))
			return 0
		}
		if *v < 0 || *v > 300 {
			faults = append(faults, ruleMeasure.On(at(field)))
			return 0
		}
		return hundredths(*v)
	}
	body = Body{measure("height", height), measure("weight", weight)}
	return body, faults
}

// missingOr is the rule that a text breaks: it is missing, or not as the rule says.
func missingOr(text string, rule fault.Rule) fault.Rule {
	if text == "" {
		return fault.RuleRequired
	}
	return rule
}

// How rows become hours.

// Hour is what the rows of an hour come to.
type Hour struct {
	// Origin is the one source that counts; "" where none reported.
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

// Merge counts the hours of a day from all rows that touch it. For each row,
// left is how much of its time within the day no later row of its source covers.
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

// rank is the index of a source; those never chosen come last.
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

// split distributes a row's steps over the hours it touches, by time. What
// rounding down leaves goes to the largest remainders, the earlier first, so that
// no step is lost.
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

// uncovered is, for each span in the order they were sent, how much of its time
// no later one covers.
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
	// one that is not taken.
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

// putFirst puts a source in front of the others.
func putFirst(origins []string, origin string) []string {
	out := append(make([]string, 0, len(origins)+1), origin)
	for _, o := range origins {
		if o != origin {
			out = append(out, o)
		}
	}
	return out[:min(len(out), maxOrigins)]
}

// isFullDay reports whether the chosen source of the shown hours is one of
// fullDay; where no hour has a source, the chosen source of all.
func isFullDay(fullDay, origins []string, hours []dayHour) bool {
	shown := -1
	for _, h := range hours {
		if h.origin == "" {
			continue
		}
		if r := rank(origins, h.origin); shown < 0 || r < shown {
			shown = r
		}
	}
	shown = max(shown, 0)
	return shown < len(origins) && slices.Contains(fullDay, origins[shown])
}
