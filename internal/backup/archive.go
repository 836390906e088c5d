package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"time"

	"hearten/internal/backup/encrypt"
)

// Parts of an archive, a tar file: the tables, the files, the secret if it is
// kept here, and the manifest.
const (
	tableFolder  = "tables/"
	tableEnd     = ".jsonl.gz"
	fileFolder   = "files/"
	secretPart   = "secret"
	manifestPart = "manifest.json"
	typeRecord   = "HEARTEN.type" // of a file, its content type
)

// writer writes an archive.
type writer struct {
	tar    *tar.Writer
	at     time.Time
	folder string // where tables are spooled
}

func (w *writer) part(name string, size int64, body io.Reader, records map[string]string) error {
	err := w.tar.WriteHeader(&tar.Header{
		Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: w.at, Format: tar.FormatPAX, PAXRecords: records,
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(w.tar, body)
	return err
}

// table adds what fill writes, compressed; it is spooled in a file, because its
// size comes first.
func (w *writer) table(name string, fill func(io.Writer) error) (err error) {
	spool, err := os.CreateTemp(w.folder, "table-*"+unfinished)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, spool.Close()) }()
	if err := os.Remove(spool.Name()); err != nil { // its bytes stay while it is open
		return err
	}
	zip := gzip.NewWriter(spool)
	if err := errors.Join(fill(zip), zip.Close()); err != nil {
		return err
	}
	size, err := spool.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return w.part(tableFolder+name+tableEnd, size, spool, nil)
}

// finish writes the manifest.
func (w *writer) finish(m Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := w.part(manifestPart, int64(len(text)), bytes.NewReader(text), nil); err != nil {
		return err
	}
	return w.tar.Close()
}

// fileSum gathers the names and contents of files.
type fileSum struct {
	Files
	hash hash.Hash
}

func newFileSum() *fileSum { return &fileSum{Files: Files{Missing: []string{}}, hash: sha256.New()} }

func (s *fileSum) add(object string, size int64, content []byte) {
	s.Count++
	s.Bytes += size
	fmt.Fprintf(s.hash, "%s %d %x\n", object, size, content)
	s.Sum = hex.EncodeToString(s.hash.Sum(nil))
}

// Archive is a file that backup wrote, and the key to it where it is encrypted.
type Archive struct {
	Path     string
	Identity encrypt.Identity
}

// visitor is called for each part of an archive, in order. What it does not read
// of a part is skipped.
type visitor struct {
	table  func(name string, rows io.Reader) error
	file   func(object, contentType string, size int64, body io.Reader) error
	secret func(secret string) error
}

var errIncomplete = errors.New("the archive is not complete: it has no manifest at its end")

// walk reads an archive from end to end and gives its manifest.
func (a Archive) walk(v visitor) (m Manifest, err error) {
	f, err := os.Open(a.Path) // #nosec G304 -- the operator names the file
	if err != nil {
		return m, err
	}
	defer f.Close()
	content, err := encrypt.Reader(f, a.Identity)
	if err != nil {
		return m, err
	}
	for parts := tar.NewReader(content); ; {
		head, err := parts.Next()
		if err == io.EOF {
			return m, errIncomplete
		}
		if err != nil {
			return m, fmt.Errorf("%w (%w)", errIncomplete, err)
		}
		if head.Name == manifestPart {
			if m, err = readManifest(parts); err == nil {
				_, err = io.Copy(io.Discard, content) // the end of what was encrypted must be there too
			}
			return m, err
		}
		if err := v.visit(head, parts); err != nil {
			return m, fmt.Errorf("%s: %w", head.Name, err)
		}
	}
}

func (v visitor) visit(head *tar.Header, body io.Reader) error {
	if object, ok := strings.CutPrefix(head.Name, fileFolder); ok {
		return v.file(object, head.PAXRecords[typeRecord], head.Size, body)
	}
	if name, ok := strings.CutPrefix(head.Name, tableFolder); ok {
		rows, err := gzip.NewReader(body)
		if err != nil {
			return err
		}
		return v.table(strings.TrimSuffix(name, tableEnd), rows)
	}
	if head.Name == secretPart {
		secret, err := io.ReadAll(io.LimitReader(body, 1<<12))
		if err != nil {
			return err
		}
		return v.secret(string(secret))
	}
	return errors.New("is no part of an archive")
}

func readManifest(from io.Reader) (m Manifest, err error) {
	if err := json.NewDecoder(from).Decode(&m); err != nil {
		return m, fmt.Errorf("%s: %w", manifestPart, err)
	}
	if m.Format != format {
		return m, fmt.Errorf("the archive has form %d, this program reads %d", m.Format, format)
	}
	return m, nil
}
