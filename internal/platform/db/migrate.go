package db

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"syscall"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Migrate brings the schema up to date. Several processes may call it at once:
// one migrates, the others wait. A schema newer than this program is refused.
func (d *DB) Migrate(ctx context.Context) (applied int, err error) {
	return d.runMigrations(ctx, func(p *goose.Provider) ([]*goose.MigrationResult, error) { return p.Up(ctx) })
}

// MigrateTo brings the schema to a version that this program knows, for data
// that was written under it.
func (d *DB) MigrateTo(ctx context.Context, version int64) error {
	_, err := d.runMigrations(ctx, func(p *goose.Provider) ([]*goose.MigrationResult, error) {
		if newest := newestVersion(p); version > newest {
			return nil, errNewer(version, newest)
		}
		return p.UpTo(ctx, version)
	})
	return err
}

func (d *DB) runMigrations(ctx context.Context, up func(*goose.Provider) ([]*goose.MigrationResult, error)) (applied int, err error) {
	provider, err := d.writer.migrations()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, provider.done()) }()
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("read schema version: %w", err)
	}
	if newest := newestVersion(provider.Provider); version > newest {
		return 0, errNewer(version, newest)
	}
	results, err := up(provider.Provider)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	return len(results), nil
}

// SchemaCurrent reports an error unless the schema is exactly this program's.
func (d *DB) SchemaCurrent(ctx context.Context) error {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	newest, err := goose.NumericComponent(files[len(files)-1])
	if err != nil {
		return err
	}
	version, err := Value[int64](ctx, d.quick, "SELECT MAX(version_id) FROM goose_db_version")
	switch {
	case err != nil:
		return err
	case version > newest:
		return errNewer(version, newest)
	case version < newest:
		return fmt.Errorf("the schema has version %d, this program needs %d", version, newest)
	}
	return nil
}

func errNewer(version, newest int64) error {
	return fmt.Errorf("the database has schema version %d, this program knows %d: start the newer program", version, newest)
}

func newestVersion(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}

// migrator is goose with the way to put its handle away.
type migrator struct {
	*goose.Provider
	done func() error
}

func (w *sqliteWriter) migrations() (migrator, error) {
	folder, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return migrator{}, err
	}
	unlock, err := lockFile(w.file + ".migrating")
	if err != nil {
		return migrator{}, err
	}
	handle, err := sql.Open("sqlite", w.dsn)
	if err != nil {
		return migrator{}, errors.Join(err, unlock())
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, handle, folder)
	return migrator{provider, func() error { return errors.Join(handle.Close(), unlock()) }}, err
}

// lockFile waits until no other process holds the file. The system gives the
// lock up with the process, however that ends.
func lockFile(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) // #nosec G304 -- the operator names the folder
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}

func (w *postgresWriter) migrations() (migrator, error) {
	folder, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return migrator{}, err
	}
	// Replicas that wait look again every second, for five minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return migrator{}, err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, w.handle, postgresWords{folder}, goose.WithSessionLocker(locker))
	return migrator{provider, func() error { return nil }}, err
}

// postgresWords shows the one folder of migrations in PostgreSQL's words. Text
// sorts by code point on both engines, so that lists come in the same order.
type postgresWords struct{ fs.FS }

var typeWords = []struct {
	word *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`\bDATETIME\b`), "TIMESTAMPTZ"},
	{regexp.MustCompile(`\bBLOB\b`), "BYTEA"},
	{regexp.MustCompile(`\bTEXT\b`), `TEXT COLLATE "C"`},
	{regexp.MustCompile(`(?m)^-- postgres: `), ""}, // what only PostgreSQL needs
	{regexp.MustCompile(`(?ms)^-- only sqlite$.*?^-- end$`), ""},
}

func (p postgresWords) Open(name string) (fs.File, error) {
	f, err := p.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return f, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	for _, t := range typeWords {
		text = t.word.ReplaceAll(text, []byte(t.as))
	}
	return translated{f, bytes.NewReader(text)}, nil
}

type translated struct {
	fs.File
	text *bytes.Reader
}

func (t translated) Read(p []byte) (int, error) { return t.text.Read(p) }
