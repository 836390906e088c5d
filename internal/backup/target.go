package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"hearten/internal/platform/db"
)

var errNotEmpty = errors.New("the target is not empty: it must be a new data folder or a new database")

// MustBeEmpty refuses a database that has rows other than those of its
// migrations.
func MustBeEmpty(ctx context.Context, d *db.DB) error {
	version, err := d.Version(ctx, d)
	if err != nil {
		return err
	}
	seeded, err := seededTables(ctx, version)
	if err != nil {
		return err
	}
	filled, err := filledTables(ctx, d)
	if err != nil {
		return err
	}
	for _, name := range filled {
		if !slices.Contains(seeded, name) {
			return errNotEmpty
		}
	}
	return nil
}

// seededTables names the tables that migrations up to a version put rows into.
func seededTables(ctx context.Context, version int64) (names []string, err error) {
	if version == 0 {
		return nil, nil
	}
	folder, err := os.MkdirTemp("", "hearten-empty-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	d, err := db.Open(ctx, db.Options{Folder: folder})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := d.MigrateTo(ctx, version); err != nil {
		return nil, err
	}
	return filledTables(ctx, d)
}

// prepareTarget migrates an empty database to the schema of the data.
func prepareTarget(ctx context.Context, d *db.DB, schema int64) error {
	version, err := d.Version(ctx, d)
	if err != nil {
		return err
	}
	if version > schema {
		return fmt.Errorf("the target has schema version %d and the data %d: begin with a new folder or database", version, schema)
	}
	if err := MustBeEmpty(ctx, d); err != nil {
		return err
	}
	return d.MigrateTo(ctx, schema)
}
