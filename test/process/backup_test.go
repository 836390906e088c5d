package process

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hearten/test/bench"
)

// other is an empty installation on the other engine, with the same secret and
// a store of its own.
func (s settings) other(t *testing.T) settings {
	t.Helper()
	if s["HEARTEN_DATABASE_URL"] == "" {
		return onPostgres(t)
	}
	return onSQLite(t).with("HEARTEN_SECRET", s["HEARTEN_SECRET"])
}

// fresh is an empty installation on the same engine.
func (s settings) fresh(t *testing.T) settings {
	t.Helper()
	if s["HEARTEN_DATABASE_URL"] == "" {
		return onSQLite(t)
	}
	return onPostgres(t)
}

var writtenTo = regexp.MustCompile(`(?m)^backup written: (.+)$`)

// backUp writes an archive and gives its path.
func backUp(t *testing.T, s settings, folder string) string {
	t.Helper()
	printed := run(t, s, "backup", "--folder", folder).succeeds().stdout.String()
	found := writtenTo.FindStringSubmatch(printed)
	if found == nil {
		t.Fatalf("no archive was named: %s", printed)
	}
	if strings.Contains(printed, "missing") {
		t.Errorf("files are missing: %s", printed)
	}
	return found[1]
}

// data is every row of the tables that hold data.
func data(t *testing.T, s settings) map[string]bool {
	t.Helper()
	all := tables(t, s)
	for row := range all {
		if strings.HasPrefix(row, "goose_db_version") || strings.HasPrefix(row, "sqlite_") || strings.HasPrefix(row, "media_leases") {
			delete(all, row)
		}
	}
	return all
}

func sameData(t *testing.T, what string, before, after map[string]bool) {
	t.Helper()
	if maps.Equal(before, after) {
		return
	}
	lost, new := added(after, before), added(before, after)
	slices.Sort(lost)
	slices.Sort(new)
	t.Errorf("%s: %d rows are lost, %d are new; the first: %.300q %.300q", what, len(lost), len(new), slices.Concat(lost, []string{""})[0], slices.Concat(new, []string{""})[0])
}

// installation is a stopped one with something in every kind of column.
func installation(t *testing.T, s settings) (files []*upload) {
	t.Helper()
	server := serve(t, s)
	admin := server.admin()
	for n := range 30 {
		admin.post("/web/survey", body{"title": fmt.Sprintf("問卷 %d <&>\u2028\"'", n), "link": "https://example.hk/" + fmt.Sprint(n)}).ok()
	}
	token := server.signUp("91230001")
	server.by(token).put("/app/users/personal", body{"nickname": "小美", "birthday": "1990-02-28"}).ok()
	server.by(token).put("/app/auth/device-token", body{"deviceToken": "device-of-mei"}).ok()
	for n := range 12 {
		f := newUpload(n)
		r, err := server.by(serviceKey).upload(f, map[string]string{"fileKey": f.key, "temp": "false"})
		bench.Must(t, err)
		r.ok()
		files = append(files, f)
	}
	eventually(t, "our own pictures are up", func() bool {
		return count(t, s.open(t), "SELECT COUNT(*) FROM jobs WHERE state IN ('ready', 'running')") == 0
	})
	server.stop()
	return files
}

// signUp opens an account by phone and gives its token.
func (c *child) signUp(phone string) string {
	c.t.Helper()
	var asked struct{ OTPToken string }
	c.by("").post("/app/auth/otp", body{"nature": 2, "loginID": phone}).ok().into(&asked)
	var letters []struct{ Code *int }
	eventually(c.t, "the code arrives", func() bool {
		c.by("").with("Accept", "application/json").get("/dev/inbox?to=" + phone).into(&letters)
		return len(letters) > 0 && letters[0].Code != nil
	})
	var opened struct{ AccessToken string }
	c.by("").post("/app/auth/signup/verify", body{"otp": *letters[0].Code, "otpToken": asked.OTPToken}).ok().into(&opened)
	return opened.AccessToken
}

