package gallery

import (
	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// lessons are the covers, by the lessons' codes.
var lessons = pictures{
	"jour":  recoveryJourney,
	"gifts": strengths,
	"hope":  smallSteps,
	"emo":   emotions,
	"early": earlySigns,
	"calm":  anxiety,
	"wfm":   walk,
	"slp":   sleep,
	"tcb":   bodyCare,
	"rcf":   reunion,
	"say":   conversation,
	"out":   intoTheCommunity,
}

// recoveryJourney is a road with bends and milestones towards the light.
func recoveryJourney(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Sky, ink.Haze, 0.4), ink.Haze, ink.Mix(ink.Cream, ink.Blush, 0.3))
	glowingSun(c, 318, 92, 30)
	clouds(c, [3]float64{90, 54, 90}, [3]float64{420, 44, 74})
	hill(c, ink.Mix(ink.Lilac, ink.Haze, 0.5), -10, 150, 80, 96, 160, 132, 250, 100, 330, 136, 420, 98, 490, 130)
	hill(c, ink.Mix(ink.Sage, ink.Haze, 0.35), -10, 168, 110, 140, 240, 158, 360, 136, 490, 164)
	hill(c, ink.Mix(ink.Sage, ink.Mint, 0.2), -10, 206, 130, 172, 280, 192, 400, 168, 490, 186)
	road := pen.From(150, 280).Cubic(210, 236, 372, 232, 330, 206).Cubic(302, 190, 214, 192, 246, 172).
		Cubic(262, 162, 306, 164, 312, 150).To(319, 150).Cubic(318, 168, 286, 168, 276, 176).
		Cubic(266, 188, 372, 186, 394, 210).Cubic(414, 240, 300, 256, 280, 280).Close()
	c.Fill(ink.Cream, road)
	c.Inside(road, func() {
		c.Stroke(ink.Sand, 4, pen.From(210, 284).Cubic(262, 244, 396, 238, 364, 208).Cubic(336, 188, 240, 190, 262, 174))
	})
	tree(c, ink.Moss, 60, 226, 0.9)
	tree(c, ink.Sage, 112, 206, 0.64)
	tree(c, ink.Moss, 448, 216, 0.8)
	bush(c, ink.Moss, 420, 256, 70)
	signpost(c, 152, 236)
	c.At(238, 258, 0.62, 0, func() {
		c.Solid(ink.Sage, 3, pen.Box(-34, -100, 26, 44, 10)) // what one carries along
		figure(c, kit, walking)
	})
	flowers(c, 32, 244, 76, 250, 112, 246, 460, 240, 350, 252)
	birds(c, 200, 62, 226, 50, 246, 70)
}

func signpost(c *pen.Canvas, x, y float64) {
	c.Box(ink.Bark, x-3, y-70, 6, 72, 2)
	c.Solid(ink.Wood, 2, pen.Poly(3, x-6, y-68, x+34, y-68, x+44, y-59, x+34, y-50, x-6, y-50))
	c.Solid(ink.Sand, 2, pen.Poly(3, x+6, y-44, x-28, y-44, x-38, y-36, x-28, y-28, x+6, y-28))
	c.Fill(ink.Rose, pen.Heart(x+16, y-58, 12))
	c.Fill(ink.Moss, pen.Leaf(x-20, y-30, 13, 8, 20))
}

