package process

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"hearten/test/bench"
)

// patience is how long anything may take before a test gives up on it. Nothing
// passes by being fast: machines that test may be slow and shared.
const patience = 2 * time.Minute

// stopWithin is how long a stop may take. The product promises 10 s; whatever
// it would wait for by mistake takes a minute and more.
const stopWithin = 40 * time.Second

// child is a running process of the product.
type child struct {
	t       *testing.T
	address string // of the public listener
	folder  string // where it was started
	stdout  *bench.Logs
	stderr  *bench.Logs
	process *os.Process
	client  *http.Client
	ended   chan struct{}
	code    int // once ended; -1 when killed
}

// start starts the binary and does not wait for anything.
func start(t *testing.T, s settings, args ...string) *child {
	t.Helper()
	c := &child{
		t: t, address: s["HEARTEN_ADDR"], folder: t.TempDir(), stdout: &bench.Logs{}, stderr: &bench.Logs{}, ended: make(chan struct{}),
		client: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 32, ExpectContinueTimeout: patience}},
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = c.folder, s.environ(), c.stdout, c.stderr
	bench.Must(t, bench.StartChild(cmd, syscall.SIGKILL))
	c.process = cmd.Process
	go func() {
		_ = cmd.Wait() // the exit code tells
		c.code = cmd.ProcessState.ExitCode()
		close(c.ended)
	}()
	t.Cleanup(func() {
		c.kill()
		if t.Failed() {
			t.Logf("%s printed:\n%s", strings.Join(args, " "), c.output())
		}
	})
	return c
}

// serve starts a server and waits until it is ready.
func serve(t *testing.T, s settings) *child {
	t.Helper()
	if s["HEARTEN_ADDR"] == "" {
		s = s.with("HEARTEN_ADDR", freeAddress(t))
	}
	c := start(t, s, "serve")
	c.awaitReady()
	return c
}

// run runs a command to its end.
func run(t *testing.T, s settings, args ...string) *child {
	t.Helper()
	c := start(t, s, args...)
	c.wait(patience)
	return c
}

// output is everything it printed so far.
func (c *child) output() string { return c.stdout.String() + c.stderr.String() }

func (c *child) running() bool {
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// listening reports whether the public listener takes connections.
func (c *child) listening() bool {
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

func (c *child) awaitReady() {
	c.t.Helper()
	eventually(c.t, "the server is ready", func() bool {
		if !c.running() {
			c.t.Fatalf("the server ended with code %d:\n%s", c.code, c.output())
		}
		res, err := c.client.Get("http://" + c.address + "/readyz")
		if err != nil {
			return false
		}
		_, err = io.Copy(io.Discard, res.Body)
		return errors.Join(err, res.Body.Close()) == nil && res.StatusCode == http.StatusOK
	})
}

// kill ends it as a power cut would, and waits until it is gone.
func (c *child) kill() {
	_ = c.process.Kill() // it may have ended by itself
	<-c.ended
	c.client.CloseIdleConnections()
}

// terminate asks it to stop.
func (c *child) terminate() {
	c.t.Helper()
	bench.Must(c.t, c.process.Signal(syscall.SIGTERM))
}

// stop asks it to stop and expects a good end.
func (c *child) stop() {
	c.t.Helper()
	c.terminate()
	if code := c.wait(stopWithin); code != 0 {
		c.t.Fatalf("stopping ended with code %d", code)
	}
}

// wait gives the exit code of a child that ends in time.
func (c *child) wait(limit time.Duration) (code int) {
	c.t.Helper()
	select {
	case <-c.ended:
		return c.code
	case <-time.After(limit):
		c.t.Fatalf("the process still runs after %s", limit)
		return 0
	}
}

// fails expects that it ended with code 1 and said why.
func (c *child) fails(words ...string) {
	c.t.Helper()
	if c.code != 1 {
		c.t.Fatalf("the exit code is %d, not 1", c.code)
	}
	for _, word := range words {
		if !strings.Contains(c.stderr.String(), word) {
			c.t.Errorf("the message does not name %q", word)
		}
	}
}

// succeeds expects that it ended with code 0.
func (c *child) succeeds() *child {
	c.t.Helper()
	if c.code != 0 {
		c.t.Fatalf("the exit code is %d, not 0", c.code)
	}
	return c
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never happened: %s", what)
		}
	}
}
