package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

func birthdayCake(c *pen.Canvas) {
	party(c, func() {
		plate(c, 206, 104)
		layer(c, ink.Cream, ink.Petal, 46, 140, 164, 64)
		layer(c, ink.Mix(ink.Petal, ink.Blush, 0.4), ink.Milk, 74, 92, 108, 54)
		for i, x := range []float64{98, 128, 158} {
			candle(c, []color.NRGBA{ink.Sea, ink.Honey, ink.Sage}[i], x, 90)
		}
		for _, x := range []float64{58, 198} {
			strawberry(c, x, 140)
		}
	})
}

// layer paints a layer of cake under icing that runs down.
func layer(c *pen.Canvas, cake, icing color.NRGBA, x, y, w, h float64) {
	body := pen.Box(x, y, w, h, 12)
	c.Solid(cake, 6, body)
	c.Inside(body, func() {
		c.Box(icing, x, y, w, h*0.3, 0)
		for i := 0.0; i < w; i += 22 {
			c.Box(icing, x+i, y, 16, h*(0.42+0.12*wave(int(i/22))), 8)
		}
		for i := 10.0; i < w; i += 24 {
			c.Circle(ink.Honey, x+i, y+h*0.8, 3.4)
			c.Circle(ink.Sea, x+i+12, y+h*0.72, 3.4)
		}
	})
	c.Oval(ink.Mix(icing, ink.White, 0.35), x+w/2, y+3, w/2-6, 6)
}

func candle(c *pen.Canvas, colour color.NRGBA, x, y float64) {
	c.Solid(colour, 2, pen.Box(x-5, y-36, 10, 40, 3))
	for _, dy := range []float64{-8, -20} {
		c.Line(ink.Clear(ink.White, 0.75), 3, x-4, y+dy, x+4, y+dy-6)
	}
	c.Glow(ink.Clear(ink.Honey, 0.5), 8, pen.Circle(x, y-48, 9))
	c.Fill(ink.Amber, pen.Drop(x, y-62, 24, 13))
	c.Fill(ink.Butter, pen.Drop(x, y-52, 13, 7))
}

func strawberry(c *pen.Canvas, x, y float64) {
	c.Solid(ink.Rose, 3, pen.Blob(x-13, y-14, x, y-18, x+13, y-14, x+9, y, x, y+8, x-9, y))
	for _, s := range [][2]float64{{-5, -9}, {4, -8}, {0, -2}} {
		c.Circle(ink.Butter, x+s[0], y+s[1], 1.5)
	}
	for _, degrees := range []float64{-60, 0, 60} {
		c.Fill(ink.Moss, pen.Leaf(x, y-14, 12, 6, degrees))
	}
}

func longevityBuns(c *pen.Canvas) {
	party(c, func() {
		plate(c, 202, 108)
		peach(c, 128, 108, 1)
		peach(c, 78, 168, 1)
		peach(c, 178, 168, 1)
	})
}

// peach paints a bun shaped as the peach of long life.
func peach(c *pen.Canvas, x, y, s float64) {
	c.At(x, y, s, 0, func() {
		body := pen.From(0, -52).Cubic(12, -34, 48, -26, 48, 6).Cubic(48, 32, 24, 38, 0, 38).
			Cubic(-24, 38, -48, 32, -48, 6).Cubic(-48, -26, -12, -34, 0, -52).Close()
		c.Solid(ink.Milk, 5, body)
		c.Inside(body, func() {
			c.Glow(ink.Clear(ink.Rose, 0.8), 14, pen.Oval(0, -42, 30, 24))
			c.Curve(ink.Clear(ink.Rose, 0.55), 3, 0, -50, 7, -24, 8, 0, 0, 28)
		})
		c.Twice(0, func() {
			c.Solid(ink.Sage, 2, pen.Leaf(0, 42, 50, 22, 68))
			c.Line(ink.Moss, 2, 6, 39, 36, 28)
		})
		c.Fill(ink.Clear(ink.White, 0.6), pen.Oval(-24, -10, 6, 11).Turn(24, -24, -10))
	})
}
