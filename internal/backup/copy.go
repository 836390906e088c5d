package backup

import (
	"context"
	"fmt"

	"hearten/internal/platform/db"
)

// Copy fills an empty database from another one, of either engine, and reads
// everything back. It tells what each table holds on both sides.
func Copy(ctx context.Context, from, to *db.DB) (tables []Count, err error) {
	err = from.Snapshot(ctx, func(r db.Reader) error {
		schema, err := from.Version(ctx, r)
		if err != nil {
			return err
		}
		if schema == 0 {
			return fmt.Errorf("the source is no database of this product")
		}
		if err := prepareTarget(ctx, to, schema); err != nil {
			return err
		}
		return to.Write(ctx, func(tx *db.Tx) error {
			if err := deleteRows(ctx, to, tx); err != nil {
				return err
			}
			tables, err = copyTables(ctx, from, r, tx)
			return err
		})
	})
	return tables, err
}

func copyTables(ctx context.Context, from *db.DB, r db.Reader, tx *db.Tx) ([]Count, error) {
	found, err := from.Tables(ctx, r)
	if err != nil {
		return nil, err
	}
	counts := make([]Count, len(found))
	for i, t := range found {
		if counts[i], err = copyTable(ctx, r, tx, t); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return counts, nil
}

func copyTable(ctx context.Context, r db.Reader, tx *db.Tx, t db.Table) (Count, error) {
	var read sum
	l := &loader{tx: tx, table: t}
	err := db.Rows(ctx, r, t, func(values []any) error {
		text, err := line(t, values)
		if err != nil {
			return err
		}
		read.add(text)
		return l.add(ctx, values)
	})
	if err != nil {
		return Count{}, err
	}
	if err := l.flush(ctx); err != nil {
		return Count{}, err
	}
	written, err := countRows(ctx, tx, t)
	if err != nil {
		return Count{}, err
	}
	return written, sameCount(read.of(t), written)
}
