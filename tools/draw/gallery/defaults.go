package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// defaults are shown where nothing else was given.
var defaults = pictures{
	"article/1":        defaultArticle,
	"community/info/1": defaultCommunity,
	"community/map/1":  defaultMap,
}

func defaultArticle(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Blush, ink.Cream, 0.4))
	c.Circle(ink.Clear(ink.White, 0.4), 240, 128, 150)
	c.Circle(ink.Clear(ink.White, 0.4), 240, 128, 108)
	c.Box(ink.Sand, 0, 214, wideWidth, 60, 0)
	c.Box(ink.Deep(ink.Sand), 0, 214, wideWidth, 5, 0)
	c.Ground(240, 226, 150)
	c.At(240, 142, 1.5, 0, func() { openBook(c, ink.Rose) })
	for _, a := range []struct{ x, y, r float64 }{{186, 44, 12}, {296, 38, 14}, {240, 26, 9}} {
		sparkle(c, ink.Honey, a.x, a.y, a.r)
	}
	c.Solid(ink.Milk, 4, pen.Poly(9, 52, 160, 106, 160, 100, 220, 58, 220)) // a cup of tea
	c.Stroke(ink.Milk, 8, pen.Arc(108, 184, 15, -90, 90))
	c.Fill(ink.Petal, pen.Heart(79, 190, 20))
	steam(c, 70, 150, 40)
	steam(c, 88, 150, 40)
	for i, degrees := range []float64{-52, -20, 12, 44} {
		tone := ink.Sage
		if i%2 == 1 {
			tone = ink.Moss
		}
		c.Solid(tone, 2, pen.Leaf(402, 172, 74, 30, degrees))
	}
	c.Solid(ink.Clay, 5, pen.Poly(8, 370, 166, 434, 166, 426, 222, 378, 222))
	c.Box(ink.Deep(ink.Clay), 366, 160, 72, 14, 6)
}

func defaultCommunity(c *pen.Canvas) {
	sky(c, ink.Sky, ink.Mix(ink.Sky, ink.Haze, 0.5), ink.Haze)
	glowingSun(c, 404, 54, 24)
	clouds(c, [3]float64{88, 52, 84}, [3]float64{292, 40, 70})
	hill(c, ink.Mix(ink.Sage, ink.Haze, 0.5), -10, 170, 90, 120, 200, 156, 330, 112, 490, 150)
	tower(c, ink.Mix(ink.Coral, ink.Cream, 0.45), 34, 206, 54, 118)
	tower(c, ink.Mix(ink.Sea, ink.Haze, 0.4), 96, 206, 46, 92)
	tower(c, ink.Sand, 356, 206, 48, 104)
	tower(c, ink.Mix(ink.Lilac, ink.Veil, 0.3), 410, 206, 54, 82)
	hill(c, ink.Sage, -10, 202, 120, 190, 240, 196, 360, 190, 490, 200)
	tree(c, ink.Moss, 164, 206, 0.8)
	tree(c, ink.Moss, 334, 206, 0.74)
	bush(c, ink.Moss, 50, 212, 60)
	bush(c, ink.Moss, 436, 212, 64)
	c.At(240, 0, 1, 0, func() { // the hand that holds a home
		house(c, ink.Milk, ink.Rose, 0, 186, 1.22)
		c.Solid(ink.Rose, 3, pen.Heart(0, 56, 40))
		c.Fill(ink.Clear(ink.White, 0.5), pen.Oval(-10, 47, 4, 6).Turn(30, -10, 47))
		openHand(c, 0, 190)
	})
	flowers(c, 84, 226, 118, 240, 372, 236, 400, 224, 62, 248, 432, 246)
}

