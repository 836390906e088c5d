package lesson

import (
	"slices"
	"testing"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
)

func TestCategoryNames(t *testing.T) {
	for stored, want := range map[string][]string{
		"[]":        {},
		"[2]":       {"精神健康"},
		"[4,1]":     {"與人連繫", "復元概念"},
		"[0,5,-1]":  {}, // 0 is "all", which no lesson is in
		"no list":   {},
		"[1,2,3,4]": {"復元概念", "精神健康", "身體健康", "與人連繫"},
	} {
		if got := categoryNames(stored); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", stored, got, want)
		}
	}
}

func TestCoverOf(t *testing.T) {
	a, b := coverOf(access.CentreA, "walk"), coverOf(access.CentreB, "walk")
	if a == b {
		t.Fatalf("both centres have %s", a)
	}
	for _, c := range []access.Centre{access.CentreOther, access.CentreAll, ""} {
		if got := coverOf(c, "walk"); got != a {
			t.Errorf("%q is shown %s, want centre A's", c, got)
		}
	}
}

func TestReached(t *testing.T) {
	steps := []catalog.LessonStep{{Count: 1}, {Count: 3}, {Count: 6}}
	for lessons, want := range map[int64]int{0: -1, 1: 0, 2: 0, 3: 1, 5: 1, 6: 2, 100: 2} {
		if got := reached(steps, lessons); got != want {
			t.Errorf("%d lessons reach step %d, want %d", lessons, got, want)
		}
	}
	if got := reached(nil, 5); got != -1 {
		t.Errorf("a bar without steps: %d", got)
	}
}
