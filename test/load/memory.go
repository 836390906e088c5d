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

// Weigh tells what one call of an operation allocates in the server: it makes
// the same call alone, again and again. What can be done only once, such as a
// claim, is not weighed: to do it again is less work.
func (cast *Cast) Weigh(ctx context.Context, m *Meter) map[string]float64 {
	again := map[string]func(){
		"POST /app/health/steps/sync": func() { cast.members[0].sync(ctx) }, // other steps each time
		"POST /web/notice/org/send":   func() { cast.staff[0].notify(ctx, cast.members[0]) },
	}
	cast.client.answered.Range(func(name, call any) bool {
		if reads(name.(string)) {
			again[name.(string)] = func() { _, _ = cast.client.once(ctx, m.base, call.(request)) } // only its weight matters
		}
		return true
	})
	const calls, metric = 60, "go_memstats_alloc_bytes_total"
	memory := map[string]float64{}
	for name, call := range again {
		before, ok := m.read(metric)
		for range calls {
			call()
		}
		if after, ok2 := m.read(metric); ok && ok2 {
			memory[name] = (after - before) / calls
		}
	}
	return memory
}

// reads reports whether an operation only shows something.
func reads(name string) bool {
	return strings.HasPrefix(name, "GET ") || strings.HasSuffix(name, "page") || strings.Contains(name, "/fetch/") || strings.HasSuffix(name, "/filter")
}

// Members and Staff are how many play.
func (cast *Cast) Members() int { return len(cast.members) }

// Staff are how many staff play.
func (cast *Cast) Staff() int { return len(cast.staff) }
