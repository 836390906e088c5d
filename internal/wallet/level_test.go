package wallet

import (
	"slices"
	"testing"
)

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		exp  int64
		want Standing
	}{
		{0, Standing{1, 0, 100}}, {99, Standing{1, 99, 100}}, {100, Standing{2, 0, 150}}, {249, Standing{2, 149, 150}},
		{250, Standing{3, 0, 200}}, {449, Standing{3, 199, 200}}, {450, Standing{4, 0, 250}}, {700, Standing{5, 0, 300}},
		{61199, Standing{48, 2449, 2450}}, {61200, Standing{49, 0, 2500}}, {63699, Standing{49, 2499, 2500}},
		{63700, Standing{50, 2550, 2550}}, {63701, Standing{50, 2550, 2550}}, {1 << 40, Standing{50, 2550, 2550}},
	} {
		if got := Progress(c.exp); got != c.want {
			t.Errorf("%d exp are %+v, want %+v", c.exp, got, c.want)
		}
		if got := Level(c.exp); got != c.want.Level {
			t.Errorf("%d exp are level %d, want %d", c.exp, got, c.want.Level)
		}
	}
}

func TestChart(t *testing.T) {
	chart := Chart()
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
		if got := Around(level); !slices.Equal(got, want) {
			t.Errorf("around %d: %v, want %v", level, got, want)
		}
	}
}
