// Package doctor checks an installation and says in plain words what is wrong.
// It changes nothing.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hearten/internal/app"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
)

// State is how a part of the installation is.
type State string

// The states. Only what is wrong makes the examination fail.
const (
	Fine     State = "ok"
	Doubtful State = "look"
	Wrong    State = "WRONG"
)

// Finding is what was found of one part.
type Finding struct {
	Part  string
	State State
	Words string
}

// partTimeout is how long one part may take.
const partTimeout = 30 * time.Second

// exam is an examination under way.
type exam struct {
	config   config.Config
	clock    clock.Clock
	db       *db.DB // nil when it cannot be opened
	filled   bool   // it has the schema that this program knows
	findings []Finding
}

// Examine looks everything over.
func Examine(ctx context.Context, environ map[string]string) (findings []Finding, err error) {
	e := &exam{}
	e.checkConfiguration(environ)
	if err := e.openDatabase(ctx); err != nil {
		e.note("database", Wrong, "it cannot be opened: %v", err)
	}
	if e.db != nil {
		defer func() { err = errors.Join(err, e.db.Close()) }()
		if e.check(ctx, "schema", e.schema); e.filled {
			e.check(ctx, "people", e.people)
			e.check(ctx, "queue", e.queue)
			e.check(ctx, "messages", e.messages)
			e.check(ctx, "clock", e.time)
		}
	}
	e.check(ctx, "storage", e.storage)
	e.check(ctx, "channels", e.channels)
	e.check(ctx, "space", e.space)
	e.check(ctx, "backups", e.backups)
	e.check(ctx, "secret", e.secret)
	return e.findings, nil
}

// note writes a finding down.
func (e *exam) note(part string, state State, format string, args ...any) {
	e.findings = append(e.findings, Finding{part, state, fmt.Sprintf(format, args...)})
}

// check runs one part of the examination.
func (e *exam) check(ctx context.Context, part string, at func(ctx context.Context, note func(State, string, ...any)) error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	err := at(ctx, func(s State, format string, args ...any) { e.note(part, s, format, args...) })
	if err != nil {
		e.note(part, Wrong, "%v", err)
	}
}

// Failed reports whether anything is wrong.
func Failed(findings []Finding) bool {
	for _, f := range findings {
		if f.State == Wrong {
			return true
		}
	}
	return false
}

// Print writes the findings for people.
func Print(out io.Writer, findings []Finding) error {
	for _, f := range findings {
		words := strings.ReplaceAll(strings.TrimSpace(f.Words), "\n", "\n                      ")
		if _, err := fmt.Fprintf(out, "%-6s %-14s %s\n", f.State, f.Part, words); err != nil {
			return err
		}
	}
	return nil
}

func (e *exam) checkConfiguration(environ map[string]string) {
	c, err := app.LoadConfig(environ)
	e.config, e.clock = c, clock.System{Offset: c.ClockOffset}
	switch {
	case err != nil:
		e.note("configuration", Wrong, "%v", err)
	case c.Dev:
		e.note("configuration", Doubtful, "development mode: everyone knows the administrator's password and the service key")
	default:
		e.note("configuration", Fine, "complete, for production at %s", c.PublicURL)
	}
}

// openDatabase opens the database, unless that would create it.
func (e *exam) openDatabase(ctx context.Context) error {
	if e.config.DatabaseURL == "" {
		if _, err := os.Stat(filepath.Join(e.config.Data, db.SQLiteFile)); errors.Is(err, os.ErrNotExist) {
			e.note("database", Doubtful, "there is none in %s yet: the first start makes it", e.config.Data)
			return nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	d, err := db.Open(ctx, db.Options{URL: e.config.DatabaseURL, Folder: e.config.Data, Synchronous: e.config.SQLiteSync})
	if err != nil {
		return err
	}
	if err := d.Ping(ctx); err != nil {
		return errors.Join(err, d.Close())
	}
	e.db = d
	e.note("database", Fine, "%s answers", d.Engine())
	return nil
}
