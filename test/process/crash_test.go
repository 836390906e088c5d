package process

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hearten/test/bench"
)

// What was acknowledged is there after a kill, with its audit row and once; the
// session it was done in lives on too.
func TestAcknowledgedSurvivesKill(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		notes := &ledger{sent: map[string]bool{}, acknowledged: map[string]bool{}}
		server := serve(t, s)
		token := server.admin().token
		for round := range 3 {
			notes.createUntilKilled(server.by(token), round, 300)
			server = serve(t, s)
			notes.check(t, server.by(token))
		}
	})
}

// ledger is what the clients know: which titles they sent and which of them
// were acknowledged.
type ledger struct {
	mu           sync.Mutex
	sent         map[string]bool
	acknowledged map[string]bool
}

func (l *ledger) note(in map[string]bool, title string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in[title] = true
}

// createUntilKilled has several clients create surveys and kills the server in
// the midst of it, after so many acknowledgements.
func (l *ledger) createUntilKilled(admin caller, round, enough int) {
	var clients sync.WaitGroup
	var acknowledged atomic.Int64
	for client := range 8 {
		clients.Go(func() {
			for i := 0; ; i++ {
				title := fmt.Sprintf("round %d client %d survey %d", round, client, i)
				l.note(l.sent, title)
				r, err := admin.try("POST", "/web/survey", body{"title": title, "link": "https://forms.example.hk/mood"})
				if err != nil {
					return // killed
				}
				if !r.succeeded() {
					admin.c.t.Errorf("not created: %d %s", r.status, r.text)
					return
				}
				l.note(l.acknowledged, title)
				if acknowledged.Add(1) == int64(enough) {
					admin.c.kill()
					return
				}
			}
		})
	}
	clients.Wait()
	if admin.c.running() {
		admin.c.t.Fatalf("the clients gave up after %d acknowledgements", acknowledged.Load())
	}
}

// check compares the ledger with what the restarted server shows.
func (l *ledger) check(t *testing.T, admin caller) {
	t.Helper()
	stored := map[string]bool{}
	for _, s := range everything[struct{ Title string }](admin, "/web/survey/page", body{"searchKey": ""}) {
		if stored[s.Title] {
			t.Errorf("%q exists twice", s.Title)
		}
		if !l.sent[s.Title] {
			t.Errorf("%q was never sent", s.Title)
		}
		stored[s.Title] = true
	}
	for title := range l.acknowledged {
		if !stored[title] {
			t.Errorf("%q was acknowledged and is gone", title)
		}
	}
	audited := map[string]bool{}
	type entry struct{ Detail struct{ After string } }
	for _, e := range everything[entry](admin, "/web/audit/page", body{"action": "post-web-survey"}) {
		var after struct{ Title string }
		bench.Must(t, json.Unmarshal([]byte(e.Detail.After), &after))
		audited[after.Title] = true
	}
	if !maps.Equal(stored, audited) {
		t.Errorf("%d surveys are stored and %d are in the audit log", len(stored), len(audited))
	}
	t.Logf("%d sent, %d acknowledged, %d stored", len(l.sent), len(l.acknowledged), len(stored))
}

// A first start that is killed on the way is no trouble for the next one.
func TestKilledWhileStarting(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		for _, reached := range stagesOfStart(t, s) {
			c := start(t, s.with("HEARTEN_ADDR", freeAddress(t)), "serve")
			for c.running() && !reached() && !strings.Contains(c.stderr.String(), "schema migrated") {
				runtime.Gosched()
			}
			c.kill()
		}
		serve(t, s).admin().get("/web/auth/info").ok()
	})
}

// stagesOfStart tells how far a first start has come.
func stagesOfStart(t *testing.T, s settings) []func() bool {
	if s["HEARTEN_DATABASE_URL"] == "" {
		made := func(name string) func() bool {
			return func() bool { _, err := os.Stat(filepath.Join(s["HEARTEN_DATA"], name)); return err == nil }
		}
		return []func() bool{made("."), made("secret"), made("hearten.db"), made("hearten.db-wal"), func() bool { return false }}
	}
	handle := s.open(t)
	migrated := func(least int) func() bool {
		return func() bool {
			var n int
			err := handle.QueryRow("SELECT COUNT(*) FROM goose_db_version").Scan(&n)
			return err == nil && n >= least
		}
	}
	return []func() bool{migrated(0), migrated(1), migrated(3), func() bool { return false }}
}
