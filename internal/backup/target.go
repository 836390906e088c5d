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

// MustBeEmpty refuses a database that holds anything but what its schema brings
// along.
func MustBeEmpty(ctx context.Context, d *db.DB) error {
	version, err := d.Version(ctx, d)
	if err != nil {
		return err
	}
	brought, err := broughtAlong(ctx, version)
	if err != nil {
		return err
	}
	filled, err := filledTables(ctx, d)
	if err != nil {
		return err
	}
	for _, name := range filled {
		if !slices.Contains(brought, name) {
			return errNotEmpty
		}
	}
	return nil
}

// broughtAlong names the tables that migrations up to a version put rows into:
// those that a new database has.
func broughtAlong(ctx context.Context, version int64) (names []string, err error) {
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

func filledTables(ctx context.Context, d *db.DB) (names []string, err error) {
	tables, err := d.Tables(ctx, d)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		found, err := db.Column[int64](ctx, d, `SELECT 1 FROM `+t.Name+` LIMIT 1`)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			names = append(names, t.Name)
		}
	}
	return names, nil
}

// prepareTarget gives an empty database the schema of the data that comes.
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

// clear makes room: what the schema brought along is in the data too.
func clear(ctx context.Context, d *db.DB, tx *db.Tx) error {
	tables, err := d.Tables(ctx, tx)
	if err != nil {
		return err
	}
	for _, t := range slices.Backward(tables) { // those that refer to others first
		if _, err := tx.Exec(ctx, `DELETE FROM `+t.Name); err != nil {
			return err
		}
	}
	return nil
}
