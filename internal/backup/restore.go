package backup

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"

	"hearten/internal/media"
	"hearten/internal/platform/db"
)

// Check reads a whole archive and reports whether it holds what its manifest
// says. The secret is empty when the archive has none.
func (a Archive) Check() (m Manifest, secret string, err error) {
	files, counts := newFileSum(), map[string]*sum{}
	m, err = a.walk(visitor{
		table: func(name string, rows io.Reader) error {
			read := &sum{}
			counts[name] = read
			return eachLine(rows, func(line []byte) error { read.add(line); return nil })
		},
		file: func(object, _ string, _ int64, body io.Reader) error {
			hash := sha256.New()
			size, err := io.Copy(hash, body)
			files.add(object, size, hash.Sum(nil))
			return err
		},
		secret: func(text string) error { secret = text; return nil },
	})
	if err != nil {
		return m, "", err
	}
	for _, want := range m.Tables {
		got, ok := counts[want.Name]
		if !ok {
			return m, "", fmt.Errorf("the archive lacks the table %s", want.Name)
		}
		if err := sameCount(want, got.of(want.Table)); err != nil {
			return m, "", fmt.Errorf("the archive is damaged: %w", err)
		}
		delete(counts, want.Name)
	}
	for name := range counts {
		return m, "", fmt.Errorf("the archive is damaged: %s is not in its manifest", name)
	}
	if files.Count != m.Files.Count || files.Bytes != m.Files.Bytes || files.Sum != m.Files.Sum {
		return m, "", fmt.Errorf("the archive is damaged: it has %d files of %d bytes, not the %d of %d that it should have",
			files.Count, files.Bytes, m.Files.Count, m.Files.Bytes)
	}
	return m, secret, nil
}

// Restore fills an empty installation from an archive that was checked. The
// database is filled in one transaction, which ends when all files are there.
func (a Archive) Restore(ctx context.Context, m Manifest, d *db.DB, objects media.Objects) error {
	if err := prepareTarget(ctx, d, m.Schema); err != nil {
		return err
	}
	tables := map[string]Count{}
	for _, t := range m.Tables {
		tables[t.Name] = t
	}
	err := d.Write(ctx, func(tx *db.Tx) error {
		if err := deleteRows(ctx, d, tx); err != nil {
			return err
		}
		_, err := a.walk(visitor{
			table: func(name string, rows io.Reader) error { return loadTable(ctx, tx, tables[name], rows) },
			file: func(object, contentType string, size int64, body io.Reader) error {
				return objects.Write(ctx, object, contentType, size, body)
			},
			secret: func(string) error { return nil },
		})
		return err
	})
	if err != nil {
		return err
	}
	_, err = d.Migrate(ctx)
	return err
}

// loadTable inserts a table's rows and reads them back.
func loadTable(ctx context.Context, tx *db.Tx, want Count, rows io.Reader) error {
	l := &loader{tx: tx, table: want.Table}
	if err := readRows(want.Table, rows, func(values []any) error { return l.add(ctx, values) }); err != nil {
		return err
	}
	if err := l.flush(ctx); err != nil {
		return err
	}
	got, err := countRows(ctx, tx, want.Table)
	if err != nil {
		return err
	}
	return sameCount(want, got)
}
