package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var windows = pictures{
	"window-wind-chime":    windChime,
	"window-trailing-ivy":  trailingIvy,
	"window-sheer-curtain": sheerCurtain,
	"window-rainbow-prism": rainbowPrism,
}

// window paints a window with a bright day outside.
func window(c *pen.Canvas, x, y, w, h float64) {
	c.Shadow(pen.Box(x, y, w, h, 10))
	c.Box(ink.Milk, x, y, w, h, 10)
	glass := pen.Box(x+10, y+10, w-20, h-20, 4)
	c.Fill(ink.Sky, glass)
	c.Inside(glass, func() {
		c.Box(ink.Mix(ink.Sky, ink.Haze, 0.6), x, y+h*0.45, w, h, 0)
		c.Fill(ink.White, pen.Cloud(x+w*0.3, y+h*0.34, w*0.34))
		c.Fill(ink.Clear(ink.White, 0.8), pen.Cloud(x+w*0.76, y+h*0.5, w*0.28))
		c.Blob(ink.Sage, x-20, y+h, x, y+h*0.78, x+w*0.3, y+h*0.68, x+w*0.65, y+h*0.8, x+w+20, y+h*0.74, x+w+20, y+h)
	})
	c.Box(ink.Milk, x+w/2-4, y, 8, h, 0)
	c.Box(ink.Milk, x, y+h*0.48, w, 8, 0)
	c.Line(ink.Mist, 2, x+w/2+4, y+12, x+w/2+4, y+h-12)
}

// sill paints the ledge below a window.
func sill(c *pen.Canvas, x, y, w float64) {
	c.Shadow(pen.Box(x, y, w, 12, 6))
	c.Box(ink.Milk, x, y, w, 14, 6)
	c.Box(ink.Mist, x+4, y+10, w-8, 4, 2)
}

func windChime(c *pen.Canvas) {
	tile(c, ink.Haze, func() {
		c.Line(ink.Rose, 3, 128, 0, 128, 44)
		c.Circle(ink.Rose, 128, 44, 6)
		glass := pen.From(76, 120).Cubic(62, 40, 194, 40, 180, 120).Cubic(172, 130, 84, 130, 76, 120).Close()
		c.Shadow(glass)
		c.Fill(ink.Clear(ink.Sky, 0.85), glass)
		c.Inside(glass, func() {
			c.Oval(ink.Clear(ink.White, 0.35), 128, 122, 50, 10)
			goldfish(c, 112, 96, 1)
			c.Fill(ink.Moss, pen.Leaf(152, 112, 26, 10, 20))
			c.Fill(ink.Sage, pen.Leaf(158, 114, 22, 9, 60))
			for _, b := range [][3]float64{{140, 80, 4}, {150, 70, 3}, {144, 62, 2.4}} {
				c.Circle(ink.Clear(ink.White, 0.8), b[0], b[1], b[2])
			}
		})
		c.Curve(ink.Clear(ink.White, 0.85), 6, 88, 102, 90, 84, 104, 70)
		c.Stroke(ink.Sea, 3, glass)
		c.Line(ink.Cocoa, 2.4, 128, 112, 128, 164)
		c.Circle(ink.Clear(ink.Sea, 0.95), 128, 138, 9)
		c.Circle(ink.Clear(ink.White, 0.7), 125, 135, 3)
		c.At(128, 160, 1, -7, func() {
			strip := pen.Box(-16, 0, 32, 76, 3)
			c.Shadow(strip)
			c.Fill(ink.Blush, strip)
			c.Box(ink.Petal, -16, 62, 32, 14, 3)
			c.Fill(ink.Rose, pen.Flower(0, 26, 12, 5))
			c.Circle(ink.Honey, 0, 26, 3)
			c.Line(ink.Moss, 2.4, 0, 38, 0, 54)
		})
		for _, w := range [][2]float64{{40, 150}, {206, 128}} {
			c.Curve(ink.Clear(ink.Sea, 0.5), 4, w[0]-14, w[1], w[0]-4, w[1]-6, w[0]+6, w[1], w[0]+16, w[1]-5)
			c.Curve(ink.Clear(ink.Sea, 0.5), 4, w[0]-8, w[1]+14, w[0]+2, w[1]+8, w[0]+12, w[1]+14)
		}
	})
}

func goldfish(c *pen.Canvas, x, y, s float64) {
	c.At(x, y, s, 0, func() {
		c.Blob(ink.Coral, 10, 0, 26, -12, 30, -4, 24, 0, 30, 6, 26, 13)
		c.Fill(ink.Rose, pen.Leaf(-2, -6, 12, 8, 40))
		c.Oval(ink.Coral, -4, 0, 17, 10)
		c.Oval(ink.Butter, -6, 5, 10, 4)
		c.Circle(ink.Cocoa, -14, -2, 2.2)
	})
}

