package process

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hearten/test/bench"
)

// newBackupKey makes a pair of keys as the technician does.
func newBackupKey(t *testing.T) (recipient, identity string) {
	t.Helper()
	printed := run(t, settings{}, "backup-key").succeeds().stdout.String()
	found := regexp.MustCompile(`(?s)HEARTEN_BACKUP_RECIPIENT=(\S+).*HEARTEN_BACKUP_IDENTITY=(\S+)`).FindStringSubmatch(printed)
	if found == nil {
		t.Fatalf("it printed %s", printed)
	}
	return found[1], found[2]
}

// An encrypted archive is read by whoever has its key and by nobody else, and
// half of one by nobody at all.
func TestEncryptedBackup(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	installation(t, s)
	before := data(t, s)
	recipient, identity := newBackupKey(t)
	_, other := newBackupKey(t)
	folder := t.TempDir()
	archive := backUp(t, s.with("HEARTEN_BACKUP_RECIPIENT", recipient), folder)
	whole, err := os.ReadFile(archive)
	bench.Must(t, err)
	if !strings.HasSuffix(archive, ".tar.age") || bytes.Contains(whole, []byte("manifest.json")) || bytes.Contains(whole, []byte("surveys")) {
		t.Errorf("%s is not encrypted", archive)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("%d files are in the folder of one archive", len(left))
	}

	target, key := s.fresh(t), settings{}.with("HEARTEN_BACKUP_IDENTITY", identity)
	half := filepath.Join(t.TempDir(), "half.tar.age")
	bench.Must(t, os.WriteFile(half, whole[:len(whole)*2/3], 0o600))
	noEnd := filepath.Join(t.TempDir(), "no-end.tar.age")
	bench.Must(t, os.WriteFile(noEnd, whole[:len(whole)-1], 0o600))
	for _, restore := range [][]string{{"restore"}, {"restore", "--check"}} {
		run(t, target, append(restore, archive)...).fails("encrypted", "HEARTEN_BACKUP_IDENTITY")
		wrong := run(t, target.with("HEARTEN_BACKUP_IDENTITY", other), append(restore, archive)...)
		wrong.fails("another key")
		if strings.Contains(wrong.output(), other) {
			t.Error("the secret key is printed")
		}
		run(t, target.with("HEARTEN_BACKUP_IDENTITY", identity), append(restore, half)...).fails()
		run(t, target.with("HEARTEN_BACKUP_IDENTITY", identity), append(restore, noEnd)...).fails()
	}
	if entries, _ := os.ReadDir(target["HEARTEN_DATA"]); len(entries) != 0 {
		t.Errorf("a refused archive left %d files", len(entries))
	}
	run(t, key, "restore", "--check", archive).succeeds()
	file := filepath.Join(t.TempDir(), "key")
	bench.Must(t, os.WriteFile(file, []byte(identity+"\n"), 0o600))
	run(t, target.with("HEARTEN_BACKUP_IDENTITY", file), "restore", archive).succeeds()
	sameData(t, "an encrypted archive", before, data(t, target))
	run(t, s.with("HEARTEN_BACKUP_RECIPIENT", identity), "backup").fails("HEARTEN_BACKUP_RECIPIENT", "age1")
}
