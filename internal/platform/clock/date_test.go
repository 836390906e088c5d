package clock

import (
	"encoding/json"
	"testing"
	"time"
)

func TestDateOfFollowsHongKong(t *testing.T) {
	for instant, want := range map[string]string{
		"2026-11-15T15:59:59Z": "2026-11-15",
		"2026-11-15T16:00:00Z": "2026-11-16",
		"2024-02-28T16:00:00Z": "2024-02-29",
		"2026-12-31T16:00:00Z": "2027-01-01",
	} {
		at, err := time.Parse(time.RFC3339, instant)
		if err != nil {
			t.Fatal(err)
		}
		if got := DateOf(at).String(); got != want {
			t.Errorf("%s is %s in Hong Kong, want %s", instant, got, want)
		}
	}
}

func TestDateStartAndEnd(t *testing.T) {
	d, err := ParseDate("2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Start().Format(time.RFC3339); got != "2026-02-28T16:00:00Z" {
		t.Errorf("starts at %s", got)
	}
	if got := d.End(); !got.Equal(d.AddDays(1).Start()) {
		t.Errorf("ends at %s", got)
	}
	if got := d.AddDays(-1).String(); got != "2026-02-28" || d.Before(d.AddDays(-1)) {
		t.Errorf("the day before is %s", got)
	}
}

func TestDateRefusesWhatIsNone(t *testing.T) {
	for _, bad := range []string{"", "2026-2-1", "2026-02-30", "2025-02-29", "26-01-01", "2026-13-01", "2026-01-01x", "二零二六"} {
		if d, err := ParseDate(bad); err == nil {
			t.Errorf("%q was read as %s", bad, d)
		}
	}
}

func TestDateScans(t *testing.T) {
	for _, src := range []any{"2026-11-15", []byte("2026-11-15"), "2026-11-15T00:00:00Z", time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)} {
		var d Date
		if err := d.Scan(src); err != nil || d.String() != "2026-11-15" {
			t.Errorf("%v scans as %s, %v", src, d, err)
		}
	}
	d := Date{2026, 1, 1}
	if err := d.Scan(nil); err != nil || !d.IsZero() {
		t.Errorf("NULL scans as %s, %v", d, err)
	}
	if v, err := (Date{}).Value(); v != nil || err != nil {
		t.Errorf("no date is stored as %v, %v", v, err)
	}
	if err := d.Scan(7); err == nil {
		t.Error("a number was read as a date")
	}
}

// Whatever is read as a date is written back the same.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{`"2026-11-15"`, `null`, `""`, `"2026-02-30"`, `"0001-01-01"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d Date
		if json.Unmarshal(text, &d) != nil {
			return
		}
		out, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var again Date
		if err := json.Unmarshal(out, &again); err != nil || again != d {
			t.Fatalf("%s became %s, then %v %v", text, out, again, err)
		}
	})
}
