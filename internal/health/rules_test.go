package health

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/fault"
	"hearten/internal/platform/words"
)

// at is an instant of 15 November 2026 in Hong Kong; hours beyond 24 are the
// next day, below 0 the day before.
func at(hour, minute, second int) int64 {
	return time.Date(2026, 11, 15, hour-8, minute, second, 0, time.UTC).UnixMilli()
}

func row(origin string, start, end, steps, order int64) Row {
	return Row{Origin: origin, Span: Span{start, end}, Steps: steps, Order: order}
}

// told writes hours as "9 fit 120" with what was set aside: "-30", "watch:40".
func told(hours [24]Hour) string {
	var out []string
	for i, h := range hours {
		if h.Origin == "" {
			continue
		}
		line := fmt.Sprintf("%d %s %d", i, h.Origin, h.Steps)
		if h.Overlap > 0 {
			line += fmt.Sprintf(" -%d", h.Overlap)
		}
		for _, o := range h.Others {
			line += fmt.Sprintf(" %s:%d", o.Origin, o.Steps)
			if o.Overlap > 0 {
				line += fmt.Sprintf("-%d", o.Overlap)
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

func TestMerge(t *testing.T) {
	fit, watch := "fit", "watch"
	for name, c := range map[string]struct {
		rows  []Row
		ranks []string
		want  string
	}{
		"nothing":       {nil, nil, ""},
		"an hour":       {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 120, 1)}, []string{fit}, "9 fit 120"},
		"no steps":      {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 0, 1)}, []string{fit}, "9 fit 0"},
		"half and half": {[]Row{row(fit, at(9, 30, 0), at(10, 30, 0), 101, 1)}, []string{fit}, "9 fit 51; 10 fit 50"},
		"largest remainder": { // 20, 60 and 20 minutes of 8: 1.6, 4.8, 1.6
			[]Row{row(fit, at(8, 40, 0), at(10, 20, 0), 8, 1)}, []string{fit}, "8 fit 2; 9 fit 5; 10 fit 1"},
		"from the day before": {[]Row{row(fit, at(-1, 30, 0), at(0, 30, 0), 100, 1)}, []string{fit}, "0 fit 50"},
		"into the next day":   {[]Row{row(fit, at(23, 30, 0), at(24, 30, 0), 100, 1)}, []string{fit}, "23 fit 50"},
		"a whole day": {[]Row{row(fit, at(0, 0, 0), at(24, 0, 0), 24, 1)}, []string{fit},
			"0 fit 1; 1 fit 1; 2 fit 1; 3 fit 1; 4 fit 1; 5 fit 1; 6 fit 1; 7 fit 1; 8 fit 1; 9 fit 1; 10 fit 1; 11 fit 1; " +
				"12 fit 1; 13 fit 1; 14 fit 1; 15 fit 1; 16 fit 1; 17 fit 1; 18 fit 1; 19 fit 1; 20 fit 1; 21 fit 1; 22 fit 1; 23 fit 1"},
		"side by side": {[]Row{row(fit, at(9, 0, 0), at(9, 30, 0), 10, 1), row(fit, at(9, 30, 0), at(10, 0, 0), 20, 2)}, []string{fit}, "9 fit 30"},
		"side by side, sent backwards": {[]Row{row(fit, at(9, 0, 0), at(9, 30, 0), 10, 2), row(fit, at(9, 30, 0), at(10, 0, 0), 20, 1)},
			[]string{fit}, "9 fit 30"},
		"corrected upwards":   {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(fit, at(9, 0, 0), at(10, 0, 0), 150, 2)}, []string{fit}, "9 fit 150 -100"},
		"corrected downwards": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(fit, at(9, 0, 0), at(10, 0, 0), 50, 2)}, []string{fit}, "9 fit 50 -100"},
		"the later has half":  {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(fit, at(9, 30, 0), at(10, 0, 0), 7, 2)}, []string{fit}, "9 fit 57 -50"},
		"the earlier is within the later": {[]Row{row(fit, at(9, 20, 0), at(9, 30, 0), 40, 1), row(fit, at(9, 0, 0), at(10, 0, 0), 60, 2)},
			[]string{fit}, "9 fit 60 -40"},
		"the later is within the earlier": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 60, 1), row(fit, at(9, 20, 0), at(9, 30, 0), 40, 2)},
			[]string{fit}, "9 fit 90 -10"},
		"three": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 60, 1), row(fit, at(9, 0, 0), at(9, 40, 0), 40, 2), row(fit, at(9, 20, 0), at(9, 50, 0), 30, 3)},
			[]string{fit}, "9 fit 60 -70"}, // 10 minutes, 20 minutes and all of the last
		"a day's sum over hours known": {[]Row{row(fit, at(9, 0, 0), at(11, 0, 0), 200, 1), row(fit, at(10, 0, 0), at(11, 0, 0), 30, 2)},
			[]string{fit}, "9 fit 100; 10 fit 30 -100"},
		"two sources, the chosen counts": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(watch, at(9, 0, 0), at(10, 0, 0), 80, 2)},
			[]string{watch, fit}, "9 watch 80 fit:100"},
		"two sources, the other way": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(watch, at(9, 0, 0), at(10, 0, 0), 80, 2)},
			[]string{fit, watch}, "9 fit 100 watch:80"},
		"where the chosen has nothing the other counts": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(watch, at(10, 0, 0), at(10, 5, 0), 80, 2)},
			[]string{watch, fit}, "9 fit 100; 10 watch 80"},
		"the chosen counts with none": {[]Row{row(fit, at(9, 0, 0), at(10, 0, 0), 100, 1), row(watch, at(9, 59, 59), at(10, 0, 0), 0, 2)},
			[]string{watch, fit}, "9 watch 0 fit:100"},
		"never chosen comes last": {[]Row{row("old", at(9, 0, 0), at(10, 0, 0), 1, 1), row(fit, at(9, 0, 0), at(10, 0, 0), 2, 0)},
			[]string{fit}, "9 fit 2 old:1"},
		"three seconds across the hour": {[]Row{row(fit, at(9, 59, 58), at(10, 0, 1), 3, 1)}, []string{fit}, "9 fit 2; 10 fit 1"},
	} {
		t.Run(name, func(t *testing.T) {
			hours, _ := Merge(Span{at(0, 0, 0), at(24, 0, 0)}, c.rows, c.ranks)
			if got := told(hours); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestMergeTellsWhatIsLeft(t *testing.T) {
	rows := []Row{row("fit", at(9, 0, 0), at(11, 0, 0), 60, 1), row("watch", at(9, 0, 0), at(10, 0, 0), 60, 2), row("fit", at(9, 0, 0), at(10, 30, 0), 5, 3),
		row("fit", at(10, 30, 0), at(11, 0, 0), 5, 4)}
	_, left := Merge(Span{at(0, 0, 0), at(24, 0, 0)}, rows, []string{"fit", "watch"})
	if fmt.Sprint(left) != fmt.Sprint([]int64{0, hourMS, 3 * hourMS / 2, hourMS / 2}) {
		t.Errorf("left: %v", left)
	}
}

// Distance and calories go by the body of each row, and are exact in sums.
func TestMergeKeepsBodies(t *testing.T) {
	small, tall := Body{Height: 15000, Weight: 5000}, Body{Height: 18000, Weight: 9000}
	rows := []Row{
		{Origin: "fit", Span: Span{at(9, 0, 0), at(9, 30, 0)}, Steps: 1000, Order: 1, Body: small},
		{Origin: "fit", Span: Span{at(9, 30, 0), at(10, 0, 0)}, Steps: 1000, Order: 2, Body: tall},
		{Origin: "fit", Span: Span{at(10, 0, 0), at(11, 0, 0)}, Steps: 1000, Order: 3},
	}
	hours, _ := Merge(Span{at(0, 0, 0), at(24, 0, 0)}, rows, []string{"fit"})
	// 0.621 km and 0.7452 km; 22.6665 kcal and 48.95964 kcal
	if h := hours[9]; h.Steps != 2000 || h.Distance != 13_662_000_000 || h.Calories != 71_626_140 || h.Kilometres() != 1.37 || h.Kilocalories() != 71.63 {
		t.Errorf("hour 9: %+v", h)
	}
	if h := hours[10]; h.Steps != 1000 || h.Distance != 0 || h.Calories != 0 {
		t.Errorf("without a body: %+v", h)
	}
}

// refused is what a refusal says in English, field by field.
func refused(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var refusal *fault.Error
	if !errors.As(err, &refusal) || refusal.Code != fault.Validation {
		t.Fatalf("not a refusal: %v", err)
	}
	return refusal.Message(words.English)
}

func TestCheckRows(t *testing.T) {
	now := time.Date(2026, 11, 15, 4, 0, 0, 0, time.UTC)
	steps := func(n float64) *float64 { return &n }
	for name, c := range map[string]struct {
		start, end string
		steps      *float64
		want       string
	}{
		"an hour":                     {"2026-11-15T03:00:00Z", "2026-11-15T04:00:00Z", steps(15000), ""},
		"one step too many":           {"2026-11-15T03:00:00Z", "2026-11-15T04:00:00Z", steps(15001), "data[0].steps: must be 0 to 15000 (250 a minute at most)"},
		"a second counts as a minute": {"2026-11-15T03:00:00Z", "2026-11-15T03:00:01Z", steps(250), ""},
		"a second has no more":        {"2026-11-15T03:00:00Z", "2026-11-15T03:00:01Z", steps(251), "data[0].steps: must be 0 to 250 (250 a minute at most)"},
		"no steps":                    {"2026-11-15T03:00:00Z", "2026-11-15T04:00:00Z", steps(0), ""},
		"fewer than none":             {"2026-11-15T03:00:00Z", "2026-11-15T04:00:00Z", steps(-1), "data[0].steps: must be 0 to 15000 (250 a minute at most)"},
		"half a step":                 {"2026-11-15T03:00:00Z", "2026-11-15T04:00:00Z", steps(0.5), "data[0].steps: must be a whole number"},
		"24 hours":                    {"2026-11-14T03:00:00Z", "2026-11-15T03:00:00Z", steps(1), ""},
		"a millisecond more":          {"2026-11-14T03:00:00Z", "2026-11-15T03:00:00.001Z", steps(1), "data[0].endTime: must be at most 24 hours after startTime"},
		"a microsecond more":          {"2026-11-14T03:00:00Z", "2026-11-15T03:00:00.000001Z", steps(1), ""},
		"five minutes ahead":          {"2026-11-15T04:00:00Z", "2026-11-15T04:05:00Z", steps(1), ""},
		"more than five":              {"2026-11-15T04:00:00Z", "2026-11-15T04:05:00.001Z", steps(1), "data[0].endTime: must not be in the future"},
		"another zone":                {"2026-11-15T11:00:00+08:00", "2026-11-15T12:00:00+08:00", steps(1), ""},
		"no time at all":              {"2026-11-15T03:00:00Z", "2026-11-15T03:00:00Z", steps(1), "data[0].endTime: must be after startTime"},
		"less than a millisecond":     {"2026-11-15T03:00:00Z", "2026-11-15T03:00:00.0009Z", steps(1), "data[0].endTime: must be after startTime"},
		"nothing given":               {"", "", nil, "data[0].startTime: is required; data[0].endTime: is required; data[0].steps: is required"},
		"not instants": {"2026-11-15", "soon", steps(1),
			"data[0].startTime: must be a date and time (YYYY-MM-DDThh:mm:ss.000Z); data[0].endTime: must be a date and time (YYYY-MM-DDThh:mm:ss.000Z)"},
		"steps are not compared with a wrong span": {"2026-11-15T04:00:00Z", "2026-11-15T03:00:00Z", steps(99999), "data[0].endTime: must be after startTime"},
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := checkRows([]sentRow{{c.start, c.end, c.steps}}, now)
			if got := refused(t, err); got != c.want || (got == "") != (len(rows) == 1) {
				t.Errorf("%d rows, refused for %q, want %q", len(rows), got, c.want)
			}
		})
	}
}

func TestCheckRowsOfACall(t *testing.T) {
	now, one := time.Date(2026, 11, 15, 4, 0, 0, 0, time.UTC), 1.0
	ending := func(end time.Time) sentRow {
		return sentRow{end.Add(-time.Hour).Format(time.RFC3339Nano), end.Format(time.RFC3339Nano), &one}
	}
	limit := now.Add(-60 * 24 * time.Hour)
	rows, err := checkRows([]sentRow{ending(limit), ending(limit.Add(time.Millisecond)), ending(now)}, now)
	if err != nil || len(rows) != 2 || rows[0].End != limit.UnixMilli()+1 {
		t.Errorf("what ended 60 days ago is left out: %v, %v", rows, err)
	}
	bad := sentRow{ending(now).start, ending(now).end, nil}
	if _, err := checkRows([]sentRow{ending(now), bad, bad}, now); refused(t, err) != "data[1].steps: is required; data[2].steps: is required" {
		t.Errorf("bad rows are named: %v", err)
	}
	if _, err := checkRows(make([]sentRow, 501), now); refused(t, err) != "data: must have at most 500 items" {
		t.Errorf("501 rows: %v", err)
	}
}

func TestCheckBody(t *testing.T) {
	number := func(n float64) *float64 { return &n }
	for name, c := range map[string]struct {
		birthdate      string
		height, weight *float64
		body           Body
		want           string
	}{
		"a body":         {"1990-02-28", number(170.5), number(60), Body{17050, 6000}, ""},
		"to a hundredth": {"1990-02-28", number(170.006), number(60.004), Body{17001, 6000}, ""},
		"not known":      {"1990-02-28", number(0), number(0), Body{}, ""},
		"the largest":    {"1990-02-28", number(300), number(300), Body{30000, 30000}, ""},
		"larger":         {"1990-02-28", number(300.01), number(-0.01), Body{}, "height: must be from 0 to 300; weight: must be from 0 to 300"},
		"an instant":     {"1990-02-28T00:00:00Z", number(1), number(1), Body{100, 100}, ""},
		"not a day":      {"1990-02-30", number(1), number(1), Body{100, 100}, "birthdate: must be a date (YYYY-MM-DD)"},
		"nothing":        {"", nil, nil, Body{}, "birthdate: is required; height: is required; weight: is required"},
	} {
		t.Run(name, func(t *testing.T) {
			body, faults := checkBody(func(field string) string { return field }, c.birthdate, c.height, c.weight)
			got := ""
			if len(faults) > 0 {
				got = refused(t, fault.Invalid(faults...))
			}
			if body != c.body || got != c.want {
				t.Errorf("%v, refused for %q, want %v, %q", body, got, c.body, c.want)
			}
		})
	}
}

func TestPutFirst(t *testing.T) {
	for _, c := range []struct{ before, origin, want string }{
		{"", "fit", "fit"},
		{"fit", "fit", "fit"},
		{"fit watch", "watch", "watch fit"},
		{"fit watch", "legacy", "legacy fit watch"},
	} {
		if got := strings.Join(putFirst(strings.Fields(c.before), c.origin), " "); got != c.want {
			t.Errorf("%s before %s: %s, want %s", c.origin, c.before, got, c.want)
		}
	}
	var many []string
	for i := range maxOrigins {
		many = append(many, fmt.Sprint("source", i))
	}
	if got := putFirst(many, "new"); len(got) != maxOrigins || got[0] != "new" || got[maxOrigins-1] != "source98" {
		t.Errorf("of %d the oldest choice is dropped: %v", len(got), got)
	}
}

func TestIsFullDay(t *testing.T) {
	for name, c := range map[string]struct {
		origins, hours string // hours by their source, - is none
		want           bool
	}{
		"nothing known":                    {"", "- -", false},
		"the chosen source, nothing shown": {"samsung fit", "- -", true},
		"another is shown":                 {"samsung fit", "fit -", false},
		"the more recently chosen decides": {"samsung fit", "fit samsung", true},
		"the other way":                    {"fit samsung", "fit samsung", false},
		"never chosen":                     {"fit", "samsung", false},
	} {
		var hours []dayHour
		for _, o := range strings.Fields(c.hours) {
			hours = append(hours, dayHour{origin: strings.Trim(o, "-")})
		}
		if got := isFullDay([]string{"samsung"}, strings.Fields(c.origins), hours); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
