package health_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/health"
	"hearten/test/bench"
)

// The slow model of counting steps: it walks second by second and shares
// nothing with the product but the rules in words.

// modelStart is when the model's seconds begin: three Hong Kong days before
// the world does.
var modelStart = time.Date(2026, 11, 12, 0, 0, 0, 0, time.FixedZone("HKT", 8*3600))

const modelHours = 82 // up to the hour that the world begins in

// walked is a row as a device sends it, in seconds after modelStart.
type walked struct {
	origin     string
	start, end int
	steps      int64
}

// call is one synchronisation: rows of one source.
type call struct {
	origin string
	rows   []walked
}

// stepModel is what was sent, in order, and the sources as they were chosen.
type stepModel struct {
	rows   []walked
	choice []string // the most recently chosen last; a source may stand in it often
}

func (m *stepModel) sync(c call) {
	for _, r := range c.rows {
		r.origin = c.origin
		if !slices.Contains(m.rows, r) {
			m.rows = append(m.rows, r)
			m.choice = append(m.choice, c.origin)
		}
	}
}

// countingIn is the source that counts in an hour, or "".
func (m *stepModel) countingIn(hour int) string {
	for i := len(m.choice) - 1; i >= 0; i-- {
		for _, r := range m.rows {
			if r.origin == m.choice[i] && r.start < (hour+1)*3600 && r.end > hour*3600 {
				return r.origin
			}
		}
	}
	return ""
}

// shareOf is a row's whole steps in an hour: the hours get what is exact,
// rounded down, and then one more each in turn, whoever lacks most.
func (r walked) shareOf(hour int) int64 {
	var seconds [modelHours]int64
	var hours []int
	for s := r.start; s < r.end; s++ {
		if seconds[s/3600] == 0 {
			hours = append(hours, s/3600)
		}
		seconds[s/3600]++
	}
	exact, given, left := map[int]*big.Rat{}, map[int]int64{}, r.steps
	for _, h := range hours {
		exact[h] = big.NewRat(r.steps*seconds[h], int64(r.end-r.start))
		for new(big.Rat).SetInt64(given[h]+1).Cmp(exact[h]) <= 0 {
			given[h]++
			left--
		}
	}
	served := map[int]bool{}
	for ; left > 0; left-- {
		best := -1
		var lack *big.Rat
		for _, h := range hours {
			missing := new(big.Rat).Sub(exact[h], new(big.Rat).SetInt64(given[h]))
			if !served[h] && (best < 0 || missing.Cmp(lack) > 0) {
				best, lack = h, missing
			}
		}
		served[best] = true
		given[best]++
	}
	return given[hour]
}

// stepsIn is what counts in an hour.
func (m *stepModel) stepsIn(hour int) (sum int64) {
	source := m.countingIn(hour)
	if source == "" {
		return 0
	}
	var owner [3600]int // who has a second: whoever was sent last
	for i, r := range m.rows {
		for s := max(r.start, hour*3600); r.origin == source && s < min(r.end, (hour+1)*3600); s++ {
			owner[s%3600] = i
		}
	}
	for i, r := range m.rows {
		mine, all := int64(0), int64(0)
		for s := max(r.start, hour*3600); r.origin == source && s < min(r.end, (hour+1)*3600); s++ {
			all++
			if owner[s%3600] == i {
				mine++
			}
		}
		if all > 0 { // its share for the seconds it has, to the nearest, halves up
			kept := new(big.Rat).Add(big.NewRat(r.shareOf(hour)*mine, all), big.NewRat(1, 2))
			sum += new(big.Int).Quo(kept.Num(), kept.Denom()).Int64()
		}
	}
	return sum
}

func (m *stepModel) hours() string {
	var out []string
	for h := range modelHours {
		if n := m.stepsIn(h); n != 0 {
			out = append(out, fmt.Sprintf("%d:%d", h, n))
		}
	}
	return strings.Join(out, " ")
}

