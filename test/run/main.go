// Command run runs a command, such as go test ./..., with one PostgreSQL server
// and prepared databases for all test binaries:
//
//	go run ./test/run -- go test ./...
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"hearten/test/bench"
)

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./test/run -- command [argument ...]")
		os.Exit(2)
	}
	os.Exit(run(args))
}

// run gives the command's exit code, or 1 when it could not be run. Whatever
// happens, the server is stopped.
func run(args []string) int {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer bench.StopShared()
	shared, err := bench.Share()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), shared...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := bench.StartChild(cmd, syscall.SIGTERM); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s) // it may have ended
		}
	}()
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return exit.ExitCode()
	default:
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
}
