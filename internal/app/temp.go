package app

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// UseTempFolder keeps what uploads spool below the data folder, in a folder of
// this process, and removes what processes left that were killed: it may hold
// pictures as they came, with where they were taken.
func UseTempFolder(data string) (remove func() error, err error) {
	all, err := filepath.Abs(filepath.Join(data, "tmp"))
	if err != nil {
		return nil, err
	}
	own := filepath.Join(all, strconv.Itoa(os.Getpid()))
	left, err := os.ReadDir(all)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, entry := range left {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && pid != os.Getpid() && alive(pid) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(all, entry.Name())); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(own, 0o700); err != nil {
		return nil, err
	}
	return func() error { return os.RemoveAll(own) }, os.Setenv("TMPDIR", own)
}

func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