// reported is what a source reported for an hour at most.
func (m *stepModel) reported(source string, hour int) (sum int64) {
	for _, r := range m.rows {
		if r.origin == source && r.start < (hour+1)*3600 && r.end > hour*3600 {
			sum += r.shareOf(hour)
		}
	}
	return sum
}

// walks draws rows around a few hours, so that they meet; some cross hours and
// midnights, a few are very long or very short.
func walks(longest int) *rapid.Generator[walked] {
	return rapid.Custom(func(t *rapid.T) walked {
		first := rapid.SampledFrom([]int{21, 22, 23, 24, 25, 33, 47, 48, 70, 71, 72}).Draw(t, "hour") * 3600
		start := first + rapid.SampledFrom([]int{0, 0, 0, 1, 599, 600, 1200, 1800, 3000, 3599}).Draw(t, "second")
		length := rapid.SampledFrom([]int{3600, 3600, 1800, 600, 3, 1, 5400, 7200, 10801, longest}).Draw(t, "length")
		end := min(start+length, modelHours*3600)
		most := int64(max(end-start, 60)) * 250 / 60
		return walked{start: start, end: end, steps: rapid.SampledFrom([]int64{0, 1, 7, 60, 100, most / 2, most}).Draw(t, "steps") % (most + 1)}
	})
}

func calls(longest int) *rapid.Generator[call] {
	return rapid.Custom(func(t *rapid.T) call {
		return call{rapid.SampledFrom([]string{"fit", "fit", "watch", "legacy"}).Draw(t, "origin"),
			rapid.SliceOfN(walks(longest), 0, 6).Draw(t, "rows")}
	})
}

// The merge alone against the model, very long rows included.
func TestHealthMergeIsTheModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var m stepModel
		for _, c := range rapid.SliceOfN(calls(20000), 1, 4).Draw(t, "calls") {
			m.sync(c)
		}
		rows := make([]health.Row, len(m.rows))
		var ranks []string
		for i, r := range m.rows {
			at := func(s int) int64 { return modelStart.Add(time.Duration(s) * time.Second).UnixMilli() }
			rows[i] = health.Row{Origin: r.origin, Span: health.Span{Start: at(r.start), End: at(r.end)}, Steps: r.steps, Order: int64(i)}
		}
		for _, origin := range slices.Backward(m.choice) {
			if !slices.Contains(ranks, origin) {
				ranks = append(ranks, origin)
			}
		}
		for day := range 3 {
			start := modelStart.AddDate(0, 0, day).UnixMilli()
			hours, _ := health.Merge(health.Span{Start: start, End: start + 24*3600*1000}, rows, ranks)
			for i, h := range hours {
				hour := 24*day + i
				if want := m.stepsIn(hour); h.Origin != m.countingIn(hour) || h.Steps != want {
					t.Fatalf("hour %d: %d of %q, the model says %d of %q", hour, h.Steps, h.Origin, want, m.countingIn(hour))
				}
				if most := m.reported(h.Origin, hour); h.Steps > most || h.Steps+h.Overlap != most {
					t.Fatalf("hour %d: %d counted and %d set aside of %d reported", hour, h.Steps, h.Overlap, most)
				}
			}
		}
	})
}

// scenario is what two devices send at the same time, after something that was
// sent before.
type scenario struct {
	before  []call
	devices [2][]call
}

var scenarios = rapid.Custom(func(t *rapid.T) scenario {
	s := scenario{before: rapid.SliceOfN(calls(7000), 0, 3).Draw(t, "before")}
	for i := range s.devices {
		sent := rapid.SliceOfN(calls(7000), 1, 2).Draw(t, "device")
		if rapid.Bool().Draw(t, "retries") {
			sent = append(sent, rapid.SampledFrom(append(sent, s.before...)).Draw(t, "again"))
		}
		s.devices[i] = sent
	}
	return s
})

