// Package backup writes archives of the database and the files while the product
// serves, restores them to an empty installation, and copies a database from one
// engine to the other.
//
// The form of the data is our own and the same for both engines, so that an
// archive of one can be restored on the other.
package backup

import (
	"context"
	"time"

	"hearten/internal/backup/encrypt"
	"hearten/internal/media"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// format is the version of the archive's form.
const format = 1

// Manifest says what an archive holds. It is its last part: an archive without
// one is not complete.
type Manifest struct {
	Format    int       `json:"format"`
	Program   string    `json:"program"`
	CreatedAt time.Time `json:"createdAt"`
	Engine    db.Engine `json:"engine"`
	// Schema is the version that the tables have.
	Schema int64 `json:"schema"`
	// SecretID names the secret that values were encrypted with.
	SecretID string  `json:"secretId"`
	Tables   []Count `json:"tables"`
	Files    Files   `json:"files"`
}

// Count is how much a table holds.
type Count struct {
	db.Table
	Rows int64 `json:"rows"`
	// Sum stands for all rows, in whatever order they come.
	Sum string `json:"sum"`
}

// Files is how much the store holds.
type Files struct {
	Count int64 `json:"count"`
	Bytes int64 `json:"bytes"`
	// Sum stands for the names and contents of all, in order.
	Sum string `json:"sum"`
	// Missing are objects that a row names and the store does not have, or has
	// otherwise than they were stored.
	Missing []string `json:"missing"`
}

// Rows is how many rows all tables hold.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Source is what a backup is made of.
type Source struct {
	DB      *db.DB
	Objects media.Objects
	Clock   clock.Clock
	Program string // the version that writes it
	// SecretID names the newest secret. Secret is that secret when it is kept in
	// the data folder: without it encrypted values are lost, so it goes along.
	SecretID string
	Secret   string
	// Recipient is the key that the archive is encrypted for; nil for none. Tables
	// are then spooled in TempFolder, not beside the archive: they are not encrypted.
	Recipient  encrypt.Recipient
	TempFolder string
}

// skipped are tables that no archive needs.
var skipped = map[string]bool{media.LeaseTable: true}

func tablesOf(ctx context.Context, d *db.DB, r db.Reader) ([]db.Table, error) {
	all, err := d.Tables(ctx, r)
	if err != nil {
		return nil, err
	}
	kept := all[:0]
	for _, t := range all {
		if !skipped[t.Name] {
			kept = append(kept, t)
		}
	}
	return kept, nil
}
