package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hearten/internal/backup/encrypt"
	"hearten/internal/media"
	"hearten/internal/platform/db"
)

const (
	namePrefix = "hearten-"
	nameEnd    = ".tar"
	// unfinished is what an archive is called until it is complete.
	unfinished = ".partial"
)

// Name is what an archive of an instant is called; names sort by time.
func Name(at time.Time) string {
	return namePrefix + at.UTC().Format("20060102T150405.000Z") + nameEnd
}

// Create writes an archive into a folder: one moment of the database, and the
// files of that moment. The product may go on serving. It appears under its name
// when it is complete.
func Create(ctx context.Context, s Source, folder string) (path string, m Manifest, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", m, err
	}
	path, temp := filepath.Join(folder, Name(s.Clock.Now())), folder
	if s.Recipient != nil {
		path, temp = path+encrypt.NameEnd, s.TempFolder
	}
	f, err := os.OpenFile(path+unfinished, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // #nosec G304 -- the operator names the folder
	if err != nil {
		return "", m, err
	}
	m, err = s.writeEncrypted(ctx, f, temp)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(path+unfinished, path)
	}
	if err != nil {
		return "", m, errors.Join(err, os.Remove(path+unfinished))
	}
	return path, m, syncFolder(folder)
}

func syncFolder(folder string) error {
	f, err := os.Open(folder) // #nosec G304 -- the operator names the folder
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// writeEncrypted writes the archive, encrypted if there is a recipient.
func (s Source) writeEncrypted(ctx context.Context, to io.Writer, temp string) (m Manifest, err error) {
	if s.Recipient == nil {
		return s.write(ctx, to, temp)
	}
	encrypted, err := encrypt.Writer(to, s.Recipient)
	if err != nil {
		return m, err
	}
	m, err = s.write(ctx, encrypted, temp)
	return m, errors.Join(err, encrypted.Close())
}

func (s Source) write(ctx context.Context, to io.Writer, folder string) (Manifest, error) {
	m := Manifest{Format: format, Program: s.Program, CreatedAt: s.Clock.Now(), Engine: s.DB.Engine(), SecretID: s.SecretID}
	w := &writer{tar: tar.NewWriter(to), at: m.CreatedAt, folder: folder}
	if s.Secret != "" {
		if err := w.part(secretPart, int64(len(s.Secret)), strings.NewReader(s.Secret), nil); err != nil {
			return m, err
		}
	}
	// From here on no object goes that the snapshot may name.
	release, err := media.RetainObjects(ctx, s.DB, s.Clock)
	if err != nil {
		return m, fmt.Errorf("keep files from being removed: %w", err)
	}
	defer release()
	var files []storedFile
	err = s.DB.Snapshot(ctx, func(r db.Reader) error {
		if err := s.writeTables(ctx, r, w, &m); err != nil {
			return err
		}
		files, err = storedFiles(ctx, r)
		return err
	})
	if err != nil {
		return m, err
	}
	if m.Files, err = s.writeFiles(ctx, w, files); err != nil {
		return m, err
	}
	return m, w.finish(m)
}

func (s Source) writeTables(ctx context.Context, r db.Reader, w *writer, m *Manifest) (err error) {
	if m.Schema, err = s.DB.Version(ctx, r); err != nil {
		return err
	}
	tables, err := tablesOf(ctx, s.DB, r)
	if err != nil {
		return err
	}
	for _, t := range tables {
		err := w.table(t.Name, func(to io.Writer) error {
			count, err := writeRows(ctx, r, t, to)
			m.Tables = append(m.Tables, count)
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return nil
}

// writeFiles copies the objects. One that is not there, or is not what was
// stored, is told of and does not keep the others from being saved.
func (s Source) writeFiles(ctx context.Context, w *writer, files []storedFile) (Files, error) {
	all := newFileSum()
	for _, f := range files {
		whole, err := s.readWhole(ctx, f)
		if err != nil {
			return Files{}, fmt.Errorf("%s: %w", f.Object, err)
		}
		if whole == nil {
			all.Missing = append(all.Missing, f.Object)
			continue
		}
		err = w.part(fileFolder+f.Object, f.Size, bytes.NewReader(whole), map[string]string{typeRecord: f.ContentType})
		if err != nil {
			return Files{}, err
		}
		hash := sha256.Sum256(whole)
		all.add(f.Object, f.Size, hash[:])
	}
	return all.Files, nil
}

// readWhole reads an object, 50 MiB at most by the rules of uploads; nil when
// the store does not have it as it was stored.
func (s Source) readWhole(ctx context.Context, f storedFile) ([]byte, error) {
	body, err := s.Objects.Open(ctx, f.Object)
	if errors.Is(err, media.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	whole, err := io.ReadAll(io.LimitReader(body, f.Size+1))
	if err := errors.Join(err, body.Close()); err != nil {
		return nil, err
	}
	if hash := sha256.Sum256(whole); hex.EncodeToString(hash[:]) != f.Hash {
		return nil, nil
	}
	return whole, nil
}
