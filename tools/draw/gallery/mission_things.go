package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

func clipboard(c *pen.Canvas) {
	board := pen.Box(-54, -66, 108, 136, 12)
	c.Shadow(board)
	c.Solid(ink.Wood, 5, board)
	c.Box(ink.White, -44, -52, 88, 112, 5)
	c.Solid(ink.Stone, 3, pen.Box(-24, -76, 48, 24, 8))
	c.Circle(ink.Milk, 0, -68, 5)
	for i, colour := range []color.NRGBA{ink.Sage, ink.Honey, ink.Sea} {
		y := -26 + float64(i)*32
		c.Box(ink.Mix(colour, ink.White, 0.35), -36, y-11, 22, 22, 6)
		if i < 2 {
			c.Line(ink.Pine, 4.4, -31, y, -26, y+5, -18, y-6)
		}
		c.Line(ink.Stone, 5, -4, y-5, 34, y-5)
		c.Line(ink.Mist, 5, -4, y+6, 20, y+6)
	}
	c.At(50, 34, 1, 32, func() { pencil(c) })
}

// pencil paints a pencil with its tip down.
func pencil(c *pen.Canvas) {
	c.Shadow(pen.Box(-8, -50, 16, 76, 4))
	c.Box(ink.Petal, -8, -58, 16, 16, 6)
	c.Box(ink.Stone, -8, -46, 16, 8, 0)
	c.Box(ink.Honey, -8, -38, 16, 60, 0)
	c.Box(ink.Amber, 2, -38, 6, 60, 0)
	c.Poly(ink.Skin, 1, -8, 22, 8, 22, 0, 42)
	c.Poly(ink.Cocoa, 1, -3, 34, 3, 34, 0, 42)
}

func newMascot(c *pen.Canvas) {
	c.At(0, -22, 0.7, 0, func() { sunHead(c, sunny) })
	c.Twice(0, func() { // a home that opens its lid
		c.Solid(ink.Petal, 3, pen.Poly(5, 4, 26, 62, 26, 82, 6, 22, 8))
	})
	c.Solid(ink.Rose, 5, pen.Box(-60, 24, 120, 54, 10))
	c.Fill(ink.Milk, pen.Heart(0, 52, 34))
}

func shoppingBag(c *pen.Canvas) {
	c.Ground(0, 70, 62)
	c.Stroke(ink.Wine, 7, pen.Arc(0, -34, 26, 180, 360))
	c.Solid(ink.Sage, 2, pen.Leaf(-30, -34, 42, 20, -14))
	c.Solid(ink.Moss, 2, pen.Leaf(-20, -34, 34, 16, 12))
	c.Solid(ink.Honey, 3, pen.Box(14, -58, 26, 40, 5))
	c.Line(ink.Amber, 4, 20, -48, 34, -48)
	sack := pen.Poly(9, -56, -38, 56, -38, 64, 72, -64, 72)
	c.Solid(ink.Rose, 6, sack)
	c.Inside(sack, func() { c.Box(ink.Petal, -70, -40, 140, 16, 0) })
	c.Stroke(ink.Milk, 6, pen.Arc(0, -22, 26, 0, 180))
	c.Circle(ink.Milk, -26, -20, 5)
	c.Circle(ink.Milk, 26, -20, 5)
	c.Fill(ink.Milk, pen.Heart(0, 40, 36))
}

func itemInUse(c *pen.Canvas) {
	c.Ground(0, 66, 78)
	c.Oval(ink.Sage, 0, 64, 84, 14)
	c.Oval(ink.Mint, 0, 63, 70, 10)
	c.Line(ink.Bark, 5, 56, 62, 56, -38)
	c.Box(ink.Bark, 42, 58, 28, 8, 4)
	c.Glow(ink.Clear(ink.Honey, 0.5), 16, pen.Circle(56, -26, 26))
	c.Solid(ink.Honey, 3, pen.Poly(7, 44, -68, 68, -68, 80, -34, 32, -34))
	for _, x := range []float64{-52, 14} {
		c.Box(ink.Bark, x, 44, 9, 18, 3)
	}
	c.Solid(ink.Sea, 5, pen.Box(-56, -34, 82, 82, 24))
	c.Solid(ink.Sky, 4, pen.Box(-48, 8, 66, 26, 10))
	c.Solid(ink.Sea, 4, pen.Box(-70, 0, 26, 50, 12))
	c.Solid(ink.Sea, 4, pen.Box(14, 0, 26, 50, 12))
	c.Box(ink.Sea, -56, 30, 82, 20, 8)
	c.At(-15, -4, 1, 10, func() {
		c.Solid(ink.Petal, 3, pen.Box(-17, -17, 34, 34, 8))
		c.Fill(ink.Rose, pen.Heart(0, 0, 18))
	})
	for _, at := range [][3]float64{{-66, -52, 13}, {-30, -70, 9}, {10, -58, 11}} {
		sparkle(c, ink.Honey, at[0], at[1], at[2])
	}
}

func profileCard(c *pen.Canvas) {
	c.Line(ink.Rose, 8, -26, -100, 0, -52)
	c.Line(ink.Wine, 8, 26, -100, 0, -52)
	sheet := pen.Box(-76, -50, 152, 108, 14)
	c.Shadow(sheet)
	c.Solid(ink.White, 4, sheet)
	c.Inside(sheet, func() { c.Box(ink.Rose, -80, -52, 160, 22, 0) })
	c.Box(ink.Cream, -16, -46, 32, 9, 4)
	photo := pen.Circle(-36, 14, 32)
	c.Fill(ink.Sky, photo)
	c.Inside(photo, func() { c.At(-36, 10, 0.86, 0, func() { bust(c, kit) }) })
	c.Line(ink.Cocoa, 6, 12, -8, 56, -8)
	c.Line(ink.Stone, 5, 12, 10, 60, 10)
	c.Line(ink.Stone, 5, 12, 26, 44, 26)
	tick(c, 62, 50, 22)
}
