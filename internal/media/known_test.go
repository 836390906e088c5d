package media

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestKnownFiles(t *testing.T) {
	var k known
	now := time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)
	stored := File{Key: "a", Access: Public, ETag: "1"}
	reads := 0
	look := func(want string, wantReads int) {
		t.Helper()
		f, err := k.find("a", now, func() (File, error) { reads++; return stored, nil })
		if err != nil || f.ETag != want || reads != wantReads {
			t.Fatalf("found %s after %d reads: %v", f.ETag, reads, err)
		}
	}
	look("1", 1)
	stored.ETag = "2" // by another replica
	look("1", 1)
	now = now.Add(knownFor)
	look("2", 2)
	stored.ETag = "3" // by this process
	k.forget("a")
	look("3", 3)
	stored.Access = Private
	k.forget("a")
	look("3", 4)
	look("3", 5)
}

// What was read before a change is not taken for the truth after it.
func TestKnownFileChangesWhileItIsRead(t *testing.T) {
	var k known
	now := time.Now()
	_, _ = k.find("a", now, func() (File, error) {
		k.forget("a")
		return File{Key: "a", Access: Public}, nil
	})
	if _, err := k.find("a", now, func() (File, error) { return File{}, ErrNotFound }); !errors.Is(err, ErrNotFound) {
		t.Fatal("a file that is gone was kept")
	}
}

func TestKnownFilesAreBounded(t *testing.T) {
	var k known
	for i := range 3 * maxKnown {
		f := File{Key: fmt.Sprint(i), Access: Public}
		_, _ = k.find(f.Key, time.Now(), func() (File, error) { return f, nil })
	}
	if len(k.files) > maxKnown {
		t.Fatalf("%d are kept", len(k.files))
	}
}
