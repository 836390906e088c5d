// Package artwork holds the pictures that come with the program: what members see
// until staff store others. Command tools/draw draws them; run go generate again
// when a drawing, an item, a mission or a lesson changes.
package artwork

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:generate go run hearten/tools/draw

//go:embed pictures
var embedded embed.FS

// Picture is a picture that is stored under a media key.
type Picture struct {
	Key  string
	File string // its path in Files
}

// Files are the pictures, as PNG.
func Files() fs.FS {
	folder, err := fs.Sub(embedded, "pictures")
	if err != nil {
		panic(err) // the name is a constant and valid
	}
	return folder
}

// keys are the media keys for the pictures of each folder. Both centres begin
// with the same lesson covers and may change their own.
var keys = map[string][]string{
	"default/article":        {"shared/default/article/%s"},
	"default/community/info": {"shared/default/community/info/%s"},
	"default/community/map":  {"shared/default/community/map/%s"},
	"default/user/profile":   {"shared/default/user/profile/%s"},
	"item":                   {"shared/shop/item/%s/1"},
	"mission":                {"shared/mission/%s/1"},
	"lesson":                 {"centre_a/lesson/cover/%s/1", "centre_b/lesson/cover/%s/1"},
}

// Pictures lists every media key that has a picture here, in the order of the
// keys.
func Pictures() []Picture {
	var all []Picture
	err := fs.WalkDir(Files(), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := strings.TrimSuffix(path.Base(file), ".png")
		for _, key := range keys[path.Dir(file)] {
			all = append(all, Picture{Key: fmt.Sprintf(key, name), File: file})
		}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	slices.SortFunc(all, func(a, b Picture) int { return cmp.Compare(a.Key, b.Key) })
	return all
}
