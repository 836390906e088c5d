package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var wallpapers = pictures{
	"wallpaper-warm-beige":   beigeWall,
	"wallpaper-harbour-dawn": harbourWall,
	"wallpaper-bamboo-grove": bambooWall,
	"wallpaper-starry-night": starryWall,
	"wallpaper-bauhinia":     bauhiniaWall,
}

// skirting is where the wall ends and the floor begins.
const skirting = 204

// papered paints a wall of a room with its paper.
func papered(c *pen.Canvas, ground color.NRGBA, pattern func()) {
	c.Inside(card, func() {
		c.Fill(ground, card)
		c.Inside(pen.Box(0, 0, square, skirting, 0), pattern)
		c.Box(ink.Wood, 0, skirting, square, 60, 0)
		c.Box(ink.Deep(ink.Wood), 0, skirting+14, square, 5, 0)
		for i, x := range []float64{52, 150, 226, 100, 196} {
			y := 232.0
			if i < 3 {
				y = 222
			}
			c.Line(ink.Deep(ink.Wood), 2.5, x-18, y+8, x+10, y+8)
		}
		c.Box(ink.Milk, 0, skirting, square, 14, 0)
		c.Box(ink.Mist, 0, skirting+10, square, 4, 0)
	})
}

func beigeWall(c *pen.Canvas) {
	papered(c, ink.Cream, func() {
		for x := -8.0; x < square; x += 48 {
			c.Box(ink.Mix(ink.Cream, ink.Sand, 0.4), x, 0, 24, skirting, 0)
		}
		for row := range 4 {
			for x := 28.0 + 24*float64(row%2); x < square; x += 48 {
				c.Fill(ink.Mix(ink.Sand, ink.Clay, 0.25), pen.Leaf(x, 34+float64(row)*50, 18, 9, -24))
				c.Fill(ink.Mix(ink.Sand, ink.Clay, 0.25), pen.Leaf(x, 34+float64(row)*50, 18, 9, 38))
			}
		}
		// The warm light of an afternoon window.
		for _, pane := range [][2]float64{{84, 40}, {140, 40}, {84, 108}, {140, 108}} {
			x, y := pane[0]+(pane[1]-40)*0.35, pane[1]
			c.Poly(ink.Clear(ink.Honey, 0.34), 4, x, y, x+48, y, x+70, y+60, x+22, y+60)
		}
	})
}

func harbourWall(c *pen.Canvas) {
	papered(c, ink.Mix(ink.Coral, ink.Butter, 0.55), func() {
		c.Box(ink.Mix(ink.Sky, ink.Blush, 0.55), 0, 0, square, 50, 0)
		c.Box(ink.Blush, 0, 44, square, 46, 0)
		c.Box(ink.Mix(ink.Blush, ink.Butter, 0.6), 0, 86, square, 40, 0)
		c.Circle(ink.Clear(ink.White, 0.4), 164, 120, 50)
		c.Circle(ink.Honey, 164, 120, 34)
		c.Blob(ink.Mix(ink.Lilac, ink.Blush, 0.35), -20, 160, 20, 104, 60, 118, 100, 84, 150, 124, 210, 96, 280, 130, 280, 170)
		far, near := ink.Mix(ink.Plum, ink.Petal, 0.35), ink.Plum
		for _, t := range [][3]float64{{4, 110, 20}, {44, 92, 16}, {82, 116, 22}, {128, 122, 18}, {182, 104, 18}, {226, 98, 24}} {
			c.Box(far, t[0], t[1], t[2], 80, 3)
		}
		for _, t := range [][3]float64{{22, 122, 24}, {62, 104, 20}, {104, 128, 26}, {148, 134, 22}, {202, 84, 20}, {232, 124, 30}} {
			c.Box(near, t[0], t[1], t[2], 80, 3)
			for y := t[1] + 8; y < 148; y += 11 {
				c.Line(ink.Butter, 2.6, t[0]+6, y, t[0]+9, y)
				c.Line(ink.Butter, 2.6, t[0]+t[2]-8, y, t[0]+t[2]-6, y)
			}
		}
		c.Poly(near, 1, 206, 86, 212, 62, 218, 86)
		c.Box(ink.Sea, 0, 156, square, 60, 0)
		for _, w := range [][3]float64{{140, 166, 50}, {148, 178, 36}, {156, 190, 20}, {20, 170, 26}, {210, 182, 30}, {40, 194, 34}} {
			c.Line(ink.Clear(ink.Butter, 0.75), 3, w[0], w[1], w[0]+w[2], w[1])
		}
		c.At(84, 178, 1, 0, func() { junk(c) })
	})
}

// junk paints the harbour's old sailing boat.
func junk(c *pen.Canvas) {
	c.Line(ink.Cocoa, 2.5, -12, 0, -12, -38)
	c.Line(ink.Cocoa, 2.5, 10, 0, 10, -46)
	c.Poly(ink.Rose, 4, -14, -4, -14, -36, -34, -26, -36, -6)
	c.Poly(ink.Rose, 4, 8, -4, 8, -46, -10, -34, -10, -6)
	c.Poly(ink.Coral, 4, 12, -6, 12, -40, 32, -30, 34, -8)
	for _, y := range []float64{-14, -24} {
		c.Line(ink.Wine, 1.6, -33, y, -15, y)
		c.Line(ink.Wine, 1.6, -9, y-2, 7, y-2)
		c.Line(ink.Wine, 1.6, 13, y-2, 31, y-2)
	}
	c.Fill(ink.Bark, pen.From(-42, -6).Quad(0, 6, 44, -10).Quad(36, 14, 22, 14).To(-24, 14).Quad(-36, 12, -42, -6).Close())
}

