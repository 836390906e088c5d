package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

func tramDriver(c *pen.Canvas) {
	tile(c, ink.Mix(ink.Sand, ink.Cream, 0.4), func() {
		garment(c, ink.Moss, ink.Honey, func() {
			c.Poly(ink.Milk, 2, 102, 104, 154, 104, 128, 168)
			c.Poly(ink.Rose, 2, 122, 118, 134, 118, 136, 156, 128, 166, 120, 156)
			c.Twice(128, func() {
				c.Poly(ink.Pine, 3, 150, 106, 166, 114, 130, 172)
				c.Box(ink.Honey, 160, 113, 16, 8, 3)
			})
			c.Line(ink.Pine, 3, 128, 168, 128, 236)
			for _, y := range []float64{180, 202} {
				c.Circle(ink.Honey, 116, y, 4.6)
				c.Circle(ink.Honey, 140, y, 4.6)
			}
		})
		crown := pen.From(72, 60).Cubic(84, 30, 172, 30, 184, 60).Quad(180, 76, 170, 82).To(86, 82).Quad(76, 76, 72, 60).Close()
		c.Shadow(crown)
		c.Solid(ink.Moss, 5, crown)
		c.Box(ink.Pine, 86, 72, 84, 18, 4)
		c.Line(ink.Honey, 4, 88, 76, 168, 76)
		c.Fill(ink.Cocoa, pen.From(82, 90).To(174, 90).Cubic(166, 110, 90, 110, 82, 90).Close())
		c.Circle(ink.Honey, 128, 60, 13)
		c.Fill(ink.Milk, pen.Star(128, 60, 9, 5, 0.5))
		c.Circle(ink.Honey, 216, 84, 17) // the bell that gives the tram its name
		c.Solid(ink.Honey, 3, pen.Dome(216, 92, 24, 30))
		c.Box(ink.Amber, 188, 88, 56, 9, 4)
		c.Circle(ink.Bark, 216, 102, 6)
		c.Stroke(ink.Amber, 3.4, pen.Arc(216, 80, 36, 200, 240))
		c.Stroke(ink.Amber, 3.4, pen.Arc(216, 80, 36, 300, 340))
	})
}

func partyClothes(c *pen.Canvas) {
	party(c, func() {
		garment(c, ink.Sea, ink.Butter, func() {
			for i := range 20 {
				x, y := 82+float64(i%5)*23+float64(i/5%2)*11, 148+float64(i/5)*22
				c.Circle([]color.NRGBA{ink.Butter, ink.Petal, ink.Milk}[i%3], x, y, 5)
			}
		})
		hat := pen.Poly(6, 128, 26, 170, 104, 86, 104)
		c.Shadow(hat)
		c.Solid(ink.Rose, 6, hat)
		c.Inside(hat, func() {
			for _, y := range []float64{56, 80, 104} {
				c.Curve(ink.Butter, 8, 80, y+8, 128, y-2, 176, y-10)
			}
		})
		c.Oval(ink.Milk, 128, 103, 45, 9)
		for i := range 8 {
			c.At(128, 30, 1, float64(i)*45, func() { c.Line(ink.Honey, 5, 0, 0, 0, -14) })
		}
		c.Twice(128, func() { c.Solid(ink.Rose, 3, pen.Poly(7, 128, 130, 160, 114, 160, 148)) })
		c.Solid(ink.Wine, 2, pen.Circle(128, 131, 9))
	})
}
