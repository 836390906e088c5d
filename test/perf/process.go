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

	"hearten/test/bench"
)

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
	started := time.Now()
	bench.Must(tb, bench.StartChild(p.cmd, syscall.SIGKILL))
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
