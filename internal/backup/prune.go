package backup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hearten/internal/backup/encrypt"
)

// partialLife is how old an unfinished archive is when it is taken for left
// behind.
const partialLife = 24 * time.Hour

// List names the archives in a folder, oldest first.
func List(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasPrefix(e.Name(), namePrefix) && strings.HasSuffix(strings.TrimSuffix(e.Name(), encrypt.NameEnd), nameEnd) {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	slices.Sort(paths) // names sort by time
	return paths, nil
}

// Prune leaves the newest archives of a folder and removes what an interrupted
// backup left behind.
func Prune(folder string, keep int, now time.Time) (removed int, err error) {
	paths, err := List(folder)
	if err != nil {
		return 0, err
	}
	for _, path := range paths[:max(0, len(paths)-keep)] {
		if err := os.Remove(path); err != nil {
			return removed, err
		}
		removed++
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"+unfinished))
	if err != nil {
		return removed, err
	}
	for _, path := range left {
		info, err := os.Stat(path)
		if err != nil || now.Sub(info.ModTime()) < partialLife {
			continue // gone, or being written
		}
		if err := os.Remove(path); err != nil {
			return removed, err
		}
	}
	return removed, nil
}
