package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// reunion is two friends who meet again over milk tea.
func reunion(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Mint, ink.Cream, 0.4))
	for i := range 16 { // the tiles of a tea house
		for j := range 3 {
			c.Box(ink.Clear(ink.Sage, 0.28), float64(i)*31-4, 132+float64(j)*31, 28, 28, 4)
		}
	}
	c.Box(ink.Clay, 176, 26, 128, 44, 8)
	c.Box(ink.Cream, 182, 32, 116, 32, 5)
	c.Fill(ink.Rose, pen.Heart(240, 48, 20))
	c.Line(ink.Clay, 3.4, 196, 44, 218, 44)
	c.Line(ink.Clay, 3.4, 196, 53, 212, 53)
	c.Line(ink.Clay, 3.4, 262, 44, 284, 44)
	c.Line(ink.Clay, 3.4, 268, 53, 284, 53)
	for _, x := range []float64{90, 390} {
		c.Line(ink.Cocoa, 3, x, 0, x, 34)
		c.Glow(ink.Clear(ink.Butter, 0.8), 16, pen.Circle(x, 56, 22))
		c.Solid(ink.Honey, 3, pen.Dome(x, 58, 34, 28))
		c.Circle(ink.Milk, x, 60, 8)
	}
	c.Twice(240, func() { c.Solid(ink.Moss, 5, pen.Box(20, 118, 96, 160, 18)) })
	c.At(136, 128, 1.14, 0, func() { bust(c, lan) })
	c.At(344, 128, 1.14, 0, func() { bust(c, mei) })
	c.Twice(240, func() { c.Stroke(ink.Skin, 13, pen.Curve(176, 214, 196, 210, 206, 204)) })
	c.Solid(ink.Wood, 4, pen.Box(66, 214, 348, 18, 8))
	c.Box(ink.Bark, 228, 232, 24, 60, 0)
	c.Twice(240, func() { teaCup(c, 196, 214) })
	c.Oval(ink.White, 240, 213, 26, 5)
	c.Solid(ink.Honey, 2, pen.Dome(240, 212, 19, 15))
	c.Solid(ink.Rose, 3, pen.Heart(240, 130, 34))
	c.Fill(ink.Petal, pen.Heart(214, 104, 14))
	c.Fill(ink.Petal, pen.Heart(268, 108, 12))
}

// teaCup paints a cup of milk tea that stands on a place.
func teaCup(c *pen.Canvas, x, y float64) {
	c.Oval(ink.Mist, x, y, 26, 5)
	c.Stroke(ink.White, 5, pen.Arc(x+17, y-16, 7, -90, 90))
	c.Solid(ink.White, 3, pen.Poly(6, x-18, y-28, x+18, y-28, x+13, y-1, x-13, y-1))
	c.Oval(ink.Wood, x, y-28, 17, 4)
	c.Line(ink.Rose, 3, x-15, y-17, x+15, y-17)
	steam(c, x-5, y-36, 26)
	steam(c, x+7, y-36, 22)
}

// conversation is one who speaks and one who listens.
func conversation(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Haze, ink.Milk, 0.2), ink.Mix(ink.Haze, ink.Mint, 0.5))
	hill(c, ink.Mix(ink.Sage, ink.Mint, 0.5), -10, 190, 120, 170, 250, 188, 380, 168, 490, 186)
	tree(c, ink.Mix(ink.Sage, ink.Mint, 0.2), 40, 206, 0.9)
	tree(c, ink.Mix(ink.Sage, ink.Mint, 0.2), 444, 206, 0.96)
	hill(c, ink.Sage, -10, 222, 240, 212, 490, 222)
	c.Ground(240, 252, 130)
	parkBench(c, 240, 250, 240)
	c.At(172, 262, 0.94, 0, func() { figure(c, kit, sitting) })
	c.Flipped(240, func() { c.At(172, 262, 0.94, 0, func() { figure(c, lan, sitting) }) })
	bubble(c, ink.White, 152, 58, 124, 64, 34)
	c.Fill(ink.Rose, pen.Heart(116, 58, 24))
	c.Line(ink.Stone, 5, 142, 50, 194, 50)
	c.Line(ink.Stone, 5, 142, 66, 178, 66)
	c.Flipped(240, func() { bubble(c, ink.Blush, 152, 66, 92, 52, 28) })
	for i, x := range []float64{306, 328, 350} {
		c.Circle([]color.NRGBA{ink.Rose, ink.Petal, ink.Rose}[i], x, 66, 6.4)
	}
	flowers(c, 30, 240, 70, 248, 410, 246, 456, 238)
}

