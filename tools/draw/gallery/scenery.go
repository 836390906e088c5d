package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// What the landscapes of lesson covers are made of.

// sky paints a change of colour from the top down to the bottom, in steps that
// the eye takes for smooth and a palette can hold.
func sky(c *pen.Canvas, from color.NRGBA, others ...color.NRGBA) {
	const steps = 12
	c.Box(from, 0, 0, wideWidth, wideHeight, 0)
	for i, to := range others {
		for step := range steps {
			t := float64(i) + float64(step+1)/steps
			c.Box(ink.Mix(from, to, t-float64(i)), 0, wideHeight*t/float64(len(others)+1), wideWidth, wideHeight, 0)
		}
		from = to
	}
}

// glowingSun paints a sun with soft rings.
func glowingSun(c *pen.Canvas, x, y, r float64) {
	c.Circle(ink.Clear(ink.Milk, 0.3), x, y, r*2)
	c.Circle(ink.Clear(ink.Milk, 0.4), x, y, r*1.5)
	c.Circle(ink.Honey, x, y, r)
}

// clouds paints clouds at x, y, width.
func clouds(c *pen.Canvas, at ...[3]float64) {
	for _, a := range at {
		c.Fill(ink.Clear(ink.White, 0.85), pen.Cloud(a[0], a[1], a[2]))
	}
}

// hill paints a ridge through x, y pairs and everything below it.
func hill(c *pen.Canvas, colour color.NRGBA, xy ...float64) {
	n := len(xy)
	c.Fill(colour, pen.Curve(xy...).To(xy[n-2], wideHeight+20).To(xy[0], wideHeight+20).Close())
}

// tree paints a round tree that stands on a place.
func tree(c *pen.Canvas, crown color.NRGBA, x, y, s float64) {
	c.At(x, y, s, 0, func() {
		c.Oval(ink.Clear(ink.Cocoa, 0.14), 6, 1, 30, 5)
		c.Poly(ink.Bark, 2, -5, 0, 5, 0, 3.4, -44, -3.4, -44)
		c.Line(ink.Bark, 4, 0, -26, 13, -42)
		crownShape := pen.Circle(0, -66, 30).And(pen.Circle(-20, -50, 20), pen.Circle(20, -50, 21))
		c.Solid(crown, 6, crownShape)
		c.Fill(ink.Clear(ink.White, 0.2), pen.Oval(-12, -78, 11, 7).Turn(-24, -12, -78))
	})
}

// bush paints a low bush that stands on a place.
func bush(c *pen.Canvas, colour color.NRGBA, x, y, w float64) {
	c.Solid(colour, 3, pen.Dome(x-w*0.25, y, w*0.25, w*0.28).And(pen.Dome(x+w*0.25, y, w*0.26, w*0.3), pen.Dome(x, y, w*0.3, w*0.42)))
}

// tower paints an estate's housing block that stands on a place.
func tower(c *pen.Canvas, wall color.NRGBA, x, y, w, h float64) {
	c.Solid(wall, 5, pen.Box(x, y-h, w, h+6, 4))
	c.Box(ink.Deep(wall), x+w*0.35, y-h-8, w*0.3, 8, 2)
	pane := ink.Mix(wall, ink.White, 0.6)
	for py := y - h + 12; py < y-12; py += 17 {
		for px := x + 8; px < x+w-10; px += 15 {
			c.Box(pane, px, py, 8, 9, 2)
		}
	}
}

// house paints a small house that stands on a place.
func house(c *pen.Canvas, wall, roof color.NRGBA, x, y, s float64) {
	c.At(x, y, s, 0, func() {
		c.Solid(wall, 4, pen.Box(-34, -50, 68, 50, 3))
		c.Solid(roof, 4, pen.Poly(6, -46, -46, 0, -88, 46, -46))
		c.Box(ink.Bark, -8, -30, 17, 30, 4)
		c.Circle(ink.Honey, 5, -14, 2)
		for _, wx := range []float64{-27, 15} {
			c.Box(ink.Haze, wx, -38, 13, 15, 3)
			c.Line(ink.White, 1.6, wx+6.5, -38, wx+6.5, -23)
		}
		c.Circle(ink.Haze, 0, -60, 7)
	})
}

// flowers paints small flowers at x, y pairs.
func flowers(c *pen.Canvas, xy ...float64) {
	colours := []color.NRGBA{ink.White, ink.Petal, ink.Butter, ink.Lilac}
	for i := 0; i < len(xy); i += 2 {
		c.Line(ink.Moss, 2, xy[i], xy[i+1], xy[i], xy[i+1]+9)
		c.Fill(colours[i/2%4], pen.Flower(xy[i], xy[i+1], 6, 5))
		c.Circle(ink.Honey, xy[i], xy[i+1], 2)
	}
}

// birds paints far birds at x, y pairs.
func birds(c *pen.Canvas, xy ...float64) {
	for i := 0; i < len(xy); i += 2 {
		x, y := xy[i], xy[i+1]
		c.Stroke(ink.Clear(ink.Cocoa, 0.7), 2.6, pen.From(x-10, y-4).Quad(x-4, y-7, x, y).Quad(x+4, y-7, x+10, y-4))
	}
}

// parkBench paints a bench that stands on a place.
func parkBench(c *pen.Canvas, x, y, w float64) {
	for _, dx := range []float64{-w*0.42 - 3, w*0.42 - 3} {
		c.Box(ink.Cocoa, x+dx, y-66, 6, 66, 2)
	}
	for _, dy := range []float64{-64, -50, -30} {
		c.Solid(ink.Wood, 2, pen.Box(x-w/2, y+dy, w, 9, 4))
	}
}
