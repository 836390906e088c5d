package load

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Meter reads the server's memory from its metrics; without a service key it
// knows nothing.
type Meter struct{ base, key string }

// NewMeter reads the metrics of one replica.
func NewMeter(base, key string) *Meter { return &Meter{base, key} }

func (m *Meter) read(metric string) (value float64, ok bool) {
	if m.key == "" {
		return 0, false
	}
	req, err := http.NewRequest(http.MethodGet, m.base+"/metrics", nil)
	if err != nil {
		return 0, false
	}
	req.Header.Set("Authorization", "Bearer "+m.key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, false
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if rest, found := strings.CutPrefix(lines.Text(), metric+" "); found {
			_, err := fmt.Sscan(rest, &value)
			return value, err == nil
		}
	}
	return 0, false
}

// Watch looks every second until it is called off, and tells the highest.
func (m *Meter) Watch() (stop func() string) {
	done, peak := make(chan struct{}), make(chan float64)
	go func() {
		most := 0.0
		for {
			if now, ok := m.read("process_resident_memory_bytes"); ok {
				most = max(most, now)
			}
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return func() string {
		close(done)
		if most := <-peak; most > 0 {
			return fmt.Sprintf("%.0f MiB", most/(1<<20))
		}
		return "not measured (no service key)"
	}
}

// weighed are operations that can be called alone, again and again.
var weighed = []struct {
	method, path string
	staff        bool
	in           any
}{
	{"GET", "/app/users/account", false, nil},
	{"GET", "/app/mission/level-bar", false, nil},
	{"POST", "/app/mission/page", false, Body{"type": 0, "pagination": Body{"page": 1, "size": 10}}},
	{"POST", "/app/articles/page", false, Body{"pagination": Body{"page": 1, "size": 20}}},
	{"POST", "/app/friends/users/page", false, Body{}},
	{"POST", "/app/health/steps/fetch/day", false, Body{}},
	{"POST", "/app/health/steps/fetch/year", false, Body{}},
	{"POST", "/app/lesson/all-lesson-page", false, Body{"category": 0, "pagination": Body{"page": 1, "size": 20}}},
	{"POST", "/web/users/org/page", true, Body{"pagination": Body{"page": 1, "size": 20}}},
	{"POST", "/web/articles/page", true, Body{"pagination": Body{"page": 1, "size": 20}}},
}

// Weigh calls operations alone and tells what one call allocates in the server.
func (cast *Cast) Weigh(ctx context.Context, m *Meter) map[string]float64 {
	const calls, metric = 100, "go_memstats_alloc_bytes_total"
	memory := map[string]float64{}
	for _, w := range weighed {
		token := cast.members[0].token
		if w.staff {
			token = cast.admin
		}
		before, ok := m.read(metric)
		for range calls {
			_, _ = cast.client.Call(ctx, token, w.method, w.path, w.path, w.in) // the figures know
		}
		if after, ok2 := m.read(metric); ok && ok2 {
			memory[w.method+" "+w.path] = (after - before) / calls
		}
	}
	return memory
}

// Members and Staff are how many play.
func (cast *Cast) Members() int { return len(cast.members) }

// Staff are how many staff play.
func (cast *Cast) Staff() int { return len(cast.staff) }
