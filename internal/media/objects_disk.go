package media

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// disk is a folder of our own. Names are made of keys and ids, so they are
// paths as they are.
type disk struct{ folder string }

func openDisk(folder string) (disk, error) { return disk{folder}, os.MkdirAll(folder, 0o700) }

// unfinished is what an object is called until it is complete.
const unfinished = ".tmp"

func (d disk) path(name string) string { return filepath.Join(d.folder, filepath.FromSlash(name)) }

// Write puts the bytes on the disk before the name: after a power cut an object
// is complete or not there.
func (d disk) Write(_ context.Context, name, _ string, _ int64, body io.Reader) error {
	path := d.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path+unfinished, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // #nosec G304 -- names of objects are made here
	if err != nil {
		return err
	}
	_, err = io.Copy(f, body)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(path+unfinished, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(path+unfinished))
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(path string) error {
	f, err := os.Open(path) // #nosec G304 -- names of objects are made here
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d disk) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	f, err := os.Open(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	return f, err
}

func (d disk) Copy(ctx context.Context, from, to string) error {
	f, err := d.Open(ctx, from)
	if err != nil {
		return err
	}
	defer f.Close()
	return d.Write(ctx, to, "", 0, f)
}

// Remove also removes the folder of the key when this was its last version.
func (d disk) Remove(_ context.Context, name string) error {
	for _, path := range []string{d.path(name) + unfinished, d.path(name)} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	_ = os.Remove(filepath.Dir(d.path(name))) // fails while something is in it
	return nil
}

func (d disk) Ready(context.Context) error {
	_, err := os.Stat(d.folder)
	return err
}

func (d disk) Close() error { return nil }
