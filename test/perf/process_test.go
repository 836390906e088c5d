package perf

import (
	"fmt"
	"testing"
	"time"

	"hearten/internal/platform/config"
)

// From starting the binary on an empty folder to its being ready.
func BenchmarkReady(b *testing.B) {
	binary := build(b)
	var seconds []float64
	for b.Loop() {
		p := launch(b, binary)
		seconds = append(seconds, p.ready.Seconds())
		p.stop()
	}
	figure(b, "ready on an empty folder", median(seconds), "seconds", atMost(1),
		fmt.Sprintf("slowest %.2f", seconds[len(seconds)-1]))
}

// What the process holds when nothing happens, before and after it worked.
func BenchmarkIdleMemory(b *testing.B) {
	binary := build(b)
	var fresh, worked []float64
	for b.Loop() {
		p := launch(b, binary)
		time.Sleep(2 * time.Second) // idle is a matter of time
		fresh = append(fresh, p.memory())
		p.work()
		time.Sleep(2 * time.Second)
		worked = append(worked, p.memory())
		p.stop()
	}
	figure(b, "idle memory", max(median(fresh), median(worked)), "MiB", atMost(80),
		fmt.Sprintf("started %.0f, after requests %.0f", median(fresh), median(worked)))
}

// work signs in, two at a time, and calls a few hundred times.
func (p *process) work() {
	p.tb.Helper()
	login := fmt.Sprintf(`{"loginID":%q,"password":%q}`, config.DevAdminEmail, config.DevAdminPassword)
	signIn := newLoad(p.tb, p.url, "POST /web/auth/login", "", login, 2)
	signIn.rate(time.Second)
	token := tokenIn(p.tb, signIn.once())
	for _, call := range []struct{ route, body string }{
		{"GET /web/auth/info", ""}, {"GET /web/roles/list", ""}, {"GET /web/districts", ""}, {"GET /openapi.json", ""},
		{"POST /web/survey", `{"title":"問卷","link":"https://forms.example.org/1"}`}, {"POST /web/survey/page", firstPage},
	} {
		l := newLoad(p.tb, p.url, call.route, token, call.body, 1)
		for range 100 {
			l.once()
		}
	}
}
