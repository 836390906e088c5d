package catalog

import (
	"context"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

// findFingerprint gives that of the last Apply, empty before the first.
func findFingerprint(ctx context.Context, r db.Reader) (string, error) {
	text, err := db.Value[string](ctx, r, "SELECT fingerprint FROM catalogue_state WHERE id = 1")
	if db.IsNone(err) {
		return "", nil
	}
	return text, err
}

// saveFingerprint writes the one row of the state, on which replicas wait for
// each other, and reports whether this content is not there yet.
func saveFingerprint(ctx context.Context, tx *db.Tx, fingerprint string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO catalogue_state (id, fingerprint, applied_at) VALUES (1, @fingerprint, @now)
		ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint, applied_at = excluded.applied_at
		WHERE catalogue_state.fingerprint <> excluded.fingerprint`, db.Args{"fingerprint": fingerprint, "now": now})
	return n > 0, err
}

type storedRow struct {
	ID      string `db:"id"`
	Hash    string `db:"hash"`
	Retired bool   `db:"retired"`
}

// listRows gives the rows of a table by their ids, retired ones included.
func listRows(ctx context.Context, tx *db.Tx, table string) (map[string]storedRow, error) {
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
	sets := []string{"retired_at = NULL", "hash = excluded.hash"}
	values := db.Args{"id": r.id, "hash": r.hash}
	for _, c := range r.columns {
		values[c.name] = c.value
		sets = append(sets, c.name+" = excluded."+c.name)
	}
	return tx.InsertAll(ctx, table, "ON CONFLICT (id) DO UPDATE SET "+strings.Join(sets, ", "), []db.Args{values})
}

func retire(ctx context.Context, tx *db.Tx, table, id string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE "+table+" SET retired_at = @now WHERE id = @id", db.Args{"now": now, "id": id})
	return err
}

func findDocument(ctx context.Context, r db.Reader, name string) (string, error) {
	return db.Value[string](ctx, r, "SELECT body FROM catalogue_documents WHERE name = @name", db.Args{"name": name})
}

func saveDocument(ctx context.Context, tx *db.Tx, d document) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO catalogue_documents (name, body) VALUES (@name, @body)
		ON CONFLICT (name) DO UPDATE SET body = excluded.body`, db.Args{"name": d.name, "body": d.body})
	return err
}

const selectDistricts = `SELECT id, name, centre, community_number, code FROM districts WHERE retired_at IS NULL`

func listDistricts(ctx context.Context, r db.Reader) ([]District, error) {
	return db.All[District](ctx, r, selectDistricts+` ORDER BY ordering, id`)
}

func findDistrict(ctx context.Context, r db.Reader, id string) (District, error) {
	return db.One[District](ctx, r, selectDistricts+` AND id = @id`, db.Args{"id": id})
}

func listContacts(ctx context.Context, r db.Reader) ([]Contact, error) {
	return db.All[Contact](ctx, r, `
		SELECT name, phone, hours, description FROM crisis_contacts WHERE retired_at IS NULL ORDER BY ordering`)
}
