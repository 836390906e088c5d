package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var ornaments = pictures{
	"ornament-potted-succulent":   succulent,
	"ornament-photo-frame":        photoFrame,
	"ornament-bedside-lamp":       bedsideLamp,
	"ornament-birthday-balloons":  balloons,
	"ornament-mid-autumn-lantern": lantern,
}

func succulent(c *pen.Canvas) {
	tile(c, ink.Mint, func() {
		c.Ground(128, 218, 70)
		for i, ring := range []struct {
			n, length, width float64
			colour           color.NRGBA
		}{{9, 70, 36, ink.Moss}, {8, 54, 32, ink.Sage}, {6, 38, 26, ink.Mix(ink.Sage, ink.Mint, 0.4)}, {5, 22, 18, ink.Mix(ink.Mint, ink.Petal, 0.35)}} {
			for k := range int(ring.n) {
				degrees := 360*float64(k)/ring.n + float64(i)*17
				leaf := pen.Leaf(0, 0, ring.length, ring.width, degrees).Stretch(1, 0.82, 0, 0).Shift(128, 104)
				c.Solid(ring.colour, 2.5, leaf)
				tip := pen.Circle(0, -ring.length, 6).Turn(degrees, 0, 0).Stretch(1, 0.82, 0, 0).Shift(128, 104)
				c.Inside(leaf, func() { c.Fill(ink.Clear(ink.Rose, 0.55), tip) })
			}
		}
		pot := pen.From(76, 146).To(180, 146).Cubic(180, 196, 164, 216, 152, 216).To(104, 216).Cubic(92, 216, 76, 196, 76, 146).Close()
		c.Solid(ink.Milk, 7, pot)
		c.Inside(pot, func() {
			for x := 70.0; x < 190; x += 20 {
				c.Line(ink.Petal, 5, x, 176, x+10, 188, x+20, 176)
			}
		})
		c.Solid(ink.Milk, 3, pen.Box(68, 138, 120, 18, 9))
	})
}

func photoFrame(c *pen.Canvas) {
	tile(c, ink.Mix(ink.Cream, ink.Sand, 0.3), func() {
		c.Ground(132, 222, 80)
		c.Poly(ink.Bark, 4, 150, 120, 196, 222, 180, 222)
		c.At(128, 128, 1, -3, func() {
			frame := pen.Box(-84, -92, 168, 184, 12)
			c.Shadow(frame)
			c.Solid(ink.Wood, 6, frame)
			c.Box(ink.Bark, -64, -72, 128, 144, 4)
			c.Box(ink.Milk, -61, -69, 122, 138, 3)
			photo := pen.Box(-50, -58, 100, 116, 3)
			c.Fill(ink.Sky, photo)
			c.Inside(photo, func() {
				c.Fill(ink.White, pen.Cloud(24, -34, 40))
				c.Circle(ink.Butter, -28, -36, 13)
				c.Blob(ink.Sage, -70, 70, -60, 18, -10, 6, 30, 20, 70, 10, 70, 70)
				c.At(-20, 38, 0.42, -6, func() { dogHead(c, puppy) })
				c.At(24, 40, 0.38, 6, func() { kitty(c) })
			})
			c.Line(ink.Clear(ink.White, 0.4), 4, -74, -70, -74, 40)
		})
	})
}

func bedsideLamp(c *pen.Canvas) {
	tile(c, ink.Mix(ink.Veil, ink.Lilac, 0.35), func() {
		c.Glow(ink.Clear(ink.Butter, 0.9), 34, pen.Circle(128, 116, 74))
		c.Ground(128, 222, 60)
		c.Solid(ink.Wood, 4, pen.Blob(128, 146, 148, 158, 156, 182, 146, 206, 128, 212, 110, 206, 100, 182, 108, 158))
		c.Solid(ink.Bark, 3, pen.Box(84, 206, 88, 16, 8))
		c.Box(ink.Bark, 122, 132, 12, 18, 3)
		shade := pen.Poly(10, 94, 44, 162, 44, 200, 138, 56, 138)
		c.Fill(ink.Honey, shade)
		c.Inside(shade, func() {
			c.Glow(ink.Clear(ink.Milk, 0.95), 26, pen.Oval(128, 130, 44, 50))
			c.Box(ink.Amber, 40, 126, 180, 14, 0)
			c.Box(ink.Amber, 40, 40, 180, 10, 0)
		})
		c.Line(ink.Cocoa, 2.4, 164, 138, 164, 164)
		c.Circle(ink.Rose, 164, 168, 5)
		c.Fill(ink.Milk, pen.Star(54, 66, 10, 5, 0.5))
		c.Fill(ink.Milk, pen.Star(206, 78, 8, 5, 0.5))
		c.Fill(ink.Milk, pen.Star(196, 36, 6, 5, 0.5))
	})
}

