package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"hearten/internal/backup"
	"hearten/internal/backup/encrypt"
	"hearten/internal/media"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/internal/platform/keys"
)

// BackUp writes an archive of everything into a folder.
func (a *App) BackUp(ctx context.Context, folder string) (path string, m backup.Manifest, err error) {
	s := backup.Source{DB: a.DB, Objects: a.objects, Clock: a.Clock, Program: Version(), SecretID: a.Keys.Newest().ID}
	if len(a.Config.Secrets) == 0 {
		if s.Secret, err = keys.FileSecret(a.Config.Data); err != nil {
			return "", m, err
		}
	}
	if a.Config.BackupRecipient != "" {
		s.TempFolder = a.Config.Data
		if s.Recipient, err = encrypt.ParseRecipient(a.Config.BackupRecipient); err != nil {
			return "", m, fmt.Errorf("HEARTEN_BACKUP_RECIPIENT %w", err)
		}
	}
	return backup.Create(ctx, s, folder)
}

// runScheduledBackup is the scheduled backup.
func (a *App) runScheduledBackup(ctx context.Context) error {
	path, m, err := a.BackUp(ctx, a.Config.BackupFolder)
	if err != nil {
		return err
	}
	a.Log.Info("backup written", "archive", path, "rows", m.Rows(), "files", m.Files.Count)
	if len(m.Files.Missing) > 0 {
		a.Log.Error("files are missing in the store", "files", len(m.Files.Missing), "first", m.Files.Missing[0])
	}
	_, err = backup.Prune(a.Config.BackupFolder, a.Config.BackupKeep, a.Clock.Now())
	return err
}

var (
	errOtherSecret = errors.New("the archive was made with another secret than this installation has: sign-ins, devices and queued messages in it could not be read. " +
		"Set HEARTEN_SECRET to the secret of that time, or give --other-secret to go on without them")
	errNoSecret = errors.New("the archive was made with a secret from HEARTEN_SECRET: set it to the same, or give --other-secret to go on without it")
)

// Restore fills an empty installation from an archive.
func Restore(ctx context.Context, c config.Config, archive backup.Archive, otherSecret bool) (m backup.Manifest, err error) {
	m, secret, err := archive.Check()
	if err != nil {
		return m, err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return m, err
	}
	d, err := db.Open(ctx, db.Options{URL: c.DatabaseURL, Folder: c.Data, Synchronous: c.SQLiteSync})
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := backup.MustBeEmpty(ctx, d); err != nil {
		return m, err
	}
	if err := ensureSecret(c, m.SecretID, secret); err != nil && !otherSecret {
		return m, err
	}
	objects, err := media.OpenObjects(objectLocation(c))
	if err != nil {
		return m, fmt.Errorf("open media store: %w", err)
	}
	defer func() { err = errors.Join(err, objects.Close()) }()
	return m, archive.Restore(ctx, m, d, objects)
}

// ensureSecret checks that the installation has the secret of the archive; one
// without a secret gets that of the archive.
func ensureSecret(c config.Config, id, secret string) error {
	file := filepath.Join(c.Data, keys.SecretFile)
	if len(c.Secrets) == 0 {
		_, err := os.Stat(file)
		switch {
		case err == nil:
		case !errors.Is(err, os.ErrNotExist):
			return err
		case secret == "":
			return errNoSecret
		default:
			return os.WriteFile(file, []byte(secret+"\n"), 0o600)
		}
	}
	ring, err := ring(c)
	if err != nil {
		return err
	}
	if _, ok := ring.Find(id); !ok {
		return errOtherSecret
	}
	return nil
}
