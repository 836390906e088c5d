package health

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
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

// What is stored of a day is what was there.
func TestDayIsStoredAsItIs(t *testing.T) {
	var hours [24]dayHour
	hours[0] = dayHour{origin: `a "quoted" 來源`, counted: Amount{1, 2, 3}}
	hours[9] = dayHour{origin: "fit", counted: Amount{0, 0, 0}}
	hours[23] = dayHour{added: Amount{500, 7, 8}}
	back, err := decodeHours(encodeHours(hours))
	if err != nil || back != hours {
		t.Errorf("hours come back as %v, %v", back, err)
	}
	rows := []Row{{"fit", Span{at(-1, 0, 0), at(2, 0, 0)}, 5, 1, Body{1, 2}}, {`x\y`, Span{at(3, 0, 0), at(3, 0, 1)}, 0, 2, Body{}}}
	past := []Row{{"fit", Span{at(9, 0, 0), at(10, 0, 0)}, 5, 3, Body{1, 2}}}
	live, dead, err := decodeRows(at(0, 0, 0), encodeRows(at(0, 0, 0), rows, past))
	if err != nil || fmt.Sprint(live, dead) != fmt.Sprint(rows, past) {
		t.Errorf("rows come back as %v %v, %v", live, dead, err)
	}
	for _, broken := range []string{"", "{", `{"hours":[[1]]}`, `{"hours":[[24,-1,0,0,0]]}`, `{"hours":[[1,0,0,0,0]]}`} {
		if _, err := decodeHours(broken); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
	for _, broken := range []string{"{", `{"rows":[[0,0,0,0,0,0]]}`, `{"sources":["a"],"rows":[[0,0,0,0,0,0]]}`} {
		if _, _, err := decodeRows(0, broken); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
}

// What is stored is read back the same, whatever the names and numbers, and
// anything else is refused, never misread.
func FuzzDay(f *testing.F) {
	f.Add("fit", `],"rows":[[`, int64(100), int64(3), int64(-5), `{"sources":[],"hours":[]}`)
	f.Fuzz(func(t *testing.T, one, other string, steps, start, added int64, text string) {
		if one == "" || other == "" || one == other || !utf8.ValidString(one+other) {
			return
		}
		var hours [24]dayHour
		hours[3] = dayHour{origin: one, counted: Amount{steps, start, 0}, added: Amount{added, 0, 0}}
		hours[4] = dayHour{origin: other, counted: Amount{0, 0, added}}
		if back, err := decodeHours(encodeHours(hours)); err != nil || back != hours {
			t.Fatalf("%v became %v, %v", hours, back, err)
		}
		rows := []Row{{one, Span{start, start + 5}, steps, 1, Body{added, 2}}, {other, Span{0, 7}, 1, 2, Body{}}}
		live, past, err := decodeRows(0, encodeRows(0, rows, rows[:1]))
		if err != nil || fmt.Sprint(live, past) != fmt.Sprint(rows, rows[:1]) {
			t.Fatalf("%v became %v %v, %v", rows, live, past, err)
		}
		_, _ = decodeHours(text)
		_, _, _ = decodeRows(0, text)
	})
}
