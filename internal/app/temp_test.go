package app

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// What a killed process left is removed; what a living one uses is not.
func TestTempFolder(t *testing.T) {
	data := t.TempDir()
	t.Setenv("TMPDIR", os.TempDir()) // put back afterwards
	leave := func(pid int) string {
		path := filepath.Join(data, "tmp", strconv.Itoa(pid), "multipart-1")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("raw"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dead, parent, own := leave(4_194_303), leave(os.Getppid()), leave(os.Getpid())
	remove, err := UseTempFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{dead: false, parent: true, own: false} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s is there: %v", path, err == nil)
		}
	}
	f, err := os.CreateTemp("", "x")
	if err != nil || filepath.Base(filepath.Dir(f.Name())) != strconv.Itoa(os.Getpid()) {
		t.Fatalf("%s %v", f.Name(), err)
	}
	if err := remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(f.Name()); err == nil {
		t.Error("the own folder is left")
	}
}
