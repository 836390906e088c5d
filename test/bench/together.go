package bench

import "sync"

// AtOnce lets callers act at the same moment and counts what they got.
func AtOnce(callers int, act func(i int) int) map[int]int {
	got := make([]int, callers)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			<-start
			got[i] = act(i)
		})
	}
	close(start)
	all.Wait()
	counts := map[int]int{}
	for _, g := range got {
		counts[g]++
	}
	return counts
}
