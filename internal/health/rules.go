package health

import (
	"fmt"
	"math"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

const (
	// maxRows bounds one call.
	maxRows = 500
	// maxSteps is what a minute may have.
	maxSteps = 250
	// ahead is how far a device's clock may be before ours.
	ahead = 5 * time.Minute
	// maxOrigin is the longest name of a source.
	maxOrigin = 255
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

// check reads a row and says which rules it breaks; i is its place in the list.
func (r sentRow) check(i int, now time.Time) (row Row, broken []fault.Field) {
	start, ok := readInstant(r.start)
	if !ok {
		broken = append(broken, missingOr(r.start, ruleInstant).On(inRow(i, "startTime")))
	}
	end, endOK := readInstant(r.end)
	switch {
	case !endOK:
		broken = append(broken, missingOr(r.end, ruleInstant).On(inRow(i, "endTime")))
	case !ok:
	case !end.After(start):
		broken = append(broken, ruleOrder.On(inRow(i, "endTime")))
	case end.Sub(start) > 24*time.Hour:
		broken = append(broken, ruleLong.On(inRow(i, "endTime")))
	case end.After(now.Add(ahead)):
		broken = append(broken, ruleFuture.On(inRow(i, "endTime")))
	}
	most := int64(max(end.Sub(start), time.Minute) * maxSteps / time.Minute)
	switch {
	case r.steps == nil:
		broken = append(broken, fault.RuleRequired.On(inRow(i, "steps")))
	case *r.steps != math.Trunc(*r.steps):
		broken = append(broken, ruleWhole.On(inRow(i, "steps")))
	case len(broken) == 0 && (*r.steps < 0 || *r.steps > float64(most)):
		broken = append(broken, ruleSteps.On(inRow(i, "steps"), most))
	}
	if len(broken) > 0 {
		return Row{}, broken
	}
	return Row{Span: Span{start.UnixMilli(), end.UnixMilli()}, Steps: int64(*r.steps)}, nil
}

// inRow names a field of a row.
func inRow(i int, field string) string { return fmt.Sprintf("data[%d].%s", i, field) }

// counts reports whether a row is young enough to count.
func (r Row) counts(now time.Time) bool { return r.End > now.Add(-reportable).UnixMilli() }

// checkRows reads the rows of a call. One bad row refuses it and is named; what
// is too old is left out.
func checkRows(sent []sentRow, now time.Time) ([]Row, error) {
	if len(sent) > maxRows {
		return nil, fault.Invalid(ruleRows.On("data", maxRows))
	}
	rows := make([]Row, 0, len(sent))
	var broken []fault.Field
	for i, s := range sent {
		row, faults := s.check(i, now)
		if broken = append(broken, faults...); len(faults) == 0 {
			rows = append(rows, row)
		}
	}
	if len(broken) > 0 {
		return nil, fault.Invalid(broken...)
	}
	return rows, nil
}

// young leaves out the rows that are too old to count.
func young(rows []Row, now time.Time) []Row {
	out := rows[:0]
	for _, r := range rows {
		if r.counts(now) {
			out = append(out, r)
		}
	}
	return out
}

// readInstant reads an instant to the millisecond.
func readInstant(text string) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339Nano, text)
	return at.UTC().Truncate(time.Millisecond), err == nil
}

// readDay reads the day that an instant or a date names; "" is today.
func readDay(field, text string, now time.Time) (clock.Date, error) {
	if text == "" {
		return clock.DateOf(now), nil
	}
	date, err := clock.ParseDate(text)
	if err != nil {
		at, ok := readInstant(text)
		if !ok {
			return clock.Date{}, fault.Invalid(ruleInstant.On(field))
		}
		date = clock.DateOf(at)
	}
	if !known(date) {
		return clock.Date{}, fault.Invalid(ruleYears.On(field))
	}
	return date, nil
}

// known reports whether the calendar is plain at that date: Hong Kong had
// summer time before, and engines have last days.
func known(d clock.Date) bool { return d.Year >= 1980 && d.Year < 3000 }

// checkBody reads the body that comes with rows; 0 says that it is not known.
func checkBody(at func(field string) string, birthdate string, height, weight *float64) (body Body, broken []fault.Field) {
	if _, err := clock.ParseDate(birthdate[:min(len(birthdate), 10)]); err != nil {
		broken = append(broken, missingOr(birthdate, ruleBirthdate).On(at("birthdate")))
	}
	measure := func(field string, v *float64) int64 {
		if v == nil {
			broken = append(broken, fault.RuleRequired.On(at(field)))
			return 0
		}
		if *v < 0 || *v > 300 {
			broken = append(broken, ruleMeasure.On(at(field)))
			return 0
		}
		return hundredths(*v)
	}
	body = Body{measure("height", height), measure("weight", weight)}
	return body, broken
}

func missingOr(text string, rule fault.Rule) fault.Rule {
	if text == "" {
		return fault.RuleRequired
	}
	return rule
}