func trailingIvy(c *pen.Canvas) {
	tile(c, ink.Mix(ink.Sand, ink.Cream, 0.3), func() {
		window(c, 52, 18, 152, 130)
		sill(c, 34, 146, 188)
		pot := pen.Poly(8, 92, 100, 164, 100, 156, 148, 100, 148)
		c.Solid(ink.Clay, 6, pot)
		c.Box(ink.Deep(ink.Clay), 86, 94, 84, 14, 6)
		vines := []pen.Path{
			pen.Curve(104, 96, 76, 84, 62, 120, 66, 168, 54, 214),
			pen.Curve(118, 96, 104, 74, 92, 130, 98, 176, 90, 196),
			pen.Curve(140, 96, 160, 78, 168, 126, 160, 172, 168, 232),
			pen.Curve(152, 96, 186, 80, 200, 122, 196, 160, 208, 190),
			pen.Curve(128, 96, 128, 72, 122, 56),
		}
		for _, v := range vines {
			c.Stroke(ink.Moss, 3, v)
		}
		for i, at := range [][3]float64{
			{84, 90, 1}, {66, 108, 0.9}, {60, 134, 1}, {68, 156, 0.8}, {62, 180, 0.9}, {54, 208, 0.8},
			{104, 86, 1}, {94, 116, 0.8}, {98, 150, 0.9}, {94, 176, 0.8}, {88, 198, 0.7},
			{128, 88, 1.1}, {118, 66, 0.9}, {136, 70, 0.9}, {148, 86, 1}, {164, 100, 0.9}, {164, 130, 0.8},
			{160, 156, 0.9}, {164, 184, 0.8}, {162, 208, 0.8}, {170, 230, 0.7},
			{180, 92, 1}, {198, 110, 0.9}, {196, 136, 0.8}, {200, 164, 0.9}, {208, 190, 0.8},
		} {
			c.At(at[0], at[1], at[2], float64(i*67%90)-45, func() { ivyLeaf(c, i) })
		}
	})
}

func ivyLeaf(c *pen.Canvas, i int) {
	tone := []color.NRGBA{ink.Sage, ink.Moss, ink.Mix(ink.Sage, ink.Moss, 0.5)}[i%3]
	c.Poly(tone, 4, 0, -13, 5, -4, 14, -4, 9, 5, 0, 14, -9, 5, -14, -4, -5, -4)
	c.Line(ink.Clear(ink.Milk, 0.6), 1.4, 0, -7, 0, 8)
}

func sheerCurtain(c *pen.Canvas) {
	tile(c, ink.Blush, func() {
		window(c, 56, 40, 144, 172)
		c.Line(ink.Wood, 8, 26, 32, 230, 32)
		c.Circle(ink.Bark, 24, 32, 8)
		c.Circle(ink.Bark, 232, 32, 8)
		c.Twice(128, func() {
			cloth := pen.From(32, 34).To(124, 34).Cubic(120, 90, 96, 130, 70, 142).
				Cubic(84, 176, 92, 206, 94, 232).To(30, 232).Cubic(34, 160, 34, 90, 32, 34).Close()
			c.Fill(ink.Clear(ink.White, 0.78), cloth)
			c.Inside(cloth, func() {
				for i := range 6 {
					x := 40 + float64(i)*15
					c.Curve(ink.Clear(ink.Petal, 0.45), 4, x, 30, x-3, 80, 44+float64(i)*3, 140, 38+float64(i)*10, 236)
				}
				c.Line(ink.Clear(ink.Petal, 0.7), 6, 28, 228, 96, 228)
			})
			c.Line(ink.Rose, 8, 34, 146, 70, 142)
			c.Circle(ink.Rose, 68, 143, 7)
			for x := 38.0; x < 124; x += 20 {
				c.Stroke(ink.Bark, 3, pen.Circle(x, 33, 6))
			}
		})
	})
}

func rainbowPrism(c *pen.Canvas) {
	tile(c, ink.Veil, func() {
		bands := []color.NRGBA{ink.Rose, ink.Coral, ink.Honey, ink.Sage, ink.Sea, ink.Plum}
		for i, band := range bands {
			left := 112 + float64(i)*26
			c.Poly(ink.Clear(band, 0.6), 0, 120, 112, left, 262, left+26, 262)
		}
		c.Poly(ink.Clear(ink.White, 0.8), 0, 0, 40, 0, 66, 116, 120)
		c.Line(ink.Stone, 2.6, 128, 0, 128, 60)
		for _, b := range []struct {
			y, r   float64
			colour color.NRGBA
		}{{22, 5, ink.Petal}, {36, 7, ink.Sky}, {51, 5, ink.Honey}} {
			c.Circle(b.colour, 128, b.y, b.r)
			c.Circle(ink.Clear(ink.White, 0.7), 126, b.y-2, b.r*0.3)
		}
		gem := pen.Poly(3, 128, 58, 168, 92, 160, 138, 128, 176, 96, 138, 88, 92)
		c.Shadow(gem)
		c.Fill(ink.Sky, gem)
		c.Poly(ink.Haze, 1, 128, 60, 146, 96, 128, 104, 110, 96)
		c.Poly(ink.White, 1, 128, 60, 110, 96, 90, 92)
		c.Poly(ink.Mix(ink.Sky, ink.Lilac, 0.5), 1, 128, 60, 166, 92, 146, 96)
		c.Poly(ink.Mix(ink.Haze, ink.Blush, 0.6), 1, 110, 96, 128, 104, 128, 174, 98, 138)
		c.Poly(ink.Mix(ink.Sky, ink.Mint, 0.5), 1, 146, 96, 128, 104, 128, 174, 158, 138)
		c.Poly(ink.Mix(ink.Sea, ink.Lilac, 0.4), 1, 166, 92, 146, 96, 158, 138)
		c.Poly(ink.Haze, 1, 90, 92, 110, 96, 98, 138)
		for _, at := range [][3]float64{{62, 108, 12}, {196, 60, 10}, {76, 186, 9}} {
			sparkle(c, ink.White, at[0], at[1], at[2])
		}
	})
}
