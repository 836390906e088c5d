package wallet

import "testing"

func TestLevel(t *testing.T) {
	for _, c := range []struct {
		exp  int64
		want int
	}{
		{0, 1}, {99, 1}, {100, 2}, {249, 2}, {250, 3}, {449, 3}, {450, 4}, {699, 4}, {700, 5},
		{63699, 49}, {63700, 50}, {1 << 40, 50},
	} {
		if got := Level(c.exp); got != c.want {
			t.Errorf("%d exp are level %d, want %d", c.exp, got, c.want)
		}
	}
}
