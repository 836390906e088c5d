package media

import (
	"sync"
	"time"
)

const (
	// knownFor is how long a public file is believed to be as it was found: a
	// change by this process is seen at once, by another replica this much later.
	knownFor = time.Second
	// maxKnown bounds how many are remembered.
	maxKnown = 1000
)

// known remembers public files for a moment, because finding one takes longer
// than sending it. Private files are looked up each time: access to them can be
// withdrawn at once.
type known struct {
	mu      sync.RWMutex
	files   map[string]knownFile
	changes int // grows with each, so that what was read before one is not kept
}

type knownFile struct {
	File
	until time.Time
}

// find gives a file that is known, or reads it.
func (k *known) find(key string, now time.Time, read func() (File, error)) (File, error) {
	k.mu.RLock()
	f, changes := k.files[key], k.changes
	k.mu.RUnlock()
	if now.Before(f.until) {
		return f.File, nil
	}
	file, err := read()
	if err == nil && file.Access == Public {
		k.keep(knownFile{file, now.Add(knownFor)}, changes)
	}
	return file, err
}

// keep remembers what was read when so many changes had been made.
func (k *known) keep(f knownFile, changes int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if changes != k.changes {
		return
	}
	if k.files == nil || len(k.files) >= maxKnown {
		k.files = map[string]knownFile{}
	}
	k.files[f.Key] = f
}

// forget is for a file that was changed.
func (k *known) forget(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.changes++
	delete(k.files, key)
}
