package process

import (
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"hearten/test/bench"
)

// Files that were acknowledged are served after a kill as they were before,
// and one that was on its way is there completely or not at all.
func TestMediaSurvivesKill(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		server := serve(t, s)
		files := uploadUntilKilled(server, 120)
		again := serve(t, s)
		kept, cut := 0, 0
		for _, f := range files {
			got := again.download(f.path)
			if !f.acknowledged && got.status == http.StatusNotFound {
				cut++
				continue
			}
			kept++
			got.isComplete(f)
			if !holds(t, filepath.Join(s["HEARTEN_DATA"], "media", filepath.FromSlash(f.key)), got.text) {
				t.Errorf("%s is another file on disk", f.key)
			}
		}
		t.Logf("%d files sent, %d served, %d of those under way are not there", len(files), kept, cut)
	})
}

// holds reports whether one of the versions of a file on disk is this one.
func holds(t *testing.T, folder, content string) bool {
	t.Helper()
	versions, err := os.ReadDir(folder)
	bench.Must(t, err)
	for _, v := range versions {
		text, err := os.ReadFile(filepath.Join(folder, v.Name()))
		bench.Must(t, err)
		if string(text) == content {
			return true
		}
	}
	return false
}

// uploadUntilKilled has several clients store files and kills the server in the
// midst of it, after so many acknowledgements.
func uploadUntilKilled(server *child, enough int64) []*upload {
	var clients sync.WaitGroup
	var last, acknowledged atomic.Int64
	var mu sync.Mutex
	var all []*upload
	for range 6 {
		clients.Go(func() {
			for {
				n := int(last.Add(1))
				f := newUpload(n)
				mu.Lock()
				all = append(all, f)
				mu.Unlock()
				r, err := server.by(serviceKey).upload(f, map[string]string{
					"fileKey": f.key, "temp": "false", "access": []string{"public", "public", "private"}[n%3],
				})
				if err != nil {
					return // killed
				}
				if !r.succeeded() {
					server.t.Errorf("not stored: %d %s", r.status, r.text)
					return
				}
				f.path, f.acknowledged = pathOf(r), true
				if acknowledged.Add(1) == enough {
					server.kill()
					return
				}
				f.seen, _ = server.tryDownload(f.path) // it may be killed now
			}
		})
	}
	clients.Wait()
	if server.running() {
		server.t.Fatalf("the clients gave up after %d files", acknowledged.Load())
	}
	return all
}
