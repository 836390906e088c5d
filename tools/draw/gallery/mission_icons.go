package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// The icons of missions, each around the origin and about 140 wide.

// tick paints the sign of what is done.
func tick(c *pen.Canvas, x, y, r float64) {
	c.Shadow(pen.Circle(x, y, r))
	c.Circle(ink.Milk, x, y, r)
	c.Circle(ink.Moss, x, y, r*0.84)
	c.Line(ink.White, r*0.24, x-r*0.38, y+r*0.02, x-r*0.08, y+r*0.32, x+r*0.42, y-r*0.28)
}

func shoe(c *pen.Canvas) {
	c.Ground(0, 52, 70)
	for i, y := range []float64{-22, 0, 22} {
		c.Line(ink.Clear(ink.Sea, 0.6), 5, -92+float64(i)*4, y, -72+float64(i)*4, y)
	}
	upper := pen.From(-62, -34).Cubic(-48, -28, -30, -30, -18, -44).To(-4, -50).Cubic(14, -14, 40, -2, 62, 4).
		Cubic(78, 10, 78, 26, 74, 34).To(-64, 34).Cubic(-70, 10, -66, -10, -62, -34).Close()
	c.Solid(ink.Rose, 5, upper)
	c.Inside(upper, func() {
		c.Fill(ink.Milk, pen.Oval(78, 32, 36, 26))
		c.Fill(ink.Wine, pen.Oval(-66, 34, 22, 30))
		c.Curve(ink.Milk, 7, -44, 28, -16, 18, 8, -4)
	})
	for i := range 3 {
		x, y := -4+float64(i)*13, -32+float64(i)*12
		c.Line(ink.Milk, 5, x-7, y+8, x+10, y-3)
	}
	c.Solid(ink.Milk, 3, pen.Box(-70, 30, 150, 18, 9))
	c.Line(ink.Honey, 4, -60, 40, 66, 40)
}

func article(c *pen.Canvas) {
	c.At(10, -4, 1, 7, func() {
		c.Shadow(pen.Box(-48, -62, 96, 122, 8))
		c.Box(ink.Sand, -48, -62, 96, 122, 8)
	})
	c.At(-4, -2, 1, -4, func() {
		page := pen.Box(-50, -64, 100, 126, 8)
		c.Shadow(page)
		c.Fill(ink.White, page)
		c.Box(ink.Rose, -38, -52, 60, 10, 4)
		photo := pen.Box(-38, -34, 76, 42, 5)
		c.Fill(ink.Sky, photo)
		c.Inside(photo, func() {
			c.Circle(ink.Butter, 22, -22, 9)
			c.Blob(ink.Sage, -50, 20, -40, -2, -14, -12, 8, 0, 30, -6, 50, 4, 50, 20)
		})
		for i, w := range []float64{76, 76, 70, 48} {
			c.Line(ink.Stone, 4.6, -36, 20+float64(i)*11, -38+w, 20+float64(i)*11)
		}
	})
}

func cameraAtBuilding(c *pen.Canvas) {
	c.Ground(0, 62, 76)
	c.Solid(ink.Sand, 4, pen.Box(-62, -34, 46, 94, 5))
	c.Solid(ink.Mix(ink.Sage, ink.Mint, 0.2), 4, pen.Box(18, -50, 48, 110, 5))
	c.Solid(ink.Mix(ink.Coral, ink.Blush, 0.2), 4, pen.Box(-26, -74, 52, 134, 6))
	for row := range 5 {
		for col := range 2 {
			c.Box(ink.Butter, -16+float64(col)*20, -62+float64(row)*19, 12, 11, 2)
			c.Box(ink.Milk, 34+float64(col)*14, -38+float64(row)*18, 9, 10, 2)
			c.Box(ink.Milk, -54+float64(col)*14, -22+float64(row)*18, 9, 10, 2)
		}
	}
	c.Shadow(pen.Box(-54, 0, 108, 70, 14))
	c.Solid(ink.Navy, 4, pen.Box(-22, -14, 44, 24, 8))
	c.Solid(ink.Navy, 5, pen.Box(-56, 0, 112, 70, 14))
	c.Box(ink.Sea, -56, 14, 112, 8, 0)
	c.Circle(ink.Milk, 0, 36, 30)
	c.Circle(ink.Cocoa, 0, 36, 24)
	c.Circle(ink.Sea, 0, 36, 17)
	c.Circle(ink.Haze, -6, 30, 6)
	c.Circle(ink.Honey, 40, 9, 5)
	c.Box(ink.Rose, -46, -6, 18, 8, 4)
}

func chapter(c *pen.Canvas) {
	c.Ground(0, 56, 76)
	openBook(c, ink.Moss)
	c.Poly(ink.Rose, 2, 30, -46, 46, -44, 46, -4, 38, -12, 30, -6)
	tick(c, 54, 46, 24)
}

// openBook paints an open book that stands.
func openBook(c *pen.Canvas, cover color.NRGBA) {
	c.Solid(cover, 4, pen.Poly(8, -80, -44, 0, -30, 80, -44, 80, 48, 0, 60, -80, 48))
	c.Twice(0, func() {
		leaf := pen.From(0, -30).Cubic(20, -52, 54, -54, 72, -48).To(72, 38).Cubic(54, 34, 20, 34, 0, 52).Close()
		c.Fill(ink.Deep(ink.Milk), leaf.Shift(0, 4))
		c.Fill(ink.Milk, leaf)
		for i := range 4 {
			y := -30 + float64(i)*16
			c.Curve(ink.Stone, 4, 14, y+7, 34, y-2, 58, y-3)
		}
	})
	c.Line(ink.Stone, 3, 0, -28, 0, 52)
}

func graduation(c *pen.Canvas) {
	c.Ground(0, 66, 70)
	c.At(0, 44, 1, -8, func() { // the certificate
		c.Solid(ink.Mix(ink.Sand, ink.Cream, 0.4), 4, pen.Box(-62, -16, 124, 34, 10))
		c.Oval(ink.Wood, 62, 1, 7, 17)
		c.Oval(ink.Cream, 62, 1, 3.4, 9)
		c.Box(ink.Rose, -10, -17, 18, 36, 3)
		c.Poly(ink.Rose, 2, -8, 14, -18, 40, -6, 34, 0, 42, 6, 14)
		c.Circle(ink.Wine, -1, 1, 8)
	})
	c.Solid(ink.Navy, 4, pen.From(-44, -34).To(44, -34).To(44, 2).Cubic(24, 22, -24, 22, -44, 2).Close())
	c.Solid(ink.Night, 3, pen.Poly(6, 0, -74, 86, -36, 0, 0, -86, -36))
	c.Line(ink.Honey, 4, 0, -38, 62, -26, 62, 10)
	c.Circle(ink.Honey, 0, -38, 6)
	c.Solid(ink.Honey, 2, pen.Poly(3, 55, 8, 69, 8, 72, 34, 52, 34))
}

func friends(c *pen.Canvas) {
	c.Inside(pen.Circle(0, 0, 102), func() {
		c.At(-38, 0, 1.12, 0, func() { bust(c, lan) })
		c.At(40, 4, 1.12, 0, func() { bust(c, ho) })
	})
	c.Shadow(pen.Heart(0, -58, 38))
	c.Solid(ink.Rose, 3, pen.Heart(0, -58, 40))
	c.Fill(ink.Clear(ink.White, 0.5), pen.Oval(-10, -66, 4, 6).Turn(30, -10, -66))
}
