package perf

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hearten/internal/config"
	"hearten/test/bench"
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
	for b.Loop() {
		p := launch(b, binary)
		time.Sleep(2 * time.Second) // idle is a matter of time
		fresh := p.memory()
		p.work()
		time.Sleep(2 * time.Second)
		worked := p.memory()
		p.stop()
		figure(b, "idle memory", max(fresh, worked), "MiB", atMost(80),
			fmt.Sprintf("started %.0f, after requests %.0f", fresh, worked))
	}
}

// build makes the binary as it is released.
func build(tb testing.TB) string {
	tb.Helper()
	binary := filepath.Join(tb.TempDir(), "hearten")
	out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "hearten/cmd/hearten").CombinedOutput()
	if err != nil {
		tb.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// process is the product as a process of its own.
type process struct {
	tb    testing.TB
	cmd   *exec.Cmd
	url   string
	ready time.Duration // how long it took to be
}

func launch(tb testing.TB, binary string) *process {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	bench.Must(tb, err)
	addr := listener.Addr().String()
	bench.Must(tb, listener.Close())

	p := &process{tb: tb, url: "http://" + addr, cmd: exec.Command(binary, "serve")}
	p.cmd.Env = []string{"HEARTEN_DEV=1", "HEARTEN_RATE_LIMITS=off", "HEARTEN_ADDR=" + addr, "HEARTEN_DATA=" + tb.TempDir()}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := time.Now()
	bench.Must(tb, p.cmd.Start())
	for deadline := started.Add(20 * time.Second); !p.isReady(); {
		if time.Now().After(deadline) {
			p.stop()
			tb.Fatal("it never got ready")
		}
		time.Sleep(2 * time.Millisecond) // another process is starting; there is nothing to listen to
	}
	p.ready = time.Since(started)
	return p
}

func (p *process) isReady() bool {
	res, err := http.Get(p.url + "/readyz")
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

// work signs in, and calls a few hundred times.
func (p *process) work() {
	p.tb.Helper()
	login := fmt.Sprintf(`{"loginID":%q,"password":%q}`, config.DevAdminEmail, config.DevAdminPassword)
	token := tokenIn(p.tb, newLoad(p.tb, p.url, "POST /web/auth/login", "", login, 1).once())
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

// memory is the resident set in MiB.
func (p *process) memory() float64 {
	p.tb.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	bench.Must(p.tb, err)
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	bench.Must(p.tb, err)
	return float64(kib) / 1024
}
