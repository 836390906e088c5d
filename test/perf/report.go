package perf

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// slice is how long one thing is measured before it is the other's turn.
const slice = 60 * time.Millisecond

// byTurns measures two rates in the order one, other, other, one until the
// benchmark's time is over, and gives the median of each and of their ratio.
// What else the machine does then weighs on both alike.
func byTurns(b *testing.B, one, other func() float64) (ratio, ofOne, ofOther float64) {
	b.Helper()
	one() // connections, statements and caches are warm from here on
	other()
	var ratios, ones, others []float64
	for b.Loop() {
		first, second, third, fourth := one(), other(), other(), one()
		ratios = append(ratios, (first+fourth)/(second+third))
		ones = append(ones, (first+fourth)/2)
		others = append(others, (second+third)/2)
	}
	return median(ratios), median(ones), median(others)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// rateOf runs fn for a slice of time and tells how often per second.
func rateOf(fn func()) float64 {
	started := time.Now()
	n := 0
	for time.Since(started) < slice {
		fn()
		n++
	}
	return float64(n) / time.Since(started).Seconds()
}

// target is what a figure must reach; the zero target asks for nothing.
type target struct {
	words string
	met   func(value float64) bool
}

func atLeast(bound float64) target {
	return target{fmt.Sprintf("at least %g", bound), func(v float64) bool { return v >= bound }}
}

func atMost(bound float64) target {
	return target{fmt.Sprintf("at most %g", bound), func(v float64) bool { return v <= bound }}
}

// lines is the report, printed when every benchmark is over.
var lines []string

// figure reports a value and fails the benchmark when it misses its target.
func figure(b *testing.B, name string, value float64, unit string, t target, details ...string) {
	b.Helper()
	b.ReportMetric(0, "ns/op") // the time of a round says nothing
	b.ReportMetric(value, unit)
	verdict := ""
	if t.met != nil {
		verdict = "ok"
		if !t.met(value) {
			verdict = "MISSED"
			b.Errorf("%s: %.2f %s, wanted %s", name, value, unit, t.words)
		}
	}
	_, engine, _ := strings.Cut(b.Name(), "/")
	if engine == "" {
		engine = "sqlite"
	}
	lines = append(lines, fmt.Sprintf("%-58s %-9s %9.2f %-10s %-13s %-7s %s",
		name, engine, value, unit, t.words, verdict, strings.Join(details, ", ")))
}

// writeReport prints one line for each figure of this run.
func writeReport(w io.Writer) {
	if len(lines) > 0 {
		fmt.Fprintf(w, "\n%s\n\n", strings.Join(lines, "\n"))
	}
}

// perSecond words a rate.
func perSecond(what string, rate float64) string { return fmt.Sprintf("%s %.0f/s", what, rate) }
