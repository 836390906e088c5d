package gallery

import (
	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var beds = pictures{
	"bed-cotton-single": cottonBed,
	"bed-reading-sofa":  readingSofa,
	"bed-indoor-tent":   indoorTent,
	"bed-upright-piano": piano,
}

// chamber is the card behind large furniture.
var chamber = ink.Mix(ink.Haze, ink.Mint, 0.3)

func cottonBed(c *pen.Canvas) {
	tile(c, chamber, func() {
		c.Ground(128, 206, 112)
		c.Solid(ink.Wood, 6, pen.Box(20, 72, 24, 128, 10))
		c.Solid(ink.Wood, 5, pen.Box(216, 124, 20, 76, 9))
		c.Box(ink.Bark, 34, 168, 190, 20, 4)
		c.Solid(ink.Milk, 5, pen.Box(36, 136, 186, 38, 12))
		c.Solid(ink.White, 5, pen.Blob(46, 122, 74, 108, 102, 118, 106, 136, 92, 144, 52, 144, 44, 136))
		quilt := pen.From(98, 146).Cubic(104, 112, 150, 116, 208, 118).Cubic(226, 120, 226, 140, 226, 180).To(96, 180).Close()
		c.Solid(ink.Sky, 6, quilt)
		c.Inside(quilt, func() {
			for i := range 5 {
				x := 112 + float64(i)*28
				c.Line(ink.Clear(ink.White, 0.7), 4, x, 110, x, 190)
			}
			c.Line(ink.Clear(ink.White, 0.7), 4, 90, 158, 230, 158)
			for _, at := range [][2]float64{{126, 138}, {154, 168}, {182, 138}, {210, 168}} {
				c.Fill(ink.Rose, pen.Heart(at[0], at[1], 13))
			}
		})
		c.Solid(ink.Milk, 3, pen.Poly(8, 92, 148, 100, 118, 124, 116, 116, 148))
		c.At(74, 104, 0.3, -4, func() { rabbitHead(c, bunny) })
	})
}

func readingSofa(c *pen.Canvas) {
	tile(c, chamber, func() {
		c.Ground(116, 210, 100)
		for _, x := range []float64{48, 178} {
			c.Box(ink.Bark, x, 190, 12, 20, 4)
		}
		c.Solid(ink.Rose, 6, pen.Box(40, 74, 156, 110, 30))
		c.Line(ink.Wine, 3, 118, 84, 118, 140)
		c.Circle(ink.Wine, 80, 106, 3.4)
		c.Circle(ink.Wine, 156, 106, 3.4)
		c.Solid(ink.Petal, 5, pen.Box(50, 140, 136, 34, 14))
		c.Solid(ink.Rose, 5, pen.Box(40, 164, 156, 32, 12))
		c.Twice(118, func() { c.Solid(ink.Rose, 6, pen.Box(22, 118, 38, 78, 18)) })
		c.At(86, 134, 1, -14, func() {
			c.Solid(ink.Butter, 3, pen.Box(-22, -20, 44, 40, 10))
			c.Fill(ink.Amber, pen.Flower(0, 0, 13, 6))
			c.Circle(ink.Milk, 0, 0, 4)
		})
		book(c, 146, 146)
		c.Line(ink.Bark, 5, 222, 206, 222, 72) // a lamp to read by
		c.Box(ink.Bark, 206, 202, 32, 8, 4)
		c.Glow(ink.Clear(ink.Butter, 0.55), 26, pen.Oval(218, 92, 40, 34))
		c.Solid(ink.Honey, 4, pen.Poly(8, 206, 38, 238, 38, 252, 80, 192, 80))
	})
}

// book paints an open book, lying.
func book(c *pen.Canvas, x, y float64) {
	c.Poly(ink.Moss, 3, x-28, y-6, x, y, x+28, y-6, x+30, y+4, x, y+10, x-30, y+4)
	c.Fill(ink.Milk, pen.From(x, y+4).Quad(x-12, y-10, x-26, y-6).To(x-26, y-10).Quad(x-10, y-16, x, y-4).Close())
	c.Fill(ink.Milk, pen.From(x, y+5).Quad(x-14, y-8, x-27, y-2).To(x-24, y-13).Quad(x-8, y-18, x, y-6).
		Quad(x+8, y-18, x+24, y-13).To(x+27, y-2).Quad(x+14, y-8, x, y+5).Close())
	c.Line(ink.Stone, 1.8, x, y-5, x, y+4)
}

func indoorTent(c *pen.Canvas) {
	tile(c, chamber, func() {
		c.Ground(128, 214, 104)
		c.Oval(ink.Petal, 128, 208, 104, 16)
		c.Oval(ink.Blush, 128, 206, 92, 12)
		c.Line(ink.Bark, 6, 116, 26, 142, 66)
		c.Line(ink.Bark, 6, 142, 24, 114, 66)
		cloth := pen.Poly(8, 128, 44, 222, 208, 34, 208)
		c.Solid(ink.Milk, 6, cloth)
		c.Inside(cloth, func() {
			for i := range 6 {
				y := 84 + float64(i)*24
				c.Line(ink.Clear(ink.Honey, 0.55), 7, 0, y+26, 128, y, 256, y+26)
			}
		})
		c.Fill(ink.Mix(ink.Bark, ink.Honey, 0.35), pen.From(128, 90).Cubic(128, 150, 90, 190, 82, 208).To(174, 208).Cubic(166, 190, 128, 150, 128, 90).Close())
		c.Glow(ink.Clear(ink.Butter, 0.7), 12, pen.Circle(128, 172, 14))
		c.Solid(ink.Sea, 4, pen.Oval(118, 200, 30, 12))
		c.Solid(ink.Rose, 3, pen.Oval(148, 198, 18, 11))
		c.Fill(ink.Cream, pen.From(128, 84).Cubic(118, 140, 84, 170, 70, 208).To(88, 208).Cubic(96, 176, 128, 150, 128, 84).Close())
		c.Fill(ink.Cream, pen.From(128, 84).Cubic(138, 140, 172, 170, 186, 208).To(168, 208).Cubic(160, 176, 128, 150, 128, 84).Close())
		c.Curve(ink.Cocoa, 2, 60, 166, 84, 118, 128, 88, 172, 118, 196, 166)
		for _, at := range [][2]float64{{66, 156}, {78, 131}, {96, 109}, {128, 88}, {160, 109}, {178, 131}, {190, 156}} {
			c.Glow(ink.Clear(ink.Honey, 0.7), 4, pen.Circle(at[0], at[1], 5))
			c.Circle(ink.Honey, at[0], at[1], 4.4)
		}
		c.Fill(ink.Rose, pen.From(128, 20).To(158, 28).To(128, 38).Close())
		c.Line(ink.Bark, 4, 128, 18, 128, 46)
	})
}

func piano(c *pen.Canvas) {
	tile(c, chamber, func() {
		c.Ground(128, 216, 108)
		c.Solid(ink.Bark, 7, pen.Box(34, 62, 188, 150, 10))
		c.Solid(ink.Deep(ink.Bark), 4, pen.Box(26, 52, 204, 18, 7))
		c.Box(ink.Mix(ink.Bark, ink.Wood, 0.4), 48, 80, 160, 42, 6)
		c.Box(ink.Mix(ink.Bark, ink.Wood, 0.4), 54, 166, 148, 36, 6)
		c.Poly(ink.Milk, 3, 94, 82, 126, 86, 126, 124, 94, 120)
		c.Poly(ink.Milk, 3, 162, 82, 130, 86, 130, 124, 162, 120)
		for _, y := range []float64{94, 102, 110} {
			c.Line(ink.Stone, 1.6, 100, y, 120, y+2)
			c.Line(ink.Stone, 1.6, 136, y+2, 156, y)
		}
		c.Solid(ink.Deep(ink.Bark), 3, pen.Box(22, 148, 212, 16, 6))
		c.Box(ink.White, 34, 126, 188, 24, 3)
		for i := range 15 {
			x := 34 + float64(i)*12.5
			c.Line(ink.Stone, 1.4, x, 127, x, 149)
			if k := i % 7; k != 0 && k != 3 {
				c.Box(ink.Cocoa, x-3.6, 126, 7.2, 14, 2)
			}
		}
		for _, x := range []float64{30, 212} {
			c.Box(ink.Deep(ink.Bark), x, 162, 14, 52, 4)
		}
		for _, x := range []float64{118, 128, 138} {
			c.Box(ink.Honey, x-3, 200, 6, 12, 2)
		}
		note(c, 74, 38)
		note(c, 142, 36)
		c.Solid(ink.Sea, 3, pen.Poly(5, 196, 34, 218, 34, 214, 54, 200, 54))
		for i, degrees := range []float64{-34, 0, 34} {
			c.Line(ink.Moss, 2.4, 207, 36, 207+float64(i-1)*10, 18)
			c.Fill(ink.Petal, pen.Flower(207+float64(i-1)*11, 16, 8, 5).Turn(degrees, 207, 16))
			c.Circle(ink.Honey, 207+float64(i-1)*11, 16, 2.4)
		}
	})
}

// note paints a note of music.
func note(c *pen.Canvas, x, y float64) {
	c.Fill(ink.Rose, pen.Oval(x, y, 8, 6).Turn(-20, x, y))
	c.Line(ink.Rose, 3, x+7, y-2, x+7, y-26)
	c.Curve(ink.Rose, 3.6, x+7, y-26, x+14, y-20, x+17, y-12)
}
