package shop

import (
	"testing"

	"hearten/internal/platform/clock"
)

func TestIsBirthday(t *testing.T) {
	date := func(text string) clock.Date {
		d, err := clock.ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		born, day string
		want      bool
	}{
		{"1990-11-15", "2026-11-15", true},
		{"1990-11-15", "2026-11-14", false},
		{"1990-11-15", "2026-12-15", false},
		{"1992-02-29", "2028-02-29", true},
		{"1992-02-29", "2028-02-28", false},
		{"1992-02-29", "2027-02-28", true},
		{"1992-02-29", "2027-03-01", false},
		{"1992-02-29", "2100-02-28", true},
		{"1992-02-29", "2000-02-28", false},
		{"1991-02-28", "2028-02-28", true},
		{"1991-02-28", "2028-02-29", false},
		{"2026-11-15", "2026-11-15", true},
	} {
		if got := isBirthday(date(c.born), date(c.day)); got != c.want {
			t.Errorf("born %s, on %s: %t", c.born, c.day, got)
		}
	}
	if isBirthday(clock.Date{}, date("2026-11-15")) {
		t.Error("someone without a birthday has one")
	}
}
