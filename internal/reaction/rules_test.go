package reaction

import (
	"strconv"
	"testing"
	"time"
)

func TestSpan(t *testing.T) {
	day := time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		from, until         time.Time
		wantFrom, wantUntil time.Time
		refused             bool
	}{
		"a day":                {day, day.AddDate(0, 0, 1), day, day.AddDate(0, 0, 1).Add(time.Millisecond), false},
		"one millisecond":      {day, day, day, day.Add(time.Millisecond), false},
		"backwards":            {from: day, until: day.Add(-time.Millisecond), refused: true},
		"from the year 1":      {time.Time{}, day, oldest, day.Add(time.Millisecond), false},
		"to the end of 9999":   {day, time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC), day, youngest, false},
		"all before the first": {time.Time{}, time.Time{}.AddDate(1, 0, 0), oldest, oldest, false},
	} {
		got, err := Span{c.from, c.until}.check()
		if (err != nil) != c.refused || err == nil && (!got.From.Equal(c.wantFrom) || !got.Until.Equal(c.wantUntil)) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestCounts(t *testing.T) {
	sum := Counts{ResourceReads: 4}
	for kind, n := range map[Kind]int{Like: 1, Bookmark: 2, Read: 3} {
		for range n {
			sum = sum.plus(oneOf(kind))
		}
	}
	if want := (Counts{Likes: 1, Bookmarks: 2, Reads: 3, ResourceReads: 4}); sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
}

func TestReadInSQL(t *testing.T) {
	if readSQL != strconv.Itoa(int(Read)) {
		t.Errorf("Read is %d, in SQL %s", Read, readSQL)
	}
}