func balloons(c *pen.Canvas) {
	party(c, func() {
		for _, b := range []struct {
			x, y, r float64
			colour  color.NRGBA
		}{{84, 98, 40, ink.Sea}, {176, 92, 42, ink.Honey}, {130, 76, 46, ink.Rose}} {
			c.Curve(ink.Clear(ink.Cocoa, 0.6), 2.2, b.x, b.y+b.r, (b.x+128)/2+5, 160, 124, 190, 128, 214)
			balloon(c, b.colour, b.x, b.y, b.r)
		}
		c.Twice(128, func() { c.Solid(ink.Rose, 3, pen.Petal(128, 212, 34, 26, 62)) })
		c.Poly(ink.Rose, 3, 126, 212, 108, 242, 122, 238, 128, 216)
		c.Poly(ink.Rose, 3, 130, 212, 148, 242, 134, 238, 128, 216)
		c.Circle(ink.Wine, 128, 212, 8)
	})
}

func balloon(c *pen.Canvas, colour color.NRGBA, x, y, r float64) {
	c.Poly(ink.Deep(colour), 2, x, y+r*1.08, x-7, y+r*1.3, x+7, y+r*1.3)
	c.Solid(colour, r*0.12, pen.From(x, y-r).Cubic(x+r*1.15, y-r, x+r*1.15, y+r*0.45, x, y+r*1.2).
		Cubic(x-r*1.15, y+r*0.45, x-r*1.15, y-r, x, y-r).Close())
	c.Fill(ink.Clear(ink.White, 0.5), pen.Oval(x-r*0.4, y-r*0.42, r*0.13, r*0.26).Turn(28, x-r*0.4, y-r*0.42))
}

func lantern(c *pen.Canvas) {
	tile(c, ink.Night, func() {
		c.Circle(ink.Mix(ink.Night, ink.Plum, 0.4), 128, 128, 104)
		c.Circle(ink.Clear(ink.Butter, 0.9), 196, 58, 34)
		c.Fill(ink.Clear(ink.White, 0.35), pen.Cloud(200, 84, 80))
		c.Fill(ink.Clear(ink.White, 0.25), pen.Cloud(48, 66, 62))
		c.Glow(ink.Clear(ink.Honey, 0.5), 30, pen.Oval(120, 134, 80, 66))
		c.Line(ink.Honey, 3.5, 120, 0, 120, 66)
		body := pen.Oval(120, 134, 76, 62)
		c.Fill(ink.Rose, body)
		c.Inside(body, func() {
			c.Oval(ink.Coral, 120, 134, 48, 66)
			c.Oval(ink.Mix(ink.Coral, ink.Honey, 0.5), 120, 134, 22, 66)
			c.Stroke(ink.Wine, 2.4, pen.Oval(120, 134, 48, 62))
			c.Stroke(ink.Wine, 2.4, pen.Oval(120, 134, 20, 62))
		})
		c.At(120, 136, 0.36, 0, func() { rabbitHead(c, bunny) })
		c.Solid(ink.Honey, 3, pen.Box(88, 64, 64, 16, 6))
		c.Solid(ink.Honey, 3, pen.Box(88, 188, 64, 16, 6))
		c.Line(ink.Honey, 3, 120, 204, 120, 216)
		c.Circle(ink.Rose, 120, 216, 7)
		for _, x := range []float64{-8, -3, 3, 8} {
			c.Line(ink.Coral, 3.4, 120+x*0.5, 220, 120+x, 248)
		}
		for _, at := range [][3]float64{{40, 34, 6}, {84, 30, 5}, {34, 150, 5}, {222, 140, 6}, {206, 190, 5}} {
			sparkle(c, ink.Milk, at[0], at[1], at[2])
		}
	})
}