// An archive brings everything back, on the engine it came from and on the
// other one, and from there back again.
func TestBackupRestores(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		files := installation(t, s)
		before := data(t, s)
		archives := t.TempDir()
		archive := backUp(t, s, archives)
		if info, err := os.Stat(archive); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the archive is %v %v", info.Mode(), err)
		}
		run(t, settings{}, "restore", "--check", archive).succeeds()

		same := s.fresh(t)
		run(t, same.with("HEARTEN_SECRET", secretOf(t, s)), "migrate").succeeds() // a schema alone is still empty
		run(t, same, "restore", archive).succeeds()
		sameData(t, "on the same engine", before, data(t, same))

		other := s.other(t)
		if s["HEARTEN_SECRET"] == "" { // it was made in the data folder, and came along
			other = other.with("HEARTEN_SECRET", secretIn(t, archive))
		}
		run(t, other, "restore", archive).succeeds()
		back := s.fresh(t)
		if s["HEARTEN_SECRET"] == "" {
			back = back.with("HEARTEN_SECRET", other["HEARTEN_SECRET"])
		}
		run(t, back, "restore", backUp(t, other, archives)).succeeds()
		sameData(t, "there and back", before, data(t, back))

		for _, restored := range []settings{same, other} {
			server := serve(t, restored)
			server.admin().post("/web/survey/page", body{"searchKey": "問卷 7"}).ok()
			for _, f := range files {
				server.download(f.path).isComplete(f)
			}
			server.stop()
		}
	})
}

// secretOf is the secret of an installation, wherever it is kept.
func secretOf(t *testing.T, s settings) string {
	t.Helper()
	if s["HEARTEN_SECRET"] != "" {
		return s["HEARTEN_SECRET"]
	}
	text, err := os.ReadFile(filepath.Join(s["HEARTEN_DATA"], "secret"))
	bench.Must(t, err)
	return strings.TrimSpace(string(text))
}

func secretIn(t *testing.T, archive string) string {
	t.Helper()
	f, err := os.Open(archive)
	bench.Must(t, err)
	defer f.Close()
	for parts := tar.NewReader(f); ; {
		head, err := parts.Next()
		bench.Must(t, err)
		if head.Name == "secret" {
			text, err := io.ReadAll(parts)
			bench.Must(t, err)
			return string(text)
		}
	}
}

// What is written while a backup is made is in it as of one moment: rows that
// belong together, and every file that a row names.
func TestBackupWhileServing(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		server := serve(t, s)
		admin := server.admin()
		var clients sync.WaitGroup
		var done atomic.Bool
		var made atomic.Int64
		for c := range 4 {
			clients.Go(func() {
				for n := 0; !done.Load(); n++ {
					if c < 2 {
						admin.post("/web/survey", body{"title": fmt.Sprintf("%d/%d", c, n), "link": "https://example.hk"}).ok()
						made.Add(1)
						continue
					}
					// The same few keys again and again: versions come and go.
					f := newUpload(10*c + n%4)
					r, err := server.by(serviceKey).upload(f, map[string]string{"fileKey": f.key, "temp": "false"})
					bench.Must(t, err)
					r.ok()
				}
			})
		}
		eventually(t, "clients are at work", func() bool { return made.Load() > 20 })
		archives := t.TempDir()
		var found []string
		var acknowledged []int64
		for range 3 {
			acknowledged = append(acknowledged, made.Load())
			found = append(found, backUp(t, s, archives))
		}
		done.Store(true)
		clients.Wait()
		for i, archive := range found {
			restored := s.fresh(t)
			if s["HEARTEN_SECRET"] != "" {
				restored = restored.with("HEARTEN_SECRET", s["HEARTEN_SECRET"])
			}
			run(t, restored, "restore", archive).succeeds()
			handle := restored.open(t)
			surveys := count(t, handle, "SELECT COUNT(*) FROM surveys")
			logged := count(t, handle, "SELECT COUNT(*) FROM audit_log WHERE action = 'post-web-survey'")
			if int64(surveys) < acknowledged[i] || surveys != logged {
				t.Errorf("%d surveys, %d in the log, at least %d were acknowledged before", surveys, logged, acknowledged[i])
			}
			checkObjects(t, restored)
		}
		if left := count(t, s.open(t), "SELECT COUNT(*) FROM media_leases"); left != 0 {
			t.Errorf("%d holds are left", left)
		}
	})
}

