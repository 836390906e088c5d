package doctor

import (
	"testing"
	"time"
)

func TestApart(t *testing.T) {
	at := func(second int) time.Time { return time.Unix(int64(second), 0) }
	for _, c := range []struct{ before, theirs, after, want int }{
		{10, 10, 10, 0}, {10, 15, 20, 0}, {10, 10, 20, 0}, {10, 20, 20, 0}, {10, 7, 20, 3}, {10, 24, 20, 4},
	} {
		if got := apart(at(c.before), at(c.theirs), at(c.after)); got != time.Duration(c.want)*time.Second {
			t.Errorf("read at %d between %d and %d: %s apart, want %d s", c.theirs, c.before, c.after, got, c.want)
		}
	}
}

func TestRoomy(t *testing.T) {
	const g = 1 << 30
	for _, c := range []struct {
		free, total uint64
		want        State
	}{
		{0, 100 * g, Wrong}, {512<<20 - 1, g, Wrong}, {512 << 20, g, Doubtful}, {5*g - 1, 20 * g, Doubtful}, {5 * g, 20 * g, Fine},
		{50*g - 1, 1000 * g, Doubtful}, {50 * g, 1000 * g, Fine},
	} {
		if got := judgeSpace(c.free, c.total); got != c.want {
			t.Errorf("%d free of %d is %s, want %s", c.free, c.total, got, c.want)
		}
	}
}
