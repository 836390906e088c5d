package workflow

import (
	"maps"
	"slices"
)

// Tally is by how much counters of listed items change. K is what an area counts
// them by.
type Tally[K comparable] map[K]int64

// Apply writes the changes that are not zero. Counters are written in the order
// of compare, so that no two transactions wait for each other.
func (t Tally[K]) Apply(compare func(a, b K) int, write func(key K, by int64) error) error {
	for _, key := range slices.SortedFunc(maps.Keys(t), compare) {
		if t[key] == 0 {
			continue
		}
		if err := write(key, t[key]); err != nil {
			return err
		}
	}
	return nil
}
