package bench

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

type start struct {
	cmd *exec.Cmd
	err chan error
}

// starter is a thread that lives as long as the tests do. The kernel sends a
// child its death signal when the thread that started it ends, not the process:
// started from another thread, a child may be killed too early.
var starter = sync.OnceValue(func() chan<- start {
	waiting := make(chan start)
	go func() {
		runtime.LockOSThread()
		for s := range waiting {
			s.err <- s.cmd.Start()
		}
	}()
	return waiting
})

// StartChild starts a process that gets the signal when the tests end, even
// when they are killed.
func StartChild(cmd *exec.Cmd, atDeath syscall.Signal) error {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = atDeath
	s := start{cmd, make(chan error)}
	starter() <- s
	return <-s.err
}
