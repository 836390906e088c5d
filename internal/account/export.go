package account

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/privacy"
)

// States of an export.
const (
	noExport        = 0
	exportPreparing = 1
	exportReady     = 2
)

// exportPatience is how long an archive may take before it can be asked for anew.
const exportPatience = time.Hour

// exportLife is how long the address of an archive works.
const exportLife = 24 * time.Hour

type exportArgs struct {
	UserID string `json:"userId"`
}

var makeExport = jobs.Kind[exportArgs]{Name: "account.export"}

// HandleExports lets the queue make archives.
func (s *Service) HandleExports(q *jobs.Queue, people *privacy.Register) {
	s.queue = q
	jobs.Handle(q, makeExport, func(ctx context.Context, job jobs.Job[exportArgs]) error {
		return s.export(ctx, people, job.Args.UserID)
	})
}

// AskExport has an archive made of everything held about the member. Asking
// while one is being made changes nothing.
func (s *Service) AskExport(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		fresh, err := beginExport(ctx, tx, who.ID, s.clock.Now())
		if err != nil || !fresh {
			return err
		}
		return jobs.Enqueue(ctx, s.queue, tx, makeExport, exportArgs{who.ID})
	})
}

// Export is how far a member's archive is.
type Export struct {
	Status    int       `db:"status"`
	FileKey   *string   `db:"file_key"`
	CreatedAt time.Time `db:"created_at"`
}

func (s *Service) findExport(ctx context.Context, who access.Member) (Export, error) {
	e, err := db.One[Export](ctx, s.db, `SELECT status, file_key, created_at FROM data_exports WHERE user_id = $1`, who.ID)
	if db.IsNone(err) {
		return Export{Status: noExport}, nil
	}
	return e, err
}

// export writes the archive: one readable JSON file an area.
func (s *Service) export(ctx context.Context, people *privacy.Register, userID string) error {
	all, err := people.Export(ctx, s.db, userID)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for _, area := range slices.Sorted(maps.Keys(all)) {
		f, err := w.Create(area + ".json")
		if err != nil {
			return err
		}
		enc := json.NewEncoder(f)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(all[area]); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	file, err := s.media.PutArchive(ctx, filekey.Export(userID, uuid.Must(uuid.NewV7()).String()), "application/zip", archive.Bytes())
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error { return s.finishExport(ctx, tx, userID, file) })
}

// finishExport puts the new archive in the place of the old one.
func (s *Service) finishExport(ctx context.Context, tx *db.Tx, userID string, file media.File) error {
	_, err := holdUser(ctx, tx, userID)
	if errors.Is(err, fault.ErrNotFound) {
		return nil // the person left in between; nobody may read it
	}
	if err != nil {
		return err
	}
	old, err := db.One[Export](ctx, tx, `SELECT status, file_key, created_at FROM data_exports WHERE user_id = $1`, userID)
	if err != nil {
		return err
	}
	if old.FileKey != nil {
		if err := s.media.Remove(ctx, tx, *old.FileKey); err != nil {
			return err
		}
	}
	if err := s.media.Save(ctx, tx, file); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE data_exports SET status = 2, file_key = $1 WHERE user_id = $2`, file.Key, userID)
	return err
}

// beginExport reports whether a new archive is to be made: also when the last
// one has been on its way for so long that it will not come.
func beginExport(ctx context.Context, tx *db.Tx, userID string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO data_exports (user_id, status, created_at) VALUES ($1, 1, $2)
		ON CONFLICT (user_id) DO UPDATE SET status = 1, created_at = excluded.created_at
		WHERE data_exports.status <> 1 OR data_exports.created_at <= $3`, userID, now, now.Add(-exportPatience))
	return n > 0, err
}
