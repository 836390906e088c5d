package process

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

var createStaff = []string{"staff", "create", "--email", "wong@hearten.test", "--name", "Wong"}

// An administrator made at the shell with a password has all rights at once.
func TestStaffCreate(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		s = s.without("HEARTEN_DEV", "HEARTEN_RATE_LIMITS")
		made := run(t, s.with("HEARTEN_STAFF_PASSWORD", "quiet-harbour-7"), createStaff...).succeeds()
		if strings.Contains(made.output(), "quiet-harbour-7") {
			t.Error("the given password was printed")
		}
		run(t, s, createStaff...).fails("already in use")
		run(t, s, "staff", "create", "--email", "WONG@hearten.test", "--name", "Wong").fails("already in use")
		run(t, s.with("HEARTEN_STAFF_PASSWORD", "123456"), "staff", "create", "--email", "ho@hearten.test", "--name", "Ho").fails("password")
		if n := count(t, s.open(t), "SELECT COUNT(*) FROM staff"); n != 1 {
			t.Errorf("there are %d staff", n)
		}

		server := serve(t, s.with("HEARTEN_DEV", "1"))
		wong := server.by(server.signIn("wong@hearten.test", "quiet-harbour-7"))
		if wong.mustChangePassword() {
			t.Error("a given password must not have to be changed")
		}
		wong.post("/web/survey/page", body{"searchKey": ""}).ok()
	})
}

// A generated first password opens nothing but its own change.
func TestStaffCreateGeneratesPassword(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	printed := run(t, s, createStaff...).succeeds().stdout.String()
	found := regexp.MustCompile(`password.*: (\S+)\n`).FindStringSubmatch(printed)
	if found == nil {
		t.Fatalf("no password was printed: %s", printed)
	}
	first := found[1]

	server := serve(t, s)
	wong := server.by(server.signIn("wong@hearten.test", first))
	if !wong.mustChangePassword() {
		t.Error("a first password must have to be changed")
	}
	wong.post("/web/survey/page", body{"searchKey": ""}).fails(403, "FORBIDDEN")
	wong.post("/web/audit/page", body{}).fails(403, "FORBIDDEN")
	wong.post("/web/auth/refresh", nil).fails(403, "FORBIDDEN")
	wong.get("/web/roles/list").fails(403, "FORBIDDEN")
	server.by(server.signIn("wong@hearten.test", first)).delete("/web/auth/logout").ok()

	wong.put("/web/staffs/password", body{"oldPassword": first, "password": "quiet-harbour-7"}).ok()
	wong.get("/web/auth/info").fails(401, "UNAUTHENTICATED")
	server.by("").post("/web/auth/login", body{"loginID": "wong@hearten.test", "password": first}).fails(401, "BAD_CREDENTIALS")
	wong = server.by(server.signIn("wong@hearten.test", "quiet-harbour-7"))
	if wong.mustChangePassword() {
		t.Error("the new password must not have to be changed")
	}
	wong.post("/web/survey/page", body{"searchKey": ""}).ok()
}

func (a caller) mustChangePassword() bool {
	a.c.t.Helper()
	var info struct{ MustChangePassword bool }
	a.get("/web/auth/info").ok().into(&info)
	return info.MustChangePassword
}

// The commands that only tell something.
func TestTellingCommands(t *testing.T) {
	t.Parallel()
	if got := run(t, settings{}, "version").succeeds().stdout.String(); got != "hearten "+version+"\n" {
		t.Errorf("the version is told as %q", got)
	}
	var document struct {
		OpenAPI string
		Info    struct{ Version string }
		Paths   map[string]any
	}
	bench.Must(t, json.Unmarshal([]byte(run(t, settings{}, "openapi").succeeds().stdout.String()), &document))
	if !strings.HasPrefix(document.OpenAPI, "3.1") || document.Info.Version != version || document.Paths["/web/survey"] == nil {
		t.Errorf("the document is OpenAPI %s of version %s with %d paths", document.OpenAPI, document.Info.Version, len(document.Paths))
	}
	run(t, settings{}, "demo").fails("HEARTEN_DEV=1")
	if unknown := run(t, settings{}, "dance"); unknown.code == 0 {
		t.Error("an unknown command succeeded")
	}
}

// Jobs that gave up are listed with their reason.
func TestJobsDead(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		for _, command := range []string{"jobs dead", "backup"} { // a wrong folder or database
			run(t, s, strings.Fields(command)...).fails("HEARTEN_DATA")
		}
		if _, err := os.Stat(s["HEARTEN_DATA"]); s["HEARTEN_DATABASE_URL"] == "" && !os.IsNotExist(err) {
			t.Error("looking at a wrong folder made an installation of it")
		}
		run(t, s, "migrate").succeeds()
		if printed := run(t, s, "jobs", "dead").succeeds().stdout.String(); strings.Count(printed, "\n") != 1 {
			t.Errorf("an empty list is more than its head: %s", printed)
		}
		now := time.Now().UTC()
		_, err := s.open(t).Exec(`
			INSERT INTO jobs (id, kind, args, state, run_at, attempts, max_attempts, last_error, created_at, finished_at)
			VALUES ('j1', 'mail.send', '{}', 'dead', $1, 12, 12, 'mailbox is full', $1, $1)`, now)
		bench.Must(t, err)
		printed := run(t, s, "jobs", "dead").succeeds().stdout.String()
		for _, word := range []string{"j1", "mail.send", "12", now.Format("2006-01-02 15:04:05Z"), "mailbox is full"} {
			if !strings.Contains(printed, word) {
				t.Errorf("the list lacks %q: %s", word, printed)
			}
		}
	})
}
