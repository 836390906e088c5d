// Package gallery holds the App's pictures as drawings: one function a picture,
// made of the shapes of package pen in the colours of package ink.
package gallery

import (
	"cmp"
	"maps"
	"slices"

	"hearten/internal/catalog"
	"hearten/tools/draw/pen"
)

// Drawing is a picture and how it is drawn.
type Drawing struct {
	Name          string // where it is kept, without the ending
	Width, Height int
	draw          func(*pen.Canvas)
}

// PNG draws the picture.
func (d Drawing) PNG() ([]byte, error) {
	c := pen.New(d.Width, d.Height)
	d.draw(c)
	return c.PNG()
}

// All is every drawing, in the order of their names. Missions are composed of
// what they ask for, so that a new one has its picture at once.
func All(missions []catalog.Mission) []Drawing {
	all := slices.Concat(
		squares("default/user/profile/", portraits),
		squares("item/", items()),
		wides("default/", defaults),
		wides("lesson/", lessons),
	)
	for _, m := range missions {
		all = append(all, Drawing{"mission/" + m.Key, square, square, func(c *pen.Canvas) { mission(c, m) }})
	}
	slices.SortFunc(all, func(a, b Drawing) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// The sizes: small pictures are square, covers are wide.
const (
	square     = 256
	wideWidth  = 480
	wideHeight = 270
)

// pictures are drawings by the last part of their names.
type pictures map[string]func(*pen.Canvas)

func squares(folder string, of pictures) []Drawing { return sized(folder, square, square, of) }

func wides(folder string, of pictures) []Drawing { return sized(folder, wideWidth, wideHeight, of) }

func sized(folder string, width, height int, of pictures) (all []Drawing) {
	for name, draw := range of {
		all = append(all, Drawing{folder + name, width, height, draw})
	}
	return all
}

// items are the shop's, category by category.
func items() pictures {
	all := pictures{}
	for _, some := range []pictures{
		wallpapers, floors, windows, toys, ornaments, food, beds, costumes, characters,
	} {
		maps.Copy(all, some)
	}
	return all
}
