package media

import (
	"sync"
	"time"
)

const (
	// cacheLife is how long the row of a public file is cached: a change by this
	// process shows at once, one by another replica this much later.
	cacheLife = time.Second
	cacheSize = 1000
)

// fileCache keeps the rows of public files for a moment, because reading one
// takes longer than sending the file. Private files are read each time: access
// to them can be withdrawn at once.
type fileCache struct {
	mu      sync.RWMutex
	files   map[string]cachedFile
	changes int // counts evictions, so that a row read before one is not cached after it
}

type cachedFile struct {
	File
	until time.Time
}

// get returns the cached row, or reads it.
func (c *fileCache) get(key string, now time.Time, read func() (File, error)) (File, error) {
	c.mu.RLock()
	f, changes := c.files[key], c.changes
	c.mu.RUnlock()
	if now.Before(f.until) {
		return f.File, nil
	}
	file, err := read()
	if err == nil && file.Access == Public {
		c.put(cachedFile{file, now.Add(cacheLife)}, changes)
	}
	return file, err
}

// put caches a row that was read when so many changes had been made.
func (c *fileCache) put(f cachedFile, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changes != c.changes {
		return
	}
	if c.files == nil || len(c.files) >= cacheSize {
		c.files = map[string]cachedFile{}
	}
	c.files[f.Key] = f
}

// evict removes the row of a file that was changed.
func (c *fileCache) evict(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	delete(c.files, key)
}