// checkObjects expects the object of every file on disk, as it was stored.
func checkObjects(t *testing.T, s settings) {
	t.Helper()
	rows, err := s.open(t).Query("SELECT object, etag FROM media_files")
	bench.Must(t, err)
	defer rows.Close()
	n := 0
	for rows.Next() {
		var object, etag string
		bench.Must(t, rows.Scan(&object, &etag))
		content, err := os.ReadFile(filepath.Join(s["HEARTEN_DATA"], "media", filepath.FromSlash(object)))
		if sum := sha256.Sum256(content); err != nil || hex.EncodeToString(sum[:]) != etag {
			t.Errorf("%s: %v", object, err)
		}
		n++
	}
	bench.Must(t, rows.Err())
	if n < 8 {
		t.Errorf("only %d files", n)
	}
}

// A damaged archive, a target in use and another secret are refused, and
// nothing is changed by the try.
func TestRestoreRefuses(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		installation(t, s)
		archive := backUp(t, s, t.TempDir())
		whole, err := os.ReadFile(archive)
		bench.Must(t, err)
		target := s.fresh(t)
		for name, content := range map[string][]byte{
			"cut":                whole[:len(whole)*2/3],
			"no end":             whole[:len(whole)-4096],
			"empty":              {},
			"no archive":         []byte(strings.Repeat("hearten", 1000)),
			"one bit of a table": flipped(t, whole, "tables/surveys.jsonl.gz"),
			"one bit of a file":  flipped(t, whole, "files/shared/article/"),
		} {
			path := filepath.Join(t.TempDir(), "damaged.tar")
			bench.Must(t, os.WriteFile(path, content, 0o600))
			if refused := run(t, target, "restore", path); refused.code != 1 {
				t.Errorf("%s: the exit code is %d", name, refused.code)
			}
			run(t, target, "restore", "--check", path).fails()
		}
		if entries, err := os.ReadDir(target["HEARTEN_DATA"]); len(entries) != 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a refused archive left %d files: %v", len(entries), err)
		}

		before := data(t, s)
		run(t, s, "restore", archive).fails("not empty")
		sameData(t, "a refused restore", before, data(t, s))

		elsewhere := s.fresh(t).with("HEARTEN_SECRET", "quite-another-secret-that-is-long-enough")
		run(t, elsewhere, "restore", archive).fails("another secret")
		run(t, elsewhere, "restore", "--other-secret", archive).succeeds()
		serve(t, elsewhere).admin().get("/web/auth/info").ok()
	})
}

// flipped is the archive with one bit of a part's body turned.
func flipped(t *testing.T, whole []byte, part string) []byte {
	t.Helper()
	at := bytes.Index(whole, []byte(part))
	if at < 0 {
		t.Fatalf("the archive has no %s", part)
	}
	out := bytes.Clone(whole)
	// Past the header of the part, and past an extended one before it.
	for parts := tar.NewReader(bytes.NewReader(whole)); ; {
		head, err := parts.Next()
		bench.Must(t, err)
		if strings.HasPrefix(head.Name, part) {
			content, err := io.ReadAll(parts)
			bench.Must(t, err)
			body := bytes.Index(whole, content)
			out[body+len(content)/2] ^= 1
			return out
		}
	}
}

