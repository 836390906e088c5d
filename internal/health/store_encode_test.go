package health

import (
	"fmt"
	"testing"
	"unicode/utf8"
)

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
