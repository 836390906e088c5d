package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"hearten/internal/app"
	"hearten/internal/backup"
	"hearten/internal/backup/encrypt"
	"hearten/internal/doctor"
	"hearten/internal/platform/db"
)

type backupCmd struct {
	Folder string `help:"Where the archive goes; HEARTEN_BACKUP_FOLDER, or backups in the data folder, without one."`
}

// Run writes an archive, also while servers are at work.
func (b backupCmd) Run(ctx context.Context) error {
	return withInstallation(ctx, func(a *app.App) error {
		folder := b.Folder
		if folder == "" {
			folder = a.Config.BackupFolder
		}
		if folder == "" {
			folder = filepath.Join(a.Config.Data, "backups")
		}
		path, m, err := a.BackUp(ctx, folder)
		if err != nil {
			return err
		}
		fmt.Println("backup written:", path)
		printManifest(m)
		return nil
	})
}

func printManifest(m backup.Manifest) {
	fmt.Printf("%d rows of %d tables, %d files of %d bytes, schema %d, %s\n",
		m.Rows(), len(m.Tables), m.Files.Count, m.Files.Bytes, m.Schema, m.CreatedAt.UTC().Format("2006-01-02 15:04:05Z"))
	for _, object := range m.Files.Missing {
		fmt.Println("missing in the store, or damaged there:", object)
	}
}

type restoreCmd struct {
	Archive     string `arg:"" type:"existingfile" help:"The archive that backup wrote."`
	Check       bool   `help:"Only check the archive and change nothing."`
	OtherSecret bool   `help:"Restore although the secret differs: people sign in anew."`
	Identity    string `env:"HEARTEN_BACKUP_IDENTITY" help:"Secret key of an encrypted archive, or the path of its file."`
}

// Run fills an empty installation, or only checks the archive.
func (r restoreCmd) Run(ctx context.Context) error {
	identity, err := encrypt.ReadIdentity(r.Identity)
	if err != nil {
		return err
	}
	archive := backup.Archive{Path: r.Archive, Identity: identity}
	if r.Check {
		m, _, err := archive.Check()
		if err == nil {
			fmt.Println("the archive is in order")
			printManifest(m)
		}
		return err
	}
	c, err := app.LoadToolConfig(environ())
	if err != nil {
		return err
	}
	m, err := app.Restore(ctx, c, archive, r.OtherSecret)
	if err != nil {
		return err
	}
	fmt.Println("restored:", r.Archive)
	printManifest(m)
	return nil
}

type backupKeyCmd struct{}

// Run makes a pair of keys for encrypted archives.
func (backupKeyCmd) Run() error {
	recipient, identity, err := encrypt.NewKey()
	if err != nil {
		return err
	}
	fmt.Println("for the servers:           HEARTEN_BACKUP_RECIPIENT=" + recipient)
	fmt.Println("for restoring, elsewhere:  HEARTEN_BACKUP_IDENTITY=" + identity)
	fmt.Println("Keep the second one away from the servers, twice: without it no archive can be read.")
	return nil
}

type copydbCmd struct {
	From string `arg:"" help:"Data folder of SQLite, or a postgres:// address."`
	To   string `arg:"" help:"An empty data folder, or the postgres:// address of an empty database."`
}

// Run copies one database to another and compares them.
func (c copydbCmd) Run(ctx context.Context) (err error) {
	if err := checkDatabase(c.From); err != nil {
		return err
	}
	from, err := openDatabase(ctx, c.From)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := openDatabase(ctx, c.To)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	tables, err := backup.Copy(ctx, from, to)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "TABLE\tROWS\tCHECKSUM, THE SAME ON BOTH SIDES")
	for _, t := range tables {
		fmt.Fprintf(w, "%s\t%d\t%s\n", t.Name, t.Rows, t.Sum[:16])
	}
	return w.Flush()
}

func isPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// checkDatabase refuses a folder without a database, which opening would create.
func checkDatabase(place string) error {
	if isPostgres(place) {
		return nil
	}
	if _, err := os.Stat(filepath.Join(place, db.SQLiteFile)); err != nil {
		return fmt.Errorf("there is no database in %s: %w", place, err)
	}
	return nil
}

func openDatabase(ctx context.Context, place string) (*db.DB, error) {
	if isPostgres(place) {
		return db.Open(ctx, db.Options{URL: place})
	}
	if err := os.MkdirAll(place, 0o700); err != nil {
		return nil, err
	}
	return db.Open(ctx, db.Options{Folder: place})
}

type doctorCmd struct{}

// Run prints what it finds; anything wrong is a failure.
func (doctorCmd) Run(ctx context.Context) error {
	findings, err := doctor.Examine(ctx, environ())
	if err != nil {
		return err
	}
	if err := doctor.Print(os.Stdout, findings); err != nil {
		return err
	}
	if doctor.Failed(findings) {
		return errors.New("something is wrong, see above")
	}
	return nil
}
