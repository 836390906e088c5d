package process

import (
	"strconv"
	"strings"
	"testing"

	"hearten/test/bench"
)

// A binary that is older than the schema says so and serves nothing.
func TestNewerSchemaRefused(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		run(t, s, "migrate").succeeds()
		handle := s.open(t)
		known := count(t, handle, "SELECT MAX(version_id) FROM goose_db_version")
		_, err := handle.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, TRUE)")
		bench.Must(t, err)

		server := start(t, s.with("HEARTEN_ADDR", freeAddress(t)), "serve")
		eventually(t, "the server gives up", func() bool {
			if server.listening() {
				t.Fatal("it listened")
			}
			return !server.running()
		})
		server.fails("version 90001", "knows "+strconv.Itoa(known))
		run(t, s, "migrate").fails("version 90001")
		run(t, s, "staff", "create", "--email", "late@hearten.test", "--name", "Late").fails("version 90001")
		if n := count(t, handle, "SELECT COUNT(*) FROM staff"); n != 0 {
			t.Errorf("%d staff were created", n)
		}
	})
}

// Migrating what is up to date does nothing.
func TestMigrateTwice(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		first := run(t, s, "migrate").succeeds().stdout.String()
		known := count(t, s.open(t), "SELECT COUNT(*) FROM goose_db_version WHERE version_id > 0")
		if want := "migrations applied: " + strconv.Itoa(known); strings.TrimSpace(first) != want || known == 0 {
			t.Errorf("the first run says %q, not %q", first, want)
		}
		if second := run(t, s, "migrate").succeeds().stdout.String(); strings.TrimSpace(second) != "migrations applied: 0" {
			t.Errorf("the second run says %q", second)
		}
	})
}
