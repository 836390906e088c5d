package removal

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"hearten/internal/account"
	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
)

// ExportStatus is how far an archive is.
type ExportStatus int

// The states of an archive.
const (
	exportNone      ExportStatus = 0
	exportPreparing ExportStatus = 1
	exportReady     ExportStatus = 2
)

// exportPatience is how long an archive may take before it can be asked for anew.
const exportPatience = time.Hour

// exportLife is how long the address of an archive works.
const exportLife = 24 * time.Hour

// Export is how far a member's archive is.
type Export struct {
	Status    ExportStatus `db:"status"`
	FileKey   *string      `db:"file_key"`
	CreatedAt time.Time    `db:"created_at"`
	URL       string       // of an archive that is ready
}

// RequestExport has an archive made of everything held about the caller. Asking
// while one is being made changes nothing.
func (s *Service) RequestExport(ctx context.Context, who access.Member) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()
		fresh, err := beginExport(ctx, tx, who.ID, now, now.Add(-exportPatience))
		if err != nil || !fresh {
			return err
		}
		return jobs.Enqueue(ctx, s.Queue, tx, exportKind, exportArgs{UserID: who.ID})
	})
}

// makeExport writes the archive: one readable JSON file an area.
func (s *Service) makeExport(ctx context.Context, userID string) error {
	all, err := s.People.Export(ctx, s.DB, userID)
	if err != nil {
		return fmt.Errorf("read everything held about the member: %w", err)
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
	file, err := s.Media.PutArchive(ctx, filekey.Export(userID, uuid.Must(uuid.NewV7()).String()), "application/zip", archive.Bytes())
	if err != nil {
		return fmt.Errorf("store the archive: %w", err)
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error { return s.finishExport(ctx, tx, userID, file) })
}

// finishExport puts the new archive in the place of the old one.
func (s *Service) finishExport(ctx context.Context, tx *db.Tx, userID string, file media.File) error {
	_, err := account.Lock(ctx, tx, userID)
	if errors.Is(err, fault.ErrNotFound) {
		return nil // the member was removed meanwhile, and nobody may read it
	}
	if err != nil {
		return err
	}
	old, err := findExport(ctx, tx, userID)
	if err != nil {
		return err
	}
	if old.FileKey != nil {
		if err := s.Media.Remove(ctx, tx, *old.FileKey); err != nil {
			return err
		}
	}
	if err := s.Media.Save(ctx, tx, file); err != nil {
		return err
	}
	return saveExport(ctx, tx, userID, file.Key)
}