func bambooWall(c *pen.Canvas) {
	papered(c, ink.Mint, func() {
		c.Circle(ink.Clear(ink.Milk, 0.7), 178, 70, 44)
		for _, x := range []float64{30, 110, 236} {
			bamboo(c, ink.Mix(ink.Sage, ink.Mint, 0.5), x, 10)
		}
		for _, x := range []float64{66, 150, 204} {
			bamboo(c, ink.Sage, x, 15)
		}
		for i, at := range [][3]float64{{74, 52, 0}, {58, 120, 180}, {158, 88, 0}, {196, 132, 180}, {212, 40, 0}, {142, 24, 180}} {
			for j, degrees := range []float64{60, 95, 130} {
				turn := degrees
				if at[2] > 0 {
					turn = -degrees
				}
				c.Fill([]color.NRGBA{ink.Moss, ink.Mix(ink.Moss, ink.Sage, 0.5)}[(i+j)%2], pen.Leaf(at[0], at[1], 40-float64(j)*4, 10, turn))
			}
		}
	})
}

func bamboo(c *pen.Canvas, colour color.NRGBA, x, w float64) {
	for y := -20.0 - x/8; y < skirting; y += 46 {
		c.Solid(colour, w*0.25, pen.Box(x-w/2, y, w, 44, 4))
		c.Line(ink.Deep(colour), 3, x-w/2-1, y+45, x+w/2+1, y+45)
	}
}

func starryWall(c *pen.Canvas) {
	papered(c, ink.Night, func() {
		c.Box(ink.Mix(ink.Night, ink.Plum, 0.35), 0, 90, square, 50, 0)
		c.Box(ink.Mix(ink.Night, ink.Plum, 0.7), 0, 130, square, 40, 0)
		c.Circle(ink.Clear(ink.Butter, 0.14), 184, 56, 46)
		crescent(c, ink.Night, 184, 56, 28)
		for i, at := range [][2]float64{{34, 32}, {84, 60}, {122, 24}, {58, 104}, {140, 92}, {232, 106}, {224, 20}, {104, 128}, {20, 70}, {190, 120}} {
			if i%3 == 0 {
				c.Fill(ink.Butter, pen.Star(at[0], at[1], 10, 5, 0.48))
			} else {
				sparkle(c, ink.Milk, at[0], at[1], 6)
			}
		}
		c.Line(ink.Clear(ink.White, 0.6), 2.5, 96, 92, 128, 74)
		c.Blob(ink.Mix(ink.Night, ink.Cocoa, 0.15), -30, 190, 10, 152, 50, 136, 96, 158, 130, 172, 130, 200, -30, 210)
		c.Blob(ink.Mix(ink.Night, ink.Navy, 0.6), 110, 190, 160, 158, 206, 142, 250, 156, 290, 180, 280, 210, 120, 205)
		c.Box(ink.Navy, 0, 172, square, 40, 0)
		for _, w := range [][3]float64{{160, 182, 44}, {170, 193, 26}, {30, 184, 28}, {84, 196, 30}} {
			c.Line(ink.Clear(ink.Butter, 0.6), 2.6, w[0], w[1], w[0]+w[2], w[1])
		}
		for _, x := range []float64{40, 60, 222} {
			c.Circle(ink.Honey, x, 164, 2.6)
		}
	})
}

// crescent paints a moon against the colour of its sky.
func crescent(c *pen.Canvas, sky color.NRGBA, x, y, r float64) {
	c.Inside(pen.Circle(x, y, r), func() {
		c.Circle(ink.Butter, x, y, r)
		c.Circle(ink.Mix(sky, ink.Butter, 0.14), x-r*0.5, y-r*0.2, r*0.86)
	})
}

func bauhiniaWall(c *pen.Canvas) {
	papered(c, ink.Mix(ink.Veil, ink.Milk, 0.4), func() {
		for i, at := range [][3]float64{{48, 48, 0.62}, {150, 34, 0.5}, {224, 84, 0.6}, {106, 112, 0.66}, {30, 150, 0.5}, {184, 160, 0.66}, {254, 8, 0.4}} {
			c.At(at[0], at[1], at[2], float64(i)*31-20, func() { bauhinia(c) })
		}
		for _, at := range [][3]float64{{98, 46, 30}, {196, 36, -40}, {160, 98, 100}, {62, 104, -30}, {82, 172, 80}, {236, 150, 20}} {
			c.Fill(ink.Sage, pen.Heart(0, 0, 22).Turn(at[2], 0, 0).Shift(at[0], at[1]))
			c.At(at[0], at[1], 1, at[2], func() { c.Line(ink.Moss, 1.8, 0, -3, 0, 14) })
		}
	})
}

// bauhinia paints the city's flower.
func bauhinia(c *pen.Canvas) {
	for i := range 5 {
		c.At(0, 0, 1, float64(i)*72, func() {
			petal := pen.Petal(0, 4, 54, 30, 0)
			c.Solid(ink.Mix(ink.Lilac, ink.Rose, 0.4), 3, petal)
			c.Inside(petal, func() { c.Fill(ink.Mix(ink.Plum, ink.Rose, 0.5), pen.Petal(0, 4, 30, 8, 0)) })
		})
	}
	for _, degrees := range []float64{-30, -8, 12, 34} {
		c.At(0, 0, 1, degrees, func() {
			c.Line(ink.Blush, 2.4, 0, 0, 0, -24)
			c.Circle(ink.Honey, 0, -25, 3.4)
		})
	}
	c.Circle(ink.Wine, 0, 0, 4)
}
