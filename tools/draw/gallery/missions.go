package gallery

import (
	"image/color"
	"math"
	"strings"

	"hearten/internal/catalog"
	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// missionColours tell the types apart: the badge's rim and its ground.
var missionColours = [...]struct{ rim, ground color.NRGBA }{
	{ink.Sea, ink.Haze},                             // daily
	{ink.Coral, ink.Mix(ink.Blush, ink.Cream, 0.4)}, // limited
	{ink.Honey, ink.Mix(ink.Butter, ink.Milk, 0.5)}, // partner
	{ink.Sage, ink.Mint},                            // check-in
	{ink.Plum, ink.Veil},                            // learning
	{ink.Clay, ink.Mix(ink.Sand, ink.Milk, 0.5)},    // practice
	{ink.Rose, ink.Blush},                           // friends
}

// missionIcons show what a mission asks for.
var missionIcons = map[catalog.Event]func(*pen.Canvas){
	catalog.StepsOfDay:       shoe,
	catalog.ArticleRead:      article,
	catalog.BuildingPhoto:    cameraAtBuilding,
	catalog.ChapterFinished:  chapter,
	catalog.LessonFinished:   graduation,
	catalog.FriendMade:       friends,
	catalog.SurveyOpened:     clipboard,
	catalog.MascotBought:     newMascot,
	catalog.ItemBought:       shoppingBag,
	catalog.ItemUsed:         itemInUse,
	catalog.ProfileCompleted: profileCard,
}

// mission paints a badge: the icon of what is asked for on the colour of the
// type, and how often if more than once.
func mission(c *pen.Canvas, m catalog.Mission) {
	colours := missionColours[m.Type]
	c.Glow(ink.Clear(ink.Cocoa, 0.25), 8, pen.Circle(128, 126, 112))
	c.Solid(colours.rim, 6, pen.Circle(128, 122, 116))
	round := pen.Circle(128, 122, 102)
	c.Fill(colours.ground, round)
	c.Inside(round, func() {
		c.Circle(ink.Mix(colours.ground, ink.White, 0.5), 128, 122, 82)
		if strings.Contains(m.Key, "lunar-new-year") {
			newYear(c)
		}
	})
	c.At(128, 122, 1, 0, func() { missionIcons[m.Event](c) })
	if m.Type == catalog.TypeLimited {
		clockFace(c, 206, 46)
	}
	if m.Target > 1 {
		figures := 1 + math.Floor(math.Log10(float64(m.Target)))
		w := 34 + figures*21
		pill := pen.Box(128-w/2, 204, w, 44, 22)
		c.Shadow(pill)
		c.Fill(ink.Milk, pill)
		c.Box(ink.Mix(colours.rim, ink.Cocoa, 0.22), 132-w/2, 208, w-8, 36, 18)
		c.Stroke(ink.White, 4, pen.Number(128, 226, 21, m.Target))
	}
}

// clockFace paints the sign of what lasts only for a time.
func clockFace(c *pen.Canvas, x, y float64) {
	c.Shadow(pen.Circle(x, y, 30))
	c.Circle(ink.Wine, x, y, 31)
	c.Circle(ink.Milk, x, y, 24)
	for i := range 4 {
		c.At(x, y, 1, float64(i)*90, func() { c.Line(ink.Stone, 3, 0, -19, 0, -17) })
	}
	c.Line(ink.Cocoa, 4.4, x, y-13, x, y, x+9, y+5)
}

// newYear paints the lanterns and blossoms of the first days of spring.
func newYear(c *pen.Canvas) {
	c.Curve(ink.Bark, 5, 16, 112, 44, 104, 62, 78, 66, 54)
	c.Curve(ink.Bark, 5, 240, 128, 216, 112, 206, 92)
	for i, at := range [][2]float64{{40, 106}, {56, 88}, {66, 66}, {68, 48}, {40, 84}, {214, 112}, {204, 92}, {224, 98}} {
		c.Fill([]color.NRGBA{ink.Petal, ink.Rose}[i%2], pen.Flower(at[0], at[1], 13, 5))
		c.Circle(ink.Butter, at[0], at[1], 3.6)
	}
	for _, x := range []float64{104, 152} {
		c.Line(ink.Honey, 3, x, 10, x, 36)
		c.Solid(ink.Rose, 3, pen.Oval(x, 52, 19, 16))
		c.Stroke(ink.Wine, 2, pen.Oval(x, 52, 8, 16))
		c.Box(ink.Honey, x-9, 33, 18, 6, 3)
		c.Box(ink.Honey, x-9, 65, 18, 6, 3)
		c.Line(ink.Honey, 3, x, 71, x, 80)
	}
}
