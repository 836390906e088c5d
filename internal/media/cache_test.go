package media

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestCache(t *testing.T) {
	var c fileCache
	now := time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)
	stored := File{Key: "a", Access: Public, ETag: "1"}
	reads := 0
	look := func(want string, wantReads int) {
		t.Helper()
		f, err := c.get("a", now, func() (File, error) { reads++; return stored, nil })
		if err != nil || f.ETag != want || reads != wantReads {
			t.Fatalf("found %s after %d reads: %v", f.ETag, reads, err)
		}
	}
	look("1", 1)
	stored.ETag = "2" // by another replica
	look("1", 1)
	now = now.Add(cacheLife)
	look("2", 2)
	stored.ETag = "3" // by this process
	c.evict("a")
	look("3", 3)
	stored.Access = Private
	c.evict("a")
	look("3", 4)
	look("3", 5)
}

// A row that was read before a change is not cached after it.
func TestCacheSkipsRowsReadBeforeAChange(t *testing.T) {
	var c fileCache
	now := time.Now()
	_, _ = c.get("a", now, func() (File, error) {
		c.evict("a")
		return File{Key: "a", Access: Public}, nil
	})
	if _, err := c.get("a", now, func() (File, error) { return File{}, ErrNotFound }); !errors.Is(err, ErrNotFound) {
		t.Fatal("a file that is gone was kept")
	}
}

func TestCacheIsBounded(t *testing.T) {
	var c fileCache
	for i := range 3 * cacheSize {
		f := File{Key: fmt.Sprint(i), Access: Public}
		_, _ = c.get(f.Key, time.Now(), func() (File, error) { return f, nil })
	}
	if len(c.files) > cacheSize {
		t.Fatalf("%d are kept", len(c.files))
	}
}
