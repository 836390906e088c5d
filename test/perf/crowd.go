package perf

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// configured is the binary with more settings than it is launched with.
func configured(tb testing.TB, binary string, engine db.Engine, limits string) string {
	tb.Helper()
	settings := "HEARTEN_RATE_LIMITS=" + limits
	if engine == db.Postgres {
		server, err := postgres()
		bench.Must(tb, err)
		address, drop, err := server.NewDatabase("")
		bench.Must(tb, err)
		tb.Cleanup(drop)
		settings += " HEARTEN_SECRET=a-secret-for-benchmarks-long-enough-to-be-taken HEARTEN_DATABASE_URL='" + address + "'"
	}
	script := filepath.Join(tb.TempDir(), "hearten")
	bench.Must(tb, os.WriteFile(script, []byte("#!/bin/sh\n"+settings+" exec '"+binary+"' \"$@\"\n"), 0o700))
	return script
}

// answersWithin tells how long the process takes to say that it is well.
func (p *process) answersWithin(limit time.Duration) time.Duration {
	p.tb.Helper()
	client := &http.Client{Timeout: limit}
	started := time.Now()
	res, err := client.Get(p.url + "/healthz")
	bench.Must(p.tb, err)
	bench.Must(p.tb, res.Body.Close())
	if res.StatusCode != http.StatusOK {
		p.tb.Errorf("/healthz answered %s", res.Status)
	}
	return time.Since(started)
}

// peak is the most that the resident set ever was, in MiB.
func (p *process) peak() float64 {
	p.tb.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	bench.Must(p.tb, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	bench.Must(p.tb, err)
	return float64(kib) / 1024
}