// copydb gives another engine the same rows, and back again.
func TestCopyDatabase(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	files := installation(t, s)
	before := data(t, s)
	moved := onPostgres(t)
	secret, err := os.ReadFile(filepath.Join(s["HEARTEN_DATA"], "secret"))
	bench.Must(t, err)
	moved = moved.with("HEARTEN_SECRET", strings.TrimSpace(string(secret))).with("HEARTEN_MEDIA_URL", "file://"+filepath.Join(s["HEARTEN_DATA"], "media"))

	printed := run(t, settings{}, "copydb", s["HEARTEN_DATA"], moved["HEARTEN_DATABASE_URL"]).succeeds().stdout.String()
	if !regexp.MustCompile(`(?m)^surveys +30 +[0-9a-f]{16}$`).MatchString(printed) {
		t.Errorf("it printed %s", printed)
	}
	back := onSQLite(t)
	run(t, settings{}, "copydb", moved["HEARTEN_DATABASE_URL"], back["HEARTEN_DATA"]).succeeds()
	sameData(t, "there and back", before, data(t, back))

	run(t, settings{}, "copydb", s["HEARTEN_DATA"], moved["HEARTEN_DATABASE_URL"]).fails("not empty")
	run(t, settings{}, "copydb", t.TempDir(), onPostgres(t)["HEARTEN_DATABASE_URL"]).fails("no database")
	empty := onPostgres(t)["HEARTEN_DATABASE_URL"]
	run(t, settings{}, "copydb", empty, filepath.Join(t.TempDir(), "new")).fails("no database of this product")

	server := serve(t, moved)
	server.admin().post("/web/survey/page", body{"searchKey": ""}).ok()
	for _, f := range files {
		server.download(f.path).isComplete(f)
	}
}

// A server with a folder for backups writes one by itself and keeps so many.
func TestScheduledBackup(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		archives := t.TempDir()
		for year := range 5 {
			sealed := []string{"", ".age"}[year%2]
			bench.Must(t, os.WriteFile(filepath.Join(archives, fmt.Sprintf("hearten-202%d0101T000000.000Z.tar%s", year, sealed)), nil, 0o600))
		}
		keep := filepath.Join(archives, "notes.tar")
		bench.Must(t, os.WriteFile(keep, nil, 0o600))
		serve(t, s.with("HEARTEN_BACKUP_FOLDER", archives).with("HEARTEN_BACKUP_KEEP", "3"))
		names := func() []string {
			found, err := filepath.Glob(filepath.Join(archives, "hearten-*"))
			bench.Must(t, err)
			return found
		}
		eventually(t, "a backup is written and old ones go", func() bool { return len(names()) == 3 && !strings.Contains(names()[2], "-2024") })
		if got := names(); !strings.HasSuffix(got[0], "-20230101T000000.000Z.tar.age") || !strings.HasSuffix(got[1], "-20240101T000000.000Z.tar") {
			t.Errorf("these are left: %v", got)
		}
		run(t, settings{}, "restore", "--check", names()[2]).succeeds()
		if _, err := os.Stat(keep); err != nil {
			t.Errorf("a file of someone else's is gone: %v", err)
		}
		run(t, s.with("HEARTEN_BACKUP_KEEP", "0").with("HEARTEN_BACKUP_EVERY", "1s"), "serve").fails("HEARTEN_BACKUP_KEEP", "HEARTEN_BACKUP_EVERY")
	})
}

// With files in an S3 store, they come along and go where the target has them.
func TestBackupOfS3(t *testing.T) {
	t.Parallel()
	s := inBucket(t, onPostgres(t))
	files := installation(t, s)
	archive := backUp(t, s, t.TempDir())
	disk := onSQLite(t).with("HEARTEN_SECRET", s["HEARTEN_SECRET"])
	run(t, disk, "restore", archive).succeeds()
	checkObjects(t, disk)
	bucket := inBucket(t, onPostgres(t))
	run(t, bucket, "restore", backUp(t, disk, t.TempDir())).succeeds()
	server := serve(t, bucket)
	for _, f := range files {
		if got := server.download(f.path); got.status != http.StatusOK {
			t.Errorf("%s answers %d", f.path, got.status)
		} else {
			got.isComplete(f)
		}
	}
}

// inBucket keeps the files of an installation in a bucket of its own.
func inBucket(t *testing.T, s settings) settings {
	t.Helper()
	s = s.with("HEARTEN_MEDIA_URL", bench.NewS3Bucket(t))
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} { // the test server's
		s = s.with(name, os.Getenv(name))
	}
	return s
}
