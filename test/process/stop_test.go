package process

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hearten/test/bench"
)

// A stop lets requests under way finish, takes no new ones, and leaves a clean
// folder that the next start continues from.
func TestStopFinishesRequests(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		server := serve(t, s)
		token := server.admin().token
		var underWay []*slowCall
		for range 4 {
			underWay = append(underWay,
				server.by("").begin("/web/auth/login", `{"loginID": "`+adminEmail+`", "password": "`+adminPassword+`"}`),
				server.by(token).begin("/web/survey", `{"title": "under way", "link": "https://forms.example.hk/mood"}`))
		}

		server.terminate()
		eventually(t, "new connections are refused", func() bool { return !server.listening() })
		for _, call := range underWay {
			call.finish()
		}
		for _, call := range underWay {
			if err := <-call.done; err != nil {
				t.Fatal(err)
			}
			call.reply.ok()
		}
		if code := server.wait(stopWithin); code != 0 {
			t.Fatalf("it ended with code %d", code)
		}
		if left, _ := filepath.Glob(filepath.Join(s["HEARTEN_DATA"], "*-wal")); len(left) > 0 {
			t.Errorf("%v was left behind", left)
		}

		again := serve(t, s)
		titles := everything[struct{ Title string }](again.by(token), "/web/survey/page", body{"searchKey": "under way"})
		if len(titles) != len(underWay)/2 {
			t.Errorf("%d of %d surveys are there after the next start", len(titles), len(underWay)/2)
		}
		if again.admin(); strings.Contains(again.output(), "schema migrated") || strings.Contains(again.output(), "first administrator created") {
			t.Error("the second start began anew")
		}
	})
}

// The generated secret is made once and is its owner's alone.
func TestGeneratedSecretStays(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	path := filepath.Join(s["HEARTEN_DATA"], "secret")
	serve(t, s).stop()
	first, err := os.ReadFile(path)
	bench.Must(t, err)
	serve(t, s).stop()
	second, err := os.ReadFile(path)
	bench.Must(t, err)
	if len(first) < 32 || string(first) != string(second) {
		t.Errorf("the secret was %d characters long and changed: %t", len(first), string(first) != string(second))
	}
	info, err := os.Stat(path)
	bench.Must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file mode is %o", info.Mode().Perm())
	}
}

// slowCall is a request that the server is at work on and that has not sent its
// body yet.
type slowCall struct {
	release chan struct{}
	text    *strings.Reader
	reply   *reply
	done    chan error
}

// begin sends the head of a request and returns when the server asks for the
// body.
func (a caller) begin(path, text string) *slowCall {
	a.c.t.Helper()
	s := &slowCall{release: make(chan struct{}), text: strings.NewReader(text), done: make(chan error, 1)}
	asked := make(chan struct{})
	ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{Got100Continue: func() { close(asked) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+a.c.address+path, s)
	bench.Must(a.c.t, err)
	req.ContentLength = int64(len(text))
	req.Header.Set("Expect", "100-continue")
	go func() {
		var err error
		s.reply, err = a.send(req)
		s.done <- err
	}()
	select {
	case <-asked:
	case err := <-s.done:
		a.c.t.Fatalf("%s ended before its body was sent: %v %v", path, err, s.reply)
	}
	return s
}

// Read implements io.Reader for the request's body.
func (s *slowCall) Read(p []byte) (int, error) {
	<-s.release
	return s.text.Read(p)
}

// finish sends the body.
func (s *slowCall) finish() { close(s.release) }
