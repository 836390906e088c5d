package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"hearten/internal/backup"
	"hearten/internal/delivery"
	"hearten/internal/delivery/provider"
	"hearten/internal/media"
	"hearten/internal/platform/keys"
)

func (e *exam) storage(ctx context.Context, note func(State, string, ...any)) (err error) {
	if _, err := os.Stat(e.config.Data); e.config.MediaURL == "" && errors.Is(err, os.ErrNotExist) {
		return nil // it is made with the first start
	}
	objects, err := media.OpenObjects(media.Location{URL: e.config.MediaURL, Folder: e.config.Data})
	if err != nil {
		return fmt.Errorf("it cannot be opened: %w", err)
	}
	defer func() { err = errors.Join(err, objects.Close()) }()
	if err := tryObject(ctx, objects); err != nil {
		return fmt.Errorf("a file cannot be written, read and removed: %w", err)
	}
	if !e.filled {
		note(Fine, "files can be written and read")
		return nil
	}
	return e.sampleFiles(ctx, objects, note)
}

// tryObject writes, reads and removes something.
func tryObject(ctx context.Context, objects media.Objects) error {
	name, text := "temp/doctor/"+backup.Name(time.Now()), []byte("hearten")
	if err := objects.Write(ctx, name, "text/plain", int64(len(text)), bytes.NewReader(text)); err != nil {
		return err
	}
	body, err := objects.Open(ctx, name)
	if err != nil {
		return err
	}
	read, err := io.ReadAll(body)
	if err := errors.Join(err, body.Close(), objects.Remove(ctx, name)); err != nil {
		return err
	}
	if !bytes.Equal(read, text) {
		return errors.New("it is read back differently")
	}
	return nil
}

// sampleFiles looks for the newest files in the store.
func (e *exam) sampleFiles(ctx context.Context, objects media.Objects, note func(State, string, ...any)) error {
	names, err := newestObjects(ctx, e.db)
	if err != nil {
		return err
	}
	for _, name := range names {
		body, err := objects.Open(ctx, name)
		if errors.Is(err, media.ErrNotFound) {
			note(Wrong, "the file %s is missing: is this the right store?", name)
			return nil
		}
		if err != nil {
			return err
		}
		if err := body.Close(); err != nil {
			return err
		}
	}
	note(Fine, "files can be written and read, and the newest %d are there", len(names))
	return nil
}

func (e *exam) channels(ctx context.Context, note func(State, string, ...any)) error {
	if e.config.Dev {
		note(Fine, "development mode: messages go to the inbox and nowhere else")
		return nil
	}
	providers, faults := provider.FromConfig(&e.config)
	if len(faults) > 0 {
		return errors.New("their settings have faults, see the configuration")
	}
	reached := delivery.Reach(ctx, providers, e.clock)
	for _, c := range []delivery.Channel{delivery.SMS, delivery.Email, delivery.Push} {
		err, tried := reached[c]
		switch {
		case !tried:
			note(Wrong, "%s is not set up", c)
		case err != nil:
			note(Wrong, "%s: the provider cannot be used: %v", c, err)
		default:
			note(Fine, "%s: the provider can be reached", c)
		}
	}
	return nil
}

func (e *exam) space(_ context.Context, note func(State, string, ...any)) error {
	for _, folder := range []string{e.config.Data, e.config.BackupFolder} {
		if folder == "" {
			continue
		}
		var s syscall.Statfs_t
		err := syscall.Statfs(folder, &s)
		if errors.Is(err, syscall.ENOENT) {
			continue // it is made with the first file in it
		}
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		free, total := s.Bavail*uint64(s.Bsize), s.Blocks*uint64(s.Bsize) // #nosec G115 -- a block size is never negative
		note(judgeSpace(free, total), "%s: %.1f of %.1f GiB are free", folder, gib(free), gib(total))
	}
	return nil
}

func gib(bytes uint64) float64 { return float64(bytes) / (1 << 30) }

// judgeSpace judges the space that is left.
func judgeSpace(free, total uint64) State {
	switch {
	case free < 512<<20:
		return Wrong
	case free < 5<<30 || free < total/20:
		return Doubtful
	default:
		return Fine
	}
}

func (e *exam) backups(_ context.Context, note func(State, string, ...any)) error {
	folder := e.config.BackupFolder
	if folder == "" {
		note(Doubtful, "the servers write none: HEARTEN_BACKUP_FOLDER is not set")
		return nil
	}
	archives, err := backup.List(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(archives) == 0 {
		note(Doubtful, "there is none in %s yet", folder)
		return nil
	}
	newest := archives[len(archives)-1]
	info, err := os.Stat(newest)
	if err != nil {
		return err
	}
	age := e.clock.Now().Sub(info.ModTime())
	if age > 2*e.config.BackupEvery {
		note(Wrong, "the newest is %s old: %s", age.Round(time.Minute), newest)
		return nil
	}
	note(Fine, "the newest of %d is %s old: %s", len(archives), age.Round(time.Minute), newest)
	if e.config.BackupRecipient == "" {
		note(Fine, "they are not encrypted: keep them as safe as the data, or see hearten backup-key")
	}
	return nil
}

func (e *exam) secret(_ context.Context, note func(State, string, ...any)) error {
	if len(e.config.Secrets) > 0 {
		note(Fine, "%d from HEARTEN_SECRET", len(e.config.Secrets))
		return nil
	}
	info, err := os.Stat(filepath.Join(e.config.Data, keys.SecretFile))
	if errors.Is(err, os.ErrNotExist) {
		if e.filled {
			note(Wrong, "%s is gone: with a new one people sign in anew, and devices and queued messages are lost; bring it back from a backup",
				filepath.Join(e.config.Data, keys.SecretFile))
		}
		return nil // made with the first start
	}
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 {
		note(Wrong, "others on this machine may read %s", filepath.Join(e.config.Data, keys.SecretFile))
		return nil
	}
	note(Fine, "kept in the data folder: it belongs to the backup")
	return nil
}
