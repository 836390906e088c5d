package load

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// Stats gathers the figures of a run.
type Stats struct {
	mu      sync.Mutex
	times   map[string][]time.Duration
	retried map[string]int
	failed  map[string]int
	reasons map[string]int
}

// NewStats begins with nothing.
func NewStats() *Stats {
	return &Stats{times: map[string][]time.Duration{}, retried: map[string]int{}, failed: map[string]int{}, reasons: map[string]int{}}
}

func (s *Stats) note(name string, took time.Duration, r Reply, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || r.Status >= 500 {
		s.retried[name]++
		return
	}
	s.times[name] = append(s.times[name], took)
}

func (s *Stats) fail(name string, r Reply, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed[name]++
	s.reasons[fmt.Sprintf("%s: %d %v", name, r.Status, err)]++
}

// Reset forgets the figures: the preparations do not count.
func (s *Stats) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.times)
	clear(s.retried)
	clear(s.failed)
	clear(s.reasons)
}

// Failed is how many calls failed in spite of being repeated.
func (s *Stats) Failed() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, count := range s.failed {
		n += count
	}
	return n
}

// Calls is how many calls were answered.
func (s *Stats) Calls() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, times := range s.times {
		n += len(times)
	}
	return n
}

// Reasons tells why calls failed.
func (s *Stats) Reasons() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for reason, n := range s.reasons {
		lines = append(lines, fmt.Sprintf("%d × %.200s", n, reason))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// Write prints a line for each operation; memory is what one call of it
// allocates in the server, where it can be done again and again.
func (s *Stats) Write(out io.Writer, took time.Duration, memory map[string]float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.times))
	for name := range s.times {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintf(out, "%-50s %8s %8s %9s %9s %8s %7s %10s\n", "operation", "calls", "a second", "p50", "p99", "repeated", "failed", "KiB a call")
	for _, name := range names {
		times := s.times[name]
		slices.Sort(times)
		alloc := "-"
		if m, ok := memory[name]; ok {
			alloc = fmt.Sprintf("%.0f", m/1024)
		}
		fmt.Fprintf(out, "%-50s %8d %8.1f %9s %9s %8d %7d %10s\n", name, len(times), float64(len(times))/took.Seconds(),
			quantile(times, 0.5), quantile(times, 0.99), s.retried[name], s.failed[name], alloc)
	}
}

func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)].Round(10 * time.Microsecond)
}
