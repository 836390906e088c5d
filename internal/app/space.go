package app

import (
	"context"
	"errors"
	"syscall"
)

// minSpace is the room that an installation needs on its disk: with less,
// SQLite and uploads refuse to write, and it is not ready.
const minSpace = 4 << 20

var errNoSpace = errors.New("the disk of the data folder is full")

// hasSpace looks at the disk of the data folder, where anything is kept there.
func (a *App) hasSpace(context.Context) error {
	if a.Config.DatabaseURL != "" && a.Config.MediaURL != "" {
		return nil
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(a.Config.Data, &s); err != nil {
		return err
	}
	free := s.Bavail * uint64(s.Bsize) // #nosec G115 -- a block size is never negative
	if free < minSpace {
		return errNoSpace
	}
	return nil
}
