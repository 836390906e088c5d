package gallery

import (
	"image/color"
	"math"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var floors = pictures{
	"floor-light-oak":   oakFloor,
	"floor-mosaic-tile": mosaicFloor,
	"floor-tatami":      tatamiFloor,
	"floor-meadow":      meadowFloor,
}

// horizon is where the floor meets the wall.
const horizon = 84

// floored paints the floor of a room in front of a plain wall.
func floored(c *pen.Canvas, wall, ground color.NRGBA, pattern func()) {
	c.Inside(card, func() {
		c.Fill(wall, card)
		c.Box(ground, 0, horizon, square, square, 0)
		c.Inside(pen.Box(0, horizon, square, square, 0), pattern)
		c.Glow(ink.Clear(ink.Cocoa, 0.25), 8, pen.Box(-20, horizon-4, square+40, 8, 0))
		c.Box(ink.Milk, 0, horizon-16, square, 16, 0)
		c.Box(ink.Mist, 0, horizon-4, square, 4, 0)
	})
}

// onFloor is where a place of the floor is seen: u across from -1 to 1, v from
// the wall at 0 to the viewer at 1.
func onFloor(u, v float64) (x, y float64) {
	depth := 1 / (2.2 - 1.2*v) // what is far is small
	t := (depth - 1/2.2) / (1 - 1/2.2)
	return 128 + u*(150+150*t), horizon + t*(square-horizon)
}

// slab is a piece of the floor.
func slab(r, u0, v0, u1, v1 float64) pen.Path {
	ax, ay := onFloor(u0, v0)
	bx, by := onFloor(u1, v0)
	cx, cy := onFloor(u1, v1)
	dx, dy := onFloor(u0, v1)
	return pen.Poly(r, ax, ay, bx, by, cx, cy, dx, dy)
}

func oakFloor(c *pen.Canvas) {
	wood := ink.Mix(ink.Wood, ink.Sand, 0.55)
	tones := []color.NRGBA{wood, ink.Mix(wood, ink.Cream, 0.3), ink.Mix(wood, ink.Wood, 0.4), ink.Mix(wood, ink.Milk, 0.15)}
	floored(c, ink.Mint, ink.Deep(wood), func() {
		for i := range 10 {
			u := -1 + float64(i)*0.2
			offset := float64(i*37%5) * 0.1
			for j := range 4 {
				v := float64(j)*0.45 - offset
				c.Fill(tones[(i*3+j)%4], slab(1.5, u+0.004, v+0.006, u+0.194, v+0.442))
				grain(c, ink.Clear(ink.Bark, 0.25), u, v)
			}
		}
		c.Fill(ink.Clear(ink.White, 0.22), slab(6, -0.55, 0.1, -0.05, 0.55))
		c.Fill(ink.Clear(ink.White, 0.22), slab(6, 0.05, 0.1, 0.55, 0.55))
	})
}

func grain(c *pen.Canvas, colour color.NRGBA, u, v float64) {
	for k, across := range []float64{0.06, 0.13} {
		ax, ay := onFloor(u+across, v+0.08+0.1*float64(k))
		bx, by := onFloor(u+across, v+0.3+0.06*float64(k))
		c.Line(colour, 1.6, ax, ay, bx, by)
	}
}

func mosaicFloor(c *pen.Canvas) {
	floored(c, ink.Blush, ink.Stone, func() {
		for i := range 30 {
			for j := range 16 {
				u, v := -1+float64(i)*0.067, float64(j)*0.064
				c.Fill(mosaicTone(i, j), slab(2, u+0.004, v+0.004, u+0.062, v+0.06))
			}
		}
	})
}

// mosaicTone lays the old tea house's pattern: small crosses in a lattice.
func mosaicTone(i, j int) color.NRGBA {
	x, y := i%6, j%6
	switch {
	case x == 3 && y == 3:
		return ink.Honey
	case x == 3 && (y == 2 || y == 4), y == 3 && (x == 2 || x == 4):
		return ink.Rose
	case x == 0 && y == 0:
		return ink.Navy
	case x == 0 || y == 0:
		return ink.Sage
	case (x+y)%2 == 0:
		return ink.Milk
	}
	return ink.Cream
}

func tatamiFloor(c *pen.Canvas) {
	straw := ink.Mix(ink.Sage, ink.Butter, 0.62)
	floored(c, ink.Cream, ink.Deep(straw), func() {
		for _, m := range [][4]float64{
			{-1, 0, 0, 0.34}, {0, 0, 0.5, 0.68}, {0.5, 0, 1, 0.68},
			{-1, 0.34, -0.5, 1.02}, {-0.5, 0.34, 0, 1.02}, {0, 0.68, 1, 1.02},
		} {
			mat(c, straw, m[0], m[1], m[2], m[3])
		}
	})
}

func mat(c *pen.Canvas, straw color.NRGBA, u0, v0, u1, v1 float64) {
	whole := slab(2, u0+0.004, v0+0.004, u1-0.004, v1-0.004)
	c.Fill(straw, whole)
	across := u1-u0 > 0.6 // the long way round
	for t := 0.04; t < 1; t += 0.09 {
		a, b := slab(0, u0, v0+(v1-v0)*t, u1, v0+(v1-v0)*t+0.008), slab(0, u0+(u1-u0)*t, v0, u0+(u1-u0)*t+0.006, v1)
		if across {
			a = b
		}
		c.Fill(ink.Clear(ink.Moss, 0.22), a)
	}
	if across {
		c.Fill(ink.Moss, slab(1, u0, v0, u1, v0+0.03))
		c.Fill(ink.Moss, slab(1, u0, v1-0.03, u1, v1))
		return
	}
	c.Fill(ink.Moss, slab(1, u0, v0, u0+0.035, v1))
	c.Fill(ink.Moss, slab(1, u1-0.035, v0, u1, v1))
}

func meadowFloor(c *pen.Canvas) {
	floored(c, ink.Haze, ink.Mix(ink.Sand, ink.Wood, 0.3), func() {
		rug := pen.Oval(128, 172, 100, 64)
		c.Shadow(rug)
		for i := range 40 { // the tufts of its edge
			sin, cos := math.Sincos(float64(i) * math.Pi / 20)
			degrees := math.Atan2(cos*1.3, -sin) * 180 / math.Pi
			c.Fill(ink.Moss, pen.Leaf(128+94*cos, 172+58*sin, 22, 13, degrees))
		}
		c.Solid(ink.Sage, 5, rug)
		c.Inside(rug, func() {
			for i := range 42 {
				x, y := 24+float64(i*53%208), 112+float64(i*37%124)
				tuft(c, []color.NRGBA{ink.Moss, ink.Mix(ink.Sage, ink.Butter, 0.4)}[i%2], x, y)
			}
			for i, at := range [][2]float64{{74, 140}, {170, 132}, {120, 182}, {194, 190}, {62, 202}, {144, 222}} {
				daisy(c, []color.NRGBA{ink.White, ink.Butter, ink.Blush}[i%3], at[0], at[1], 11)
			}
		})
	})
}

// tuft paints three blades of grass.
func tuft(c *pen.Canvas, colour color.NRGBA, x, y float64) {
	for _, degrees := range []float64{-26, 0, 26} {
		c.Fill(colour, pen.Leaf(x, y, 13, 4.4, degrees))
	}
}

// daisy paints a small flower seen from above.
func daisy(c *pen.Canvas, petals color.NRGBA, x, y, r float64) {
	c.Fill(petals, pen.Flower(x, y, r, 6))
	c.Circle(ink.Honey, x, y, r*0.34)
}
