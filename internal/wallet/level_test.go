package wallet

import (
	"slices"
	"testing"
)

// programme is the way of the programme: 100 to the second level, and 50 more
// from each level to the next.
func programme() Levels {
	levels := make(Levels, 50)
	for i := range levels {
		levels[i] = 100 + 50*int64(i)
	}
	return levels
}

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		exp  int64
		want Progress
	}{
		{0, Progress{1, 0, 100}}, {99, Progress{1, 99, 100}}, {100, Progress{2, 0, 150}}, {249, Progress{2, 149, 150}},
		{250, Progress{3, 0, 200}}, {449, Progress{3, 199, 200}}, {450, Progress{4, 0, 250}}, {700, Progress{5, 0, 300}},
		{61199, Progress{48, 2449, 2450}}, {61200, Progress{49, 0, 2500}}, {63699, Progress{49, 2499, 2500}},
		{63700, Progress{50, 2550, 2550}}, {63701, Progress{50, 2550, 2550}}, {1 << 40, Progress{50, 2550, 2550}},
	} {
		if got := programme().Progress(c.exp); got != c.want {
			t.Errorf("%d exp are %+v, want %+v", c.exp, got, c.want)
		}
		if got := programme().Of(c.exp); got != c.want.Level {
			t.Errorf("%d exp are level %d, want %d", c.exp, got, c.want.Level)
		}
	}
}

func TestChart(t *testing.T) {
	chart := programme().Chart()
	if len(chart) != 50 {
		t.Fatalf("%d levels", len(chart))
	}
	for i, want := range map[int]Step{
		0: {1, 100, 0, 99}, 1: {2, 150, 100, 249}, 2: {3, 200, 250, 449}, 48: {49, 2500, 61200, 63699}, 49: {50, 2550, 63700, 66250},
	} {
		if chart[i] != want {
			t.Errorf("step %d is %+v, want %+v", i+1, chart[i], want)
		}
	}
}

func TestLevelsAround(t *testing.T) {
	for level, want := range map[int][]int{
		1: {1, 2, 3, 4}, 2: {1, 2, 3, 4, 5}, 10: {9, 10, 11, 12, 13}, 47: {46, 47, 48, 49, 50}, 48: {47, 48, 49, 50}, 50: {49, 50},
	} {
		if got := programme().Around(level); !slices.Equal(got, want) {
			t.Errorf("around %d: %v, want %v", level, got, want)
		}
	}
}

// A programme may have a single level.
func TestOneLevel(t *testing.T) {
	one := Levels{10}
	if got := one.Progress(25); got != (Progress{1, 10, 10}) {
		t.Errorf("%+v", got)
	}
	if got := one.Chart(); len(got) != 1 || got[0] != (Step{1, 10, 0, 10}) {
		t.Errorf("%+v", got)
	}
}
