package bench

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

type birth struct {
	cmd *exec.Cmd
	err chan error
}

// births is served by a thread that lives as long as the tests do. The death
// signal of a child is tied to the thread that started it, not to the process:
// started from any other, a child may be killed when a thread is put away.
var births = sync.OnceValue(func() chan<- birth {
	waiting := make(chan birth)
	go func() {
		runtime.LockOSThread()
		for b := range waiting {
			b.err <- b.cmd.Start()
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
	b := birth{cmd, make(chan error)}
	births() <- b
	return <-b.err
}
