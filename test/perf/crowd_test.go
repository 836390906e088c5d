package perf

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/db"
)

const (
	// crowd is how many sign in at the same moment.
	crowd = 200
	// Each processor may be at work on a hash of 19 MiB while the one before it
	// waits to be collected.
	baseMiB, processorMiB = 120, 40
)

// The most that the process held while a crowd signed in: hashes wait for each
// other, or 200 of them would take 4 GiB.
func BenchmarkCrowd(b *testing.B) { signInTogether(b, "off") }

// The same with rate limits on, which turn most of them away.
func BenchmarkLimitedCrowd(b *testing.B) { signInTogether(b, "on") }

func signInTogether(b *testing.B, limits string) {
	binary := build(b)
	onEach(b, func(b *testing.B, engine db.Engine) {
		var peaks []float64
		var details string
		for b.Loop() {
			p := launch(b, configured(b, binary, engine, limits))
			signUp(b, p.url, phone)
			started := time.Now()
			answers := p.crowd()
			took := time.Since(started)
			alive := p.answersWithin(time.Second)
			peaks = append(peaks, p.peak())
			p.stop()
			details = fmt.Sprintf("answers %s in %.1f s, then healthy in %.0f ms", answers, took.Seconds(), 1000*alive.Seconds())
		}
		figure(b, "peak memory, 200 sign-ins at once, limits "+limits, slices.Max(peaks), "MiB",
			atMost(baseMiB+processorMiB*float64(runtime.NumCPU())), details)
	})
}

// crowd lets many sign in at once, every other one being the member and the
// rest nobody, and counts the answers by status. All of them must be answered.
func (p *process) crowd() string {
	p.tb.Helper()
	client := &http.Client{Transport: &http.Transport{}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	answers := map[int]int{}
	var calling sync.WaitGroup
	for i := range crowd {
		loginID := phone
		if i%2 == 1 {
			loginID = fmt.Sprintf("6%07d", i)
		}
		calling.Go(func() {
			status, err := signIn(client, p.url, signInAs(loginID))
			if err != nil {
				p.tb.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	calling.Wait()
	if answers[http.StatusOK] == 0 {
		p.tb.Error("the member never got in")
	}
	var words []string
	for _, status := range []int{http.StatusOK, http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		words = append(words, fmt.Sprintf("%d × %d", answers[status], status))
	}
	return strings.Join(words, ", ")
}

// signIn tells the status of the answer, which is one of those that a crowd may
// get, in the envelope.
func signIn(client *http.Client, base, body string) (status int, err error) {
	res, err := client.Post(base+"/app/auth/login", "application/json", strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	var envelope struct {
		Success *bool `json:"success"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return 0, err
	}
	codes := map[int]string{http.StatusOK: "", http.StatusUnauthorized: "BAD_CREDENTIALS",
		http.StatusTooManyRequests: "RATE_LIMITED", http.StatusServiceUnavailable: "TIMEOUT"}
	code, ok := codes[res.StatusCode]
	if !ok || res.Header.Get("X-Error-Code") != code || envelope.Success == nil || *envelope.Success != (code == "") {
		return 0, fmt.Errorf("answered %s %s", res.Status, text)
	}
	return res.StatusCode, nil
}
