package catalog

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

// appliedFingerprint is that of the last Apply, empty before the first.
func appliedFingerprint(ctx context.Context, r db.Reader) (string, error) {
	text, err := db.Value[string](ctx, r, "SELECT fingerprint FROM catalogue_state WHERE id = 1")
	if db.IsNone(err) {
		return "", nil
	}
	return text, err
}

// takeState claims the one row of the state, which makes replicas queue, and
// reports whether this content is not there yet.
func takeState(ctx context.Context, tx *db.Tx, fingerprint string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO catalogue_state (id, fingerprint, applied_at) VALUES (1, $1, $2)
		ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint, applied_at = excluded.applied_at
		WHERE catalogue_state.fingerprint <> excluded.fingerprint`, fingerprint, now)
	return n > 0, err
}

type storedRow struct {
	ID      string `db:"id"`
	Hash    string `db:"hash"`
	Retired bool   `db:"retired"`
}

// storedRows are the rows of a table by their ids, retired ones included.
func storedRows(ctx context.Context, tx *db.Tx, table string) (map[string]storedRow, error) {
	rows, err := db.All[storedRow](ctx, tx, "SELECT id, hash, retired_at IS NOT NULL AS retired FROM "+table)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]storedRow, len(rows))
	for _, r := range rows {
		byID[r.ID] = r
	}
	return byID, nil
}

// upsert writes an entry; one that had been retired is back.
func upsert(ctx context.Context, tx *db.Tx, table string, r row) error {
	names := []string{"id", "hash"}
	holders := []string{"$1", "$2"}
	sets := []string{"retired_at = NULL", "hash = excluded.hash"}
	args := []any{r.id, r.hash}
	for _, c := range r.columns {
		args = append(args, c.value)
		names = append(names, c.name)
		holders = append(holders, fmt.Sprintf("$%d", len(args)))
		sets = append(sets, c.name+" = excluded."+c.name)
	}
	_, err := tx.Exec(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s) ON CONFLICT (id) DO UPDATE SET %s",
		table, strings.Join(names, ", "), strings.Join(holders, ", "), strings.Join(sets, ", ")), args...)
	return err
}

func retire(ctx context.Context, tx *db.Tx, table, id string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE "+table+" SET retired_at = $1 WHERE id = $2", now, id)
	return err
}

func storedDocument(ctx context.Context, tx *db.Tx, name string) (string, error) {
	return db.Value[string](ctx, tx, "SELECT body FROM catalogue_documents WHERE name = $1", name)
}

func putDocument(ctx context.Context, tx *db.Tx, d document) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO catalogue_documents (name, body) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET body = excluded.body`, d.name, d.body)
	return err
}
