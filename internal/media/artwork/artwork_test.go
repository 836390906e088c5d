package artwork

import (
	"bytes"
	"fmt"
	"image/png"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"hearten/internal/catalog"
	"hearten/tools/draw/gallery"
)

func content(t *testing.T) *catalog.Catalogue {
	t.Helper()
	c, err := catalog.Load(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// files reads every embedded file.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := fs.WalkDir(Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		all[name], err = fs.ReadFile(Files(), name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryKeyHasItsPictureAndNoOther(t *testing.T) {
	want := map[string]bool{
		"shared/default/article/1":        true,
		"shared/default/community/info/1": true,
		"shared/default/community/map/1":  true,
	}
	c := content(t)
	for n := range 4 {
		want[fmt.Sprintf("shared/default/user/profile/%d", n+1)] = true
	}
	for _, i := range c.Items {
		want["shared/shop/item/"+i.Key+"/1"] = true
	}
	for _, m := range c.Missions {
		want["shared/mission/"+m.Key+"/1"] = true
	}
	for _, l := range c.Lessons {
		want["centre_a/lesson/cover/"+l.Code+"/1"] = true
		want["centre_b/lesson/cover/"+l.Code+"/1"] = true
	}
	unused := files(t)
	for _, p := range Pictures() {
		if !want[p.Key] {
			t.Errorf("nothing asks for %s, or it is there twice", p.Key)
		}
		delete(want, p.Key)
		delete(unused, p.File)
	}
	for key := range want {
		t.Errorf("%s has no picture", key)
	}
	for file := range unused {
		t.Errorf("%s belongs to no key", file)
	}
}

func TestPicturesAreSmallPNGsOfTheirSize(t *testing.T) {
	all, total := files(t), 0
	for name, file := range all {
		width, height := 256, 256
		if strings.HasPrefix(name, "lesson/") || strings.HasPrefix(name, "default/article/") ||
			strings.HasPrefix(name, "default/community/") {
			width, height = 480, 270
		}
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if size := picture.Bounds().Size(); size.X != width || size.Y != height {
			t.Errorf("%s is %v, want %dx%d", name, size, width, height)
		}
		if len(file) > 24<<10 {
			t.Errorf("%s has %d bytes", name, len(file))
		}
		total += len(file)
	}
	if total > 1<<20 {
		t.Errorf("%d pictures have %d bytes, more than a megabyte", len(all), total)
	}
}

// Two pictures that came out the same would leave members guessing.
func TestNoTwoPicturesAreAlike(t *testing.T) {
	seen := map[string]string{}
	for name, file := range files(t) {
		if other, twice := seen[string(file)]; twice {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[string(file)] = name
	}
}

func TestPicturesAreAsDrawn(t *testing.T) {
	kept := files(t)
	names := map[string]bool{}
	for _, d := range gallery.All(content(t).Missions) {
		name := d.Name + ".png"
		names[name] = true
		drawn, err := d.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(drawn, kept[name]) {
			t.Errorf("%s differs from its drawing: run go generate ./internal/media/artwork", name)
		}
	}
	if len(names) != len(kept) {
		t.Errorf("%d drawings for %d files: %v", len(names), len(kept), slices.Sorted(maps.Keys(kept)))
	}
}