// Any sequence of calls, retries and groupings, from two devices at once, gives
// what the model gives for one of the orders in which the calls can have come.
func TestHealthSyncIsTheModel(t *testing.T) {
	seed := int(time.Now().UnixNano())
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for i := range 10 {
			s := scenarios.Example(seed + i)
			m := w.Member()
			var before stepModel
			for _, c := range s.before {
				before.sync(c)
				send(m, c)
			}
			if got := allHours(m); got != before.hours() {
				t.Fatalf("seed %d: one after another the hours are\n%s, the model says\n%s", seed+i, got, before.hours())
			}
			var both sync.WaitGroup
			for _, calls := range s.devices {
				both.Go(func() {
					for _, c := range calls {
						send(m, c)
					}
				})
			}
			both.Wait()
			got := allHours(m)
			possible := map[string]bool{}
			interleave(before, s.devices[0], s.devices[1], func(m stepModel) { possible[m.hours()] = true })
			if !possible[got] {
				t.Fatalf("seed %d: the hours are\n%s, and the model allows\n%v", seed+i, got, possible)
			}
			sumsAgree(t, m)
		}
	})
}

func send(m *bench.Caller, c call) {
	rows := make([]bench.Body, len(c.rows))
	for i, r := range c.rows {
		at := func(s int) string {
			return modelStart.Add(time.Duration(s) * time.Second).UTC().Format("2006-01-02T15:04:05.000Z")
		}
		rows[i] = bench.Body{"startTime": at(r.start), "endTime": at(r.end), "steps": r.steps}
	}
	bench.SyncSteps(m, c.origin, rows...).OK()
}

// interleave tells every outcome of two devices' calls.
func interleave(m stepModel, a, b []call, outcome func(stepModel)) {
	if len(a) == 0 && len(b) == 0 {
		outcome(m)
		return
	}
	next := func(c call) stepModel {
		n := stepModel{slices.Clone(m.rows), slices.Clone(m.choice)}
		n.sync(c)
		return n
	}
	if len(a) > 0 {
		interleave(next(a[0]), a[1:], b, outcome)
	}
	if len(b) > 0 {
		interleave(next(b[0]), a, b[1:], outcome)
	}
}

// allHours are the hours of the model's days, as the App shows them.
func allHours(m *bench.Caller) string {
	var out []string
	for day := range 4 {
		r := m.Post("/app/health/steps/fetch/day", bench.Body{"day": modelStart.AddDate(0, 0, day).UTC().Format(time.RFC3339)}).OK()
		for i, steps := range r.List("data.rows", "steps") {
			if steps != 0.0 {
				out = append(out, fmt.Sprintf("%d:%v", 24*day+i, steps))
			}
		}
	}
	return strings.Join(out, " ")
}

// sumsAgree holds days against their hours, and the month and the year against
// the days.
func sumsAgree(t *testing.T, m *bench.Caller) {
	t.Helper()
	month := m.Post("/app/health/steps/fetch/month", nil).OK()
	sum := 0
	for day := range 4 {
		date := modelStart.AddDate(0, 0, day)
		hours := 0
		r := m.Post("/app/health/steps/fetch/day", bench.Body{"day": date.UTC().Format(time.RFC3339)}).OK()
		for _, steps := range r.List("data.rows", "steps") {
			hours += int(steps.(float64))
		}
		total := month.Int(fmt.Sprintf("data.rows.%d.steps", date.Day()-1))
		if hours != total || r.Int("data.total.steps") != total {
			t.Fatalf("%s: hours %d, the day %d", date.Format("2006-01-02"), hours, total)
		}
		sum += total
	}
	if year := m.Post("/app/health/steps/fetch/year", nil).OK().Int("data.total.steps"); month.Int("data.total.steps") != sum || year != sum {
		t.Fatalf("days %d, the month %d, the year %d", sum, month.Int("data.total.steps"), year)
	}
}
