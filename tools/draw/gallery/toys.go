package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var toys = pictures{
	"toy-yarn-ball":       yarnBall,
	"toy-wooden-train":    woodenTrain,
	"toy-building-blocks": buildingBlocks,
	"toy-tram-model":      tramModel,
}

// playroom is the card behind toys.
var playroom = ink.Mix(ink.Butter, ink.Cream, 0.5)

func yarnBall(c *pen.Canvas) {
	tile(c, playroom, func() {
		c.Ground(124, 204, 84)
		ball := pen.Circle(120, 128, 76)
		c.Solid(ink.Petal, 9, ball)
		c.Inside(ball, func() {
			for i := range 5 {
				r := 24 + float64(i)*17
				c.Stroke(ink.Rose, 4.5, pen.Arc(60, 70, r+30, -10, 100))
				c.Stroke(ink.Mix(ink.Rose, ink.Petal, 0.45), 4.5, pen.Arc(196, 96, r+16, 90, 210))
			}
			for i := range 3 {
				c.Stroke(ink.Wine, 3, pen.Arc(120, 232, 56+float64(i)*15, 190, 350))
			}
		})
		c.Oval(ink.Clear(ink.White, 0.3), 88, 84, 18, 11)
		c.Curve(ink.Rose, 6, 150, 200, 176, 208, 206, 204, 222, 186, 214, 170, 200, 178, 206, 196, 226, 208, 246, 204)
		needle(c, 196, 38, 40)
		needle(c, 54, 32, -38)
	})
}

// needle paints a knitting needle stuck into the wool.
func needle(c *pen.Canvas, x, y, degrees float64) {
	c.At(x, y, 1, degrees, func() {
		c.Line(ink.Wood, 7, 0, 0, 0, 46)
		c.Circle(ink.Bark, 0, 0, 8)
		c.Circle(ink.Clear(ink.White, 0.5), -2, -2, 2.4)
	})
}

// wheel paints a toy's wheel.
func wheel(c *pen.Canvas, tyre, hub color.NRGBA, x, y, r float64) {
	c.Solid(tyre, 3, pen.Circle(x, y, r))
	c.Circle(hub, x, y, r*0.55)
	c.Circle(ink.Deep(tyre), x, y, r*0.2)
}

func woodenTrain(c *pen.Canvas) {
	tile(c, playroom, func() {
		c.Ground(128, 200, 104)
		c.Line(ink.Bark, 6, 150, 168, 176, 168)
		c.Solid(ink.Sage, 5, pen.Box(172, 130, 64, 44, 8)) // the wagon and its load
		for i, x := range []float64{186, 204, 222} {
			c.Solid([]color.NRGBA{ink.Honey, ink.Coral, ink.Sea}[i], 3, pen.Circle(x, 124, 11))
		}
		c.Solid(ink.Sage, 5, pen.Box(172, 136, 64, 40, 8))
		c.Box(ink.Wood, 22, 156, 134, 20, 8)
		c.Solid(ink.Rose, 6, pen.Box(30, 112, 82, 50, 22))
		c.Box(ink.Honey, 62, 112, 8, 50, 0)
		c.Solid(ink.Wood, 5, pen.Poly(4, 44, 116, 40, 76, 66, 76, 62, 116))
		c.Box(ink.Bark, 36, 70, 34, 12, 6)
		c.Solid(ink.Wood, 5, pen.Box(104, 74, 52, 90, 8))
		c.Box(ink.Haze, 114, 90, 32, 30, 6)
		c.Solid(ink.Rose, 4, pen.Box(96, 62, 68, 16, 8))
		c.Circle(ink.Honey, 32, 136, 8)
		wheel(c, ink.Bark, ink.Sand, 52, 178, 19)
		wheel(c, ink.Bark, ink.Sand, 94, 178, 19)
		wheel(c, ink.Bark, ink.Sand, 136, 178, 19)
		wheel(c, ink.Bark, ink.Sand, 188, 182, 15)
		wheel(c, ink.Bark, ink.Sand, 222, 182, 15)
		c.Fill(ink.White, pen.Circle(56, 52, 11).And(pen.Circle(72, 40, 15), pen.Circle(94, 30, 18)))
	})
}

func buildingBlocks(c *pen.Canvas) {
	tile(c, playroom, func() {
		c.Ground(128, 212, 104)
		block := func(colour color.NRGBA, x, y, w, h float64) {
			c.Solid(colour, 6, pen.Box(x, y, w, h, 9))
			c.Line(ink.Clear(ink.White, 0.45), 4, x+12, y+11, x+w-22, y+11)
		}
		block(ink.Sea, 38, 152, 58, 58)
		block(ink.Honey, 100, 152, 58, 58)
		block(ink.Sage, 162, 152, 58, 58)
		block(ink.Rose, 68, 92, 58, 58)
		c.Solid(ink.Lilac, 6, pen.From(132, 150).To(132, 92).To(190, 92).To(190, 150).To(178, 150).
			Cubic(178, 116, 144, 116, 144, 150).Close())
		c.Solid(ink.Coral, 6, pen.Poly(8, 66, 90, 97, 36, 128, 90))
		c.Solid(ink.Wood, 5, pen.Circle(161, 68, 22))
		c.Fill(ink.Clear(ink.White, 0.9), pen.Heart(97, 122, 30))
		c.Fill(ink.Clear(ink.White, 0.9), pen.Star(129, 182, 19, 5, 0.5))
		c.Circle(ink.Clear(ink.White, 0.9), 67, 182, 14)
		c.Poly(ink.Clear(ink.White, 0.9), 4, 191, 166, 206, 194, 176, 194)
	})
}

func tramModel(c *pen.Canvas) {
	tile(c, playroom, func() {
		c.Ground(128, 222, 96)
		c.Solid(ink.Wood, 4, pen.Box(24, 208, 208, 16, 6))
		c.Line(ink.Stone, 4, 34, 204, 222, 204)
		c.At(128, 204, 1, 0, func() { tram(c) })
	})
}

// tram paints the island's tall tram; it stands on the origin.
func tram(c *pen.Canvas) {
	c.Line(ink.Cocoa, 4, 10, -166, 44, -192)
	c.Line(ink.Cocoa, 4, 36, -192, 54, -192)
	body := pen.Box(-62, -164, 124, 150, 16)
	c.Solid(ink.Moss, 6, body)
	c.Solid(ink.Pine, 3, pen.Box(-66, -170, 132, 15, 7))
	c.Box(ink.Honey, -62, -97, 124, 9, 0)
	for _, y := range []float64{-144, -78} {
		for i := range 4 {
			pane := pen.Box(-52+float64(i)*27, y, 22, 32, 4)
			c.Fill(ink.Haze, pane)
			c.Inside(pane, func() {
				c.Poly(ink.Clear(ink.White, 0.7), 0, -52+float64(i)*27, y+22, -34+float64(i)*27, y, -28+float64(i)*27, y, -50+float64(i)*27, y+32)
			})
		}
	}
	c.Box(ink.Honey, -52, -36, 104, 5, 2)
	c.Circle(ink.Butter, -48, -24, 6)
	c.Circle(ink.Butter, 48, -24, 6)
	c.Box(ink.Cream, -18, -30, 36, 14, 4)
	c.Stroke(ink.Rose, 2, pen.Number(0, -23, 9, 28))
	c.Box(ink.Cocoa, -50, -16, 100, 8, 4)
	wheel(c, ink.Cocoa, ink.Stone, -30, -10, 10)
	wheel(c, ink.Cocoa, ink.Stone, 30, -10, 10)
}