// strengths is a gift that opens and shows what was in it all along.
func strengths(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Veil, ink.Milk, 0.3))
	for i := range 12 {
		c.At(240, 176, 1, float64(i)*30+15, func() {
			c.Poly(ink.Clear(ink.Butter, 0.45), 0, 0, 0, -44, -330, 44, -330)
		})
	}
	hill(c, ink.Mix(ink.Sand, ink.Cream, 0.3), -10, 222, 240, 212, 490, 222)
	c.Glow(ink.Clear(ink.Butter, 0.9), 30, pen.Circle(240, 120, 66))
	c.Ground(240, 250, 96)
	gifts := []struct {
		x, y float64
		draw func()
	}{
		{240, 74, func() { c.Solid(ink.Honey, 4, pen.Star(0, 0, 38, 5, 0.52)) }},
		{170, 106, func() { c.Solid(ink.Rose, 4, pen.Heart(0, 0, 46)) }},
		{310, 106, func() {
			c.Solid(ink.Sage, 3, pen.Leaf(0, 26, 54, 32, 24))
			c.Line(ink.Moss, 2.6, 2, 20, 14, -8)
		}},
		{116, 62, func() { c.At(0, 12, 1.5, 0, func() { note(c, -4, 4) }) }},
		{364, 62, func() { // a light bulb
			c.Solid(ink.Butter, 3, pen.Circle(0, -6, 20))
			c.Box(ink.Stone, -9, 12, 18, 13, 4)
			c.Line(ink.Amber, 2.6, -6, 10, -5, -6, 0, -1, 5, -6, 6, 10)
		}},
		{62, 124, func() { c.At(0, 0, 0.62, -18, func() { pencil(c) }) }},
		{420, 124, func() { brush(c) }},
	}
	for _, g := range gifts {
		c.At(g.x, g.y, 1, 0, g.draw)
	}
	c.Twice(240, func() {
		c.Solid(ink.Mix(ink.Rose, ink.Petal, 0.4), 3, pen.Poly(5, 244, 166, 322, 166, 348, 140, 268, 142))
	})
	c.Solid(ink.Rose, 6, pen.Box(164, 164, 152, 88, 10))
	c.Box(ink.Butter, 226, 164, 28, 88, 0)
	c.Twice(240, func() { c.Solid(ink.Butter, 2, pen.Petal(240, 206, 34, 24, 64)) })
	c.Circle(ink.Honey, 240, 206, 9)
}

// brush paints a paint brush.
func brush(c *pen.Canvas) {
	c.At(0, 0, 1, 24, func() {
		c.Line(ink.Wood, 8, 0, 8, 0, 36)
		c.Box(ink.Stone, -7, -8, 14, 16, 2)
		c.Fill(ink.Sea, pen.Leaf(0, -4, 34, 22, 0))
	})
}

// smallSteps are stones across the water, and a seedling on the way.
func smallSteps(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Blush, ink.Sky, 0.35), ink.Blush, ink.Mix(ink.Butter, ink.Blush, 0.4))
	glowingSun(c, 384, 112, 36)
	clouds(c, [3]float64{110, 56, 96}, [3]float64{262, 40, 60})
	hill(c, ink.Mix(ink.Lilac, ink.Blush, 0.4), -10, 132, 100, 104, 220, 136, 340, 122, 490, 110)
	hill(c, ink.Sky, -10, 152, 490, 152)
	for _, w := range [][3]float64{{344, 164, 80}, {360, 176, 52}, {40, 170, 60}, {180, 186, 50}, {80, 226, 44}, {390, 236, 50}, {300, 250, 44}} {
		c.Line(ink.Clear(ink.White, 0.7), 3.4, w[0], w[1], w[0]+w[2], w[1])
	}
	c.Fill(ink.Sage, pen.Curve(300, 160, 360, 146, 430, 152, 490, 142).To(490, 196).Quad(390, 200, 300, 160).Close())
	c.Fill(ink.Sage, pen.Curve(-10, 214, 50, 210, 108, 230, 150, 280).To(-10, 280).Close())
	for _, s := range [][3]float64{{160, 244, 40}, {218, 220, 34}, {264, 200, 28}, {300, 184, 23}, {330, 172, 18}} {
		c.Oval(ink.Clear(ink.Navy, 0.25), s[0], s[1]+s[2]*0.2, s[2]*1.06, s[2]*0.36)
		c.Solid(ink.Mix(ink.Stone, ink.Sand, 0.4), 3, pen.Oval(s[0], s[1], s[2], s[2]*0.34))
	}
	c.At(164, 242, 0.74, 0, func() { figure(c, mei, walking) })
	tree(c, ink.Moss, 446, 170, 0.7)
	tree(c, ink.Sage, 412, 164, 0.5)
	seedling(c, 54, 238)
	flowers(c, 20, 236, 92, 252, 30, 258)
	birds(c, 300, 72, 322, 84)
}

func seedling(c *pen.Canvas, x, y float64) {
	c.Oval(ink.Bark, x, y+2, 24, 7)
	c.Curve(ink.Moss, 4, x, y, x+1, y-20, x, y-36)
	c.Solid(ink.Moss, 2, pen.Leaf(x, y-30, 32, 18, 56))
	c.Solid(ink.Moss, 2, pen.Leaf(x, y-32, 32, 18, -56))
}
