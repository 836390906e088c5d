package doctor

import "testing"

func TestRoomy(t *testing.T) {
	const g = 1 << 30
	for _, c := range []struct {
		free, total uint64
		want        State
	}{
		{0, 100 * g, Wrong}, {512<<20 - 1, g, Wrong}, {512 << 20, g, Doubtful}, {5*g - 1, 20 * g, Doubtful}, {5 * g, 20 * g, Fine},
		{50*g - 1, 1000 * g, Doubtful}, {50 * g, 1000 * g, Fine},
	} {
		if got := roomy(c.free, c.total); got != c.want {
			t.Errorf("%d free of %d is %s, want %s", c.free, c.total, got, c.want)
		}
	}
}