// openHand paints a hand that carries something, palm up, from the right.
func openHand(c *pen.Canvas, x, y float64) {
	c.At(x, y, 1, 0, func() {
		c.Solid(ink.Sea, 5, pen.Poly(8, 66, 28, 140, 64, 128, 110, 40, 110))
		c.Solid(ink.Skin, 4, pen.From(-74, -6).Cubic(-82, 6, -66, 12, -54, 16).Cubic(-30, 44, 0, 58, 44, 60).
			To(84, 52).Cubic(92, 36, 86, 20, 66, 10).Cubic(40, -4, 30, -2, 12, 0).To(-46, 2).Quad(-66, -12, -74, -6).Close())
		c.Curve(ink.Clear(ink.Clay, 0.6), 3, -54, 16, -20, 12, 20, 12)
		c.Solid(ink.Skin, 3, pen.Blob(76, 22, 70, -6, 60, -26, 50, -24, 50, -8, 44, 10, 56, 24))
		c.Line(ink.Milk, 9, 62, 62, 96, 44)
	})
}

func defaultMap(c *pen.Canvas) {
	sky(c, ink.Mint)
	c.Circle(ink.Clear(ink.White, 0.4), 240, 135, 150)
	panels := []pen.Path{
		pen.Poly(4, 54, 62, 178, 36, 178, 208, 54, 234),
		pen.Poly(4, 178, 36, 302, 62, 302, 234, 178, 208),
		pen.Poly(4, 302, 62, 426, 36, 426, 208, 302, 234),
	}
	sheet := panels[0].And(panels[1], panels[2])
	c.Shadow(sheet)
	c.Fill(ink.Cream, sheet)
	c.Inside(sheet, func() {
		c.Blob(ink.Sky, 30, 160, 90, 150, 150, 176, 210, 170, 260, 200, 300, 250, 150, 260, 30, 260)
		c.Blob(ink.Mix(ink.Sage, ink.Mint, 0.4), 330, 40, 400, 34, 440, 60, 436, 116, 392, 120, 350, 92)
		c.Blob(ink.Mix(ink.Sage, ink.Mint, 0.4), 70, 60, 120, 56, 134, 88, 104, 112, 66, 100)
		for _, road := range []pen.Path{
			pen.Curve(40, 130, 120, 122, 200, 132, 300, 110, 440, 140),
			pen.Curve(170, 30, 186, 90, 178, 132, 206, 180, 300, 196, 440, 186),
			pen.Curve(300, 50, 316, 110, 352, 150, 360, 240),
		} {
			c.Stroke(ink.Sand, 13, road)
			c.Stroke(ink.White, 8, road)
		}
		for i, b := range [][2]float64{{212, 74}, {246, 66}, {232, 144}, {268, 148}, {386, 152}, {136, 92}, {396, 212}} {
			c.Box([]color.NRGBA{ink.Coral, ink.Honey, ink.Lilac}[i%3], b[0], b[1], 22, 18, 4)
		}
		for _, t := range [][2]float64{{360, 66}, {384, 84}, {404, 62}, {92, 80}, {112, 74}} {
			c.Circle(ink.Moss, t[0], t[1], 8)
		}
	})
	c.Fill(ink.Clear(ink.Cocoa, 0.07), panels[1])
	c.Fill(ink.Clear(ink.White, 0.25), panels[2])
	for i := range 9 { // the way there
		x := 96 + float64(i)*19
		c.Circle(ink.Rose, x, 176-float64(i)*4.6+8*wave(i), 3.4)
	}
	pin(c, 282, 148)
}

// pin paints a map's pin whose tip is at a place.
func pin(c *pen.Canvas, x, y float64) {
	c.Oval(ink.Clear(ink.Cocoa, 0.25), x, y, 20, 6)
	c.Solid(ink.Rose, 6, pen.From(x, y).Cubic(x-14, y-30, x-42, y-44, x-42, y-76).
		Cubic(x-42, y-132, x+42, y-132, x+42, y-76).Cubic(x+42, y-44, x+14, y-30, x, y).Close())
	c.Circle(ink.Milk, x, y-76, 21)
	c.Fill(ink.Rose, pen.Heart(x, y-75, 24))
}