// bubble paints a speech bubble around a centre whose tail points down right.
func bubble(c *pen.Canvas, colour color.NRGBA, x, y, w, h, tail float64) {
	shape := pen.Box(x-w/2, y-h/2, w, h, h*0.44).And(
		pen.From(x+w*0.05, y+h*0.4).To(x+w*0.28, y+h*0.4).Quad(x+w*0.26, y+h*0.6, x+w*0.1, y+h*0.5+tail*0.6).
			Quad(x+w*0.12, y+h*0.55, x+w*0.05, y+h*0.4).Close())
	c.Shadow(shape)
	c.Fill(colour, shape)
}

// intoTheCommunity is a door that opens on the neighbourhood.
func intoTheCommunity(c *pen.Canvas) {
	sky(c, ink.Sky, ink.Mix(ink.Sky, ink.Haze, 0.5), ink.Haze)
	glowingSun(c, 414, 54, 26)
	clouds(c, [3]float64{230, 46, 84}, [3]float64{340, 74, 56})
	tower(c, ink.Mix(ink.Coral, ink.Cream, 0.4), 196, 198, 50, 118)
	tower(c, ink.Mix(ink.Sea, ink.Haze, 0.4), 252, 198, 44, 92)
	house(c, ink.Milk, ink.Rose, 340, 204, 0.86)
	tower(c, ink.Sand, 396, 198, 52, 84)
	hill(c, ink.Sage, -10, 214, 140, 198, 260, 190, 380, 198, 490, 190)
	tree(c, ink.Moss, 306, 206, 0.6)
	tree(c, ink.Moss, 462, 212, 0.76)
	c.Fill(ink.Cream, pen.From(120, 280).Cubic(180, 240, 300, 234, 336, 204).To(352, 204).Cubic(350, 240, 300, 262, 280, 280).Close())
	c.At(400, 240, 0.6, 0, func() { figure(c, lan, waving) })
	c.At(444, 246, 0.6, 0, func() { figure(c, ho, standing) })
	bush(c, ink.Moss, 254, 216, 50)
	flowers(c, 330, 246, 360, 256, 474, 250, 230, 226)
	c.Box(ink.Mix(ink.Blush, ink.Cream, 0.4), 0, 0, 44, wideHeight, 0) // the wall at home
	c.Box(ink.Mix(ink.Blush, ink.Cream, 0.4), 0, 0, 178, 34, 0)
	c.Box(ink.Mix(ink.Blush, ink.Cream, 0.4), 156, 0, 22, wideHeight, 0)
	c.Box(ink.Wood, 34, 26, 12, 250, 2)
	c.Box(ink.Wood, 34, 24, 128, 12, 2)
	c.Box(ink.Wood, 152, 26, 12, 250, 2)
	c.Solid(ink.Rose, 5, pen.Poly(3, 46, 36, 88, 52, 88, 262, 46, 272))
	c.Poly(ink.Wine, 2, 54, 58, 80, 66, 80, 138, 54, 140)
	c.Poly(ink.Wine, 2, 54, 158, 80, 156, 80, 240, 54, 248)
	c.Circle(ink.Honey, 80, 150, 5)
	c.Poly(ink.Clay, 3, 52, 276, 160, 276, 150, 258, 78, 258)
	c.At(128, 266, 0.86, 0, func() { figure(c, mei, walking) })
}
