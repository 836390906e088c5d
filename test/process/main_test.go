// Package process holds the promises of the built binary. It runs as child
// processes, on both engines, and is spoken to over HTTP and the command line,
// stopped, killed and started again.
package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hearten/test/bench"
)

// version is built into the binary under test.
const version = "1.2.3-process"

// binary is the path of the binary under test.
var binary string

// binaryGiven names one that is built already, for tests that start themselves
// again.
const binaryGiven = "HEARTEN_TEST_BINARY"

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	defer bench.StopShared()
	if binary = os.Getenv(binaryGiven); binary != "" {
		return m.Run()
	}
	folder, err := os.MkdirTemp("", "hearten-binary-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "hearten")
	build := exec.Command("go", "build", "-ldflags", "-X hearten/internal/app.version="+version, "-o", binary, "hearten/cmd/hearten")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
