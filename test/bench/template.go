package bench

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"hearten/internal/app"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
)

// Preparing a database takes a while, so it is done once for each engine and
// every world gets a copy. A template is the address of a PostgreSQL database,
// or a folder with a SQLite database.
var templates = map[db.Engine]func() (string, error){
	db.SQLite:   sync.OnceValues(func() (string, error) { return template(db.SQLite, GivenSQLiteTemplate) }),
	db.Postgres: sync.OnceValues(func() (string, error) { return template(db.Postgres, GivenPostgresTemplate) }),
}

func template(engine db.Engine, variable string) (string, error) {
	if given := os.Getenv(variable); given != "" {
		return given, nil
	}
	return prepareTemplate(engine)
}

func prepareTemplate(engine db.Engine) (string, error) {
	folder, err := os.MkdirTemp("", "hearten-template-")
	if err != nil {
		return "", err
	}
	atStop(func() { _ = os.RemoveAll(folder) })
	vars := map[string]string{"HEARTEN_DEV": "1", "HEARTEN_DATA": folder,
		"HEARTEN_SECRET": "a-secret-for-tests-long-enough-to-be-taken"}
	place := folder
	if engine == db.Postgres {
		server, err := SharedPostgres()
		if err != nil {
			return "", err
		}
		if place, _, err = server.NewDatabase(""); err != nil {
			return "", err
		}
		vars["HEARTEN_DATABASE_URL"] = place
	}
	c, err := app.LoadConfig(vars)
	if err != nil {
		return "", err
	}
	a, err := app.Open(context.Background(), c, app.Parts{
		Clock: clock.NewMovable(Start), Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		return "", err
	}
	if err := a.Prepare(context.Background()); err != nil {
		return "", err
	}
	return place, a.Close()
}

func preparedCopy(t testing.TB, engine db.Engine, c *config.Config) error {
	template, err := templates[engine]()
	if err != nil {
		return err
	}
	if engine == db.Postgres {
		server, err := SharedPostgres()
		if err != nil {
			return err
		}
		address, drop, err := server.NewDatabase(template)
		if err != nil {
			return err
		}
		t.Cleanup(drop)
		c.DatabaseURL = address
		return nil
	}
	body, err := os.ReadFile(filepath.Join(template, "hearten.db"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Data, "hearten.db"), body, 0o600)
}
