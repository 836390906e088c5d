package bench

import (
	"os"
	"slices"
	"sync"
	"testing"

	"hearten/internal/platform/db"
)

// Environment variables that let several test binaries share a server and what
// is prepared on it. The command test/run sets them; without them each binary
// starts a server and prepares the templates by itself.
const (
	GivenURL              = "HEARTEN_TEST_DATABASE_URL"      // a PostgreSQL server; its user may create databases
	GivenPostgresTemplate = "HEARTEN_TEST_POSTGRES_TEMPLATE" // the address of a prepared database on that server
	GivenSQLiteTemplate   = "HEARTEN_TEST_SQLITE_TEMPLATE"   // a folder with a prepared database
)

// Main runs the tests of a package and stops the servers they shared. Every
// package with scenarios calls it in TestMain.
func Main(m *testing.M) {
	code := m.Run()
	StopShared()
	os.Exit(code)
}

// Share starts PostgreSQL, unless GivenURL names a server, and prepares the
// templates. It returns the variables for the test binaries; call StopShared
// after them.
func Share() ([]string, error) {
	server, err := SharedPostgres()
	if err != nil {
		return nil, err
	}
	postgres, err := templates[db.Postgres]()
	if err != nil {
		return nil, err
	}
	sqlite, err := templates[db.SQLite]()
	if err != nil {
		return nil, err
	}
	return []string{
		GivenURL + "=" + server.base.String(),
		GivenPostgresTemplate + "=" + postgres,
		GivenSQLiteTemplate + "=" + sqlite,
	}, nil
}

var stopping struct {
	sync.Mutex
	steps []func()
}

// atStop adds a step to StopShared.
func atStop(step func()) {
	stopping.Lock()
	defer stopping.Unlock()
	stopping.steps = append(stopping.steps, step)
}

// StopShared stops shared servers and removes shared files, the newest first.
func StopShared() {
	stopping.Lock()
	defer stopping.Unlock()
	for _, step := range slices.Backward(stopping.steps) {
		step()
	}
	stopping.steps = nil
}
