package process

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hearten/test/bench"
)

// smallDisk is a file system of its own, of so many bytes.
func smallDisk(t *testing.T, size int) (folder string, err error) {
	t.Helper()
	folder = t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		return "", err
	}
	t.Cleanup(func() { bench.Must(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
	return folder, nil
}

// asOwnRoot runs a test again for someone who may not mount: in a process that
// is root in a namespace of its own, where it may.
func asOwnRoot(t *testing.T) {
	t.Helper()
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v") // #nosec G204 -- this very program
	again.Env = append(os.Environ(), binaryGiven+"="+binary)
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out := &bench.Logs{}
	again.Stdout, again.Stderr = out, out
	if err := bench.StartChild(again, syscall.SIGKILL); err != nil {
		t.Fatalf("a small disk needs root, or a kernel that lets users have namespaces: %v", err)
	}
	if err := again.Wait(); err != nil || !strings.Contains(out.String(), "--- PASS: "+t.Name()+" ") {
		t.Fatalf("as root of its own: %v\n%s", err, out)
	}
}

// fill takes every byte that is left.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	bench.Must(t, err)
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			size /= 2
		}
	}
}

// A full disk refuses what it cannot keep, says that it is not ready, and goes
// on by itself once there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk, err := smallDisk(t, 64<<20)
	if errors.Is(err, syscall.EPERM) && os.Getenv(binaryGiven) == "" {
		asOwnRoot(t)
		return
	}
	bench.Must(t, err)
	s := onSQLite(t).with("HEARTEN_DATA", filepath.Join(disk, "data"))
	server := serve(t, s)
	admin := server.admin()
	notes := &ledger{sent: map[string]bool{}, acknowledged: map[string]bool{}}
	write := func(n int) bool {
		title := fmt.Sprintf("survey %d", n)
		notes.note(notes.sent, title)
		r := admin.do("POST", "/web/survey", body{"title": title, "link": "https://forms.example.hk/mood"})
		if r.status == http.StatusOK {
			notes.note(notes.acknowledged, title)
			return true
		}
		r.fails(http.StatusInternalServerError, "INTERNAL")
		return false
	}
	for n := range 20 {
		if !write(n) {
			t.Fatal("there is room")
		}
	}
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)
	// The log of the database may have room left for a while.
	n := 20
	for write(n) {
		if n++; n > 20_000 {
			t.Fatal("the disk is full and everything is acknowledged")
		}
	}
	server.by("").get("/readyz").fails(http.StatusServiceUnavailable, "NOT_READY")
	admin.post("/web/survey/page", body{"searchKey": ""}).ok() // reading goes on

	bench.Must(t, os.Remove(ballast))
	eventually(t, "the server recovers by itself", func() bool {
		n++
		return write(n) && server.by("").get("/readyz").status == http.StatusOK
	})
	notes.check(t, admin)
	server.kill()
	server = serve(t, s)
	notes.check(t, server.by(admin.token))
}
