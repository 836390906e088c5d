package process

import (
	"database/sql"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"hearten/test/bench"
)

// settings is the environment of a child; it gets nothing else of ours.
type settings map[string]string

// with is a copy in which one variable differs.
func (s settings) with(name, value string) settings {
	other := maps.Clone(s)
	other[name] = value
	return other
}

// without is a copy that lacks some variables.
func (s settings) without(names ...string) settings {
	other := maps.Clone(s)
	for _, name := range names {
		delete(other, name)
	}
	return other
}

func (s settings) environ() []string {
	lines := []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	for name, value := range s {
		lines = append(lines, name+"="+value)
	}
	return lines
}

// Development installations sign in with these.
const (
	adminEmail    = "admin@hearten.test"
	adminPassword = "hearten-dev-only"
	serviceKey    = "hearten-dev-internal-key"
	sharedSecret  = "a-secret-that-all-replicas-of-a-test-share"
)

// onSQLite is a development installation in a folder that does not exist yet.
func onSQLite(t *testing.T) settings {
	return settings{
		"HEARTEN_DEV": "1", "HEARTEN_RATE_LIMITS": "off",
		"HEARTEN_DATA": filepath.Join(t.TempDir(), "data"),
	}
}

// onPostgres is one on an empty PostgreSQL database.
func onPostgres(t *testing.T) settings {
	t.Helper()
	server, err := bench.SharedPostgres()
	bench.Must(t, err)
	address, drop, err := server.NewDatabase("")
	bench.Must(t, err)
	t.Cleanup(drop)
	return onSQLite(t).with("HEARTEN_DATABASE_URL", address).with("HEARTEN_SECRET", sharedSecret)
}

// onEach runs a scenario on every engine.
func onEach(t *testing.T, scenario func(t *testing.T, s settings)) {
	t.Helper()
	t.Parallel()
	for name, installation := range map[string]func(*testing.T) settings{"sqlite": onSQLite, "postgres": onPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scenario(t, installation(t))
		})
	}
}

// open gives the installation's database to a test.
func (s settings) open(t *testing.T) *sql.DB {
	t.Helper()
	driver, address := "sqlite", "file:"+filepath.Join(s["HEARTEN_DATA"], "hearten.db")+"?_pragma=busy_timeout(10000)"
	if s["HEARTEN_DATABASE_URL"] != "" {
		driver, address = "pgx", s["HEARTEN_DATABASE_URL"]
	}
	handle, err := sql.Open(driver, address)
	bench.Must(t, err)
	t.Cleanup(func() { _ = handle.Close() })
	return handle
}

// count reads one number.
func count(t *testing.T, handle *sql.DB, query string, args ...any) int {
	t.Helper()
	var n int
	bench.Must(t, handle.QueryRow(query, args...).Scan(&n))
	return n
}

// freeAddress is an address for a child to listen on.
func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := bench.FreeAddress()
	bench.Must(t, err)
	return address
}
