package bench

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
)

// EachStore runs a scenario with files on disk and with files in a real S3
// server, each with one of the engines.
func EachStore(t *testing.T, scenario func(t *testing.T, w *World), options ...Option) {
	t.Helper()
	t.Parallel()
	t.Run("files on sqlite", func(t *testing.T) {
		t.Parallel()
		scenario(t, New(t, db.SQLite, options...))
	})
	t.Run("s3 on postgres", func(t *testing.T) {
		t.Parallel()
		address := NewS3Bucket(t)
		scenario(t, New(t, db.Postgres, append(options, With(func(c *config.Config) { c.MediaURL = address }))...))
	})
}

// Objects counts what lies in the world's store.
func (w *World) Objects() (n int) {
	w.T.Helper()
	folder := filepath.Join(w.Config.Data, "media")
	if w.Config.MediaURL != "" {
		s, err := sharedS3()
		Must(w.T, err)
		bucket, _, _ := strings.Cut(strings.TrimPrefix(w.Config.MediaURL, "s3://"), "?")
		folder = filepath.Join(s.folder, bucket) // the server keeps objects as files
	}
	Must(w.T, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	}))
	return n
}

// S3 is a real S3 server that keeps its buckets as folders.
type S3 struct {
	endpoint string
	folder   string
	start    func() *exec.Cmd // makes the server's process, not yet running
	cmd      *exec.Cmd
	ended    chan struct{}
	next     atomic.Int64
}

var sharedS3 = sync.OnceValues(func() (*S3, error) {
	s, err := StartS3()
	if err == nil {
		atStop(s.Stop)
	}
	return s, err
})

// Keys of the test server; the client reads them from the environment.
const (
	s3User   = "hearten-test"
	s3Secret = "hearten-test-secret"
)

// NewS3Bucket makes an empty bucket on the test run's own S3 server. A machine
// that cannot have one fails the test.
func NewS3Bucket(t testing.TB) (address string) {
	t.Helper()
	s, err := sharedS3()
	Must(t, err)
	return s.NewBucket(t)
}

// NewBucket makes an empty bucket.
func (s *S3) NewBucket(t testing.TB) (address string) {
	t.Helper()
	name := fmt.Sprintf("bucket-%d", s.next.Add(1))
	Must(t, os.Mkdir(filepath.Join(s.folder, name), 0o700)) // the server's buckets are folders
	return fmt.Sprintf("s3://%s?region=us-east-1&endpoint=%s&use_path_style=true", name, s.endpoint)
}

// StartS3 starts a server of its own, for tests that halt it.
func StartS3() (*S3, error) {
	program, err := versity()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "hearten-s3-")
	if err != nil {
		return nil, err
	}
	address, err := FreeAddress()
	if err != nil {
		return nil, err
	}
	s := &S3{endpoint: "http://" + address, folder: folder}
	s.start = func() *exec.Cmd {
		cmd := exec.Command(program, "--port", address, "--health", "/healthz", "--quiet", "posix", folder)
		cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+s3User, "ROOT_SECRET_KEY="+s3Secret)
		return cmd
	}
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": s3User, "AWS_SECRET_ACCESS_KEY": s3Secret} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	return s, s.Resume()
}

// Resume starts a server that was halted.
func (s *S3) Resume() error {
	s.cmd, s.ended = s.start(), make(chan struct{})
	if err := StartChild(s.cmd, syscall.SIGKILL); err != nil {
		return err
	}
	go func() {
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	return s.await()
}

// Halt ends the server as a crash would; Resume brings it back.
func (s *S3) Halt() {
	_ = s.cmd.Process.Kill()
	<-s.ended
}

// Stop ends the server and removes what it kept.
func (s *S3) Stop() {
	s.Halt()
	_ = os.RemoveAll(s.folder)
}

func (s *S3) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		res, err := http.Get(s.endpoint + "/healthz")
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the S3 server does not answer: %w", err)
		case <-time.After(20 * time.Millisecond): // another process is starting; there is nothing to listen to
		}
	}
}

// versity is the S3 server's program, built on first use into bin/.
func versity() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	root := filepath.Dir(strings.TrimSpace(string(out)))
	program := filepath.Join(root, "bin", "versitygw")
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	cmd := exec.Command("go", "build", "-modfile=tools/tools.mod", "-o", program, "github.com/versity/versitygw/cmd/versitygw")
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the S3 server: %w\n%s", err, text)
	}
	return program, nil
}
