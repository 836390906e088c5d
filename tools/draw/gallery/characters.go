package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var characters = pictures{
	"character-sunset-sun":       sunsetSun,
	"character-calico-cat":       calicoCat,
	"character-lop-eared-rabbit": lopRabbit,
	"character-golden-retriever": goldenRetriever,
}

// body paints a sitting body under a head, with a belly and four paws.
func body(c *pen.Canvas, fur, belly color.NRGBA) {
	c.Ground(128, 228, 66)
	c.Twice(128, func() { c.Solid(fur, 3, pen.Oval(170, 214, 24, 15)) })
	c.Solid(fur, 5, pen.Blob(128, 136, 158, 150, 176, 190, 166, 220, 128, 228, 90, 220, 80, 190, 98, 150))
	c.Oval(belly, 128, 190, 28, 32)
	c.Twice(128, func() {
		c.Solid(fur, 3, pen.Oval(146, 216, 15, 12))
		c.Line(ink.Clear(ink.Cocoa, 0.4), 2, 142, 218, 142, 226)
		c.Line(ink.Clear(ink.Cocoa, 0.4), 2, 150, 218, 150, 226)
	})
}

func sunsetSun(c *pen.Canvas) {
	c.Inside(card, func() {
		c.Fill(ink.Mix(ink.Lilac, ink.Blush, 0.3), card)
		c.Box(ink.Mix(ink.Petal, ink.Blush, 0.4), 0, 70, square, 60, 0)
		c.Box(ink.Mix(ink.Coral, ink.Butter, 0.5), 0, 126, square, 110, 0)
		c.Circle(ink.Clear(ink.Butter, 0.4), 128, 132, 112)
		c.Fill(ink.Clear(ink.White, 0.5), pen.Cloud(46, 62, 70))
		c.Fill(ink.Clear(ink.White, 0.5), pen.Cloud(216, 84, 58))
		c.At(128, 128, 1.16, 0, func() { sunHead(c, sunLook{disc: ink.Coral, long: ink.Rose, short: ink.Honey}) })
		c.Blob(ink.Sea, -20, 226, 40, 214, 90, 224, 140, 214, 190, 224, 240, 214, 290, 224, 280, 290, -20, 290)
		for _, w := range [][3]float64{{80, 230, 96}, {96, 242, 64}, {30, 240, 30}, {200, 238, 30}} {
			c.Line(ink.Clear(ink.Butter, 0.8), 4, w[0], w[1], w[0]+w[2], w[1])
		}
	})
}

func calicoCat(c *pen.Canvas) {
	tile(c, ink.Mix(ink.Sky, ink.Haze, 0.5), func() {
		c.Curve(ink.Amber, 18, 168, 216, 204, 212, 218, 186, 208, 158)
		c.Curve(ink.Cocoa, 18, 214, 174, 212, 166, 208, 158)
		body(c, ink.Milk, ink.White)
		c.Inside(pen.Blob(128, 136, 158, 150, 176, 190, 166, 220, 128, 228, 90, 220, 80, 190, 98, 150), func() {
			c.Circle(ink.Amber, 174, 166, 22)
			c.Circle(ink.Cocoa, 84, 196, 18)
		})
		c.At(128, 96, 1, 0, func() {
			catHead(c, catLook{fur: ink.Milk, marks: func() {
				c.Blob(ink.Amber, 4, -80, 80, -90, 90, -10, 60, 4, 30, -8, 10, -30)
				c.Blob(ink.Mix(ink.Cocoa, ink.Bark, 0.3), -14, -60, -40, -90, -90, -80, -90, -10, -62, -10, -44, -22, -30, -38)
			}})
		})
	})
}

func lopRabbit(c *pen.Canvas) {
	tile(c, ink.Mint, func() {
		look := rabbitLook{fur: ink.Mix(ink.Sand, ink.Wood, 0.25), inner: ink.Petal, lop: true}
		c.Circle(ink.Milk, 180, 202, 16)
		body(c, look.fur, ink.Cream)
		c.At(128, 98, 1.08, 0, func() { rabbitHead(c, look) })
		c.At(62, 216, 1, -30, func() { carrot(c) })
	})
}

func carrot(c *pen.Canvas) {
	for _, degrees := range []float64{-24, 0, 24} {
		c.Fill(ink.Sage, pen.Leaf(0, -14, 26, 10, degrees))
	}
	c.Solid(ink.Coral, 3, pen.Poly(9, -14, -16, 14, -16, 0, 36))
	c.Line(ink.Clay, 2, -8, -4, -1, -4)
	c.Line(ink.Clay, 2, 1, 6, 7, 6)
}

func goldenRetriever(c *pen.Canvas) {
	tile(c, ink.Mix(ink.Blush, ink.Cream, 0.3), func() {
		gold := ink.Mix(ink.Honey, ink.Wood, 0.3)
		c.Solid(gold, 4, pen.Blob(164, 216, 190, 208, 204, 184, 226, 168, 234, 180, 226, 204, 204, 222, 174, 226))
		body(c, gold, ink.Butter)
		c.Fill(ink.Butter, pen.Poly(5, 96, 150, 160, 150, 152, 172, 142, 166, 128, 184, 114, 166, 104, 172))
		c.Curve(ink.Rose, 10, 92, 148, 128, 162, 164, 148)
		c.Circle(ink.Honey, 128, 164, 9)
		c.Circle(ink.Amber, 128, 164, 3)
		c.At(128, 94, 1.08, 0, func() {
			dogHead(c, dogLook{fur: gold, ears: ink.Mix(ink.Amber, ink.Bark, 0.25), face: ink.Mix(ink.Butter, ink.Milk, 0.4)})
		})
		c.Solid(ink.Sage, 4, pen.Circle(58, 212, 18))
		c.Curve(ink.Milk, 3, 46, 200, 56, 208, 58, 228)
	})
}
