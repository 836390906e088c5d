package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

// Changes counts what an Apply did.
type Changes struct {
	Added   int
	Updated int // changed, or back after having been retired
	Retired int
}

// String writes the counts for a log line.
func (c Changes) String() string {
	if c == (Changes{}) {
		return "no change"
	}
	return fmt.Sprintf("%d added, %d updated, %d retired", c.Added, c.Updated, c.Retired)
}

// Origin is where an applied catalogue came from.
type Origin string

// The origins. A catalogue that someone gave stays until they apply another:
// a starting server does not put its own in its place.
const (
	FromBinary Origin = "binary"
	FromFolder Origin = "folder"
)

// AppliedFrom tells where the catalogue in the database came from; nothing
// before the first.
func AppliedFrom(ctx context.Context, r db.Reader) (Origin, error) {
	fingerprint, err := findFingerprint(ctx, r)
	origin, _, _ := strings.Cut(fingerprint, " ")
	return Origin(origin), err
}

// Apply makes the database hold the catalogue, all of it or nothing. Entries
// that left it are retired. Applying what is there already costs one read;
// replicas that start together wait for each other and one does the work.
func Apply(ctx context.Context, d *db.DB, c *Catalogue, from Origin, now time.Time) (Changes, error) {
	tables, documents := tablesOf(c), documentsOf(c)
	fingerprint := string(from) + " " + fingerprintOf(tables, documents)
	applied, err := findFingerprint(ctx, d.Quick())
	if err != nil {
		return Changes{}, fmt.Errorf("read catalogue state: %w", err)
	}
	if applied == fingerprint {
		return Changes{}, nil
	}
	var changes Changes
	err = d.Write(ctx, func(tx *db.Tx) error {
		changes = Changes{} // the transaction may run again
		first, err := saveFingerprint(ctx, tx, fingerprint, now)
		if err != nil || !first {
			return err
		}
		for _, t := range tables {
			if err := applyTable(ctx, tx, t, now, &changes); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
		return applyDocuments(ctx, tx, documents, &changes)
	})
	if err != nil {
		return Changes{}, fmt.Errorf("apply catalogue: %w", err)
	}
	return changes, nil
}

// fingerprintOf stands for all that would be written, columns included, so that a
// program with a new column applies the same content again.
func fingerprintOf(tables []table, documents []document) string {
	sum := sha256.New()
	for _, t := range tables {
		for _, r := range t.rows {
			fmt.Fprintf(sum, "%s %s %s\n", t.name, r.id, r.hash)
		}
	}
	for _, d := range documents {
		fmt.Fprintf(sum, "%s %q\n", d.name, d.body)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func applyTable(ctx context.Context, tx *db.Tx, t table, now time.Time, changes *Changes) error {
	stored, err := listRows(ctx, tx, t.name)
	if err != nil {
		return err
	}
	for _, r := range t.rows {
		old, exists := stored[r.id]
		delete(stored, r.id)
		if exists && old.Hash == r.hash && !old.Retired {
			continue
		}
		if err := upsert(ctx, tx, t.name, r); err != nil {
			return err
		}
		if exists {
			changes.Updated++
		} else {
			changes.Added++
		}
	}
	for id, left := range stored {
		if left.Retired {
			continue
		}
		if err := retire(ctx, tx, t.name, id, now); err != nil {
			return err
		}
		changes.Retired++
	}
	return nil
}

func applyDocuments(ctx context.Context, tx *db.Tx, documents []document, changes *Changes) error {
	for _, d := range documents {
		old, err := findDocument(ctx, tx, d.name)
		switch {
		case err != nil && !db.IsNone(err):
			return err
		case err == nil && old == d.body:
			continue
		case err == nil:
			changes.Updated++
		default:
			changes.Added++
		}
		if err := saveDocument(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}
