package backup

import (
	"context"
	"slices"

	"hearten/internal/platform/db"
)

type storedFile struct {
	Object      string `db:"object"`
	ContentType string `db:"content_type"`
	Size        int64  `db:"size"`
	Hash        string `db:"etag"`
}

// storedFiles lists the files of the database, by object.
func storedFiles(ctx context.Context, r db.Reader) ([]storedFile, error) {
	return db.All[storedFile](ctx, r, `SELECT object, content_type, size, etag FROM media_files ORDER BY object`)
}

// filledTables names the tables that have rows.
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

// deleteRows empties all tables: the rows of the migrations are in the data too.
func deleteRows(ctx context.Context, d *db.DB, tx *db.Tx) error {
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

// batch is how many rows are inserted at once.
const batch = 200

// loader inserts the rows of a table in batches; flush inserts the last one.
type loader struct {
	tx    *db.Tx
	table db.Table
	rows  []db.Args
}

func (l *loader) add(ctx context.Context, values []any) error {
	row := make(db.Args, len(values))
	for i, c := range l.table.Columns {
		row[c.Name] = values[i]
	}
	l.rows = append(l.rows, row)
	if len(l.rows) < batch {
		return nil
	}
	return l.flush(ctx)
}

func (l *loader) flush(ctx context.Context) error {
	rows := l.rows
	l.rows = l.rows[:0]
	return l.tx.InsertAll(ctx, l.table.Name, "", rows)
}
