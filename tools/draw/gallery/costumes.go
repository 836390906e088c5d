package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var costumes = pictures{
	"costume-straw-hat-outing": strawHatOuting,
	"costume-raincoat":         raincoat,
	"costume-tai-chi":          taiChi,
	"costume-winter-knit":      winterKnit,
	"costume-tram-driver":      tramDriver,
	"costume-birthday-party":   partyClothes,
}

// torso is the body of a garment below its neck.
var torso = pen.From(102, 112).Quad(128, 126, 154, 112).To(172, 118).To(170, 222).Quad(128, 230, 86, 222).To(84, 118).Close()

// sleeve is the right one; the left is its mirror image.
var sleeve = pen.Poly(9, 156, 112, 182, 120, 208, 186, 184, 198, 160, 150)

// garment paints a top with two sleeves and cuffs.
func garment(c *pen.Canvas, cloth, cuff color.NRGBA, details func()) {
	c.Shadow(torso)
	c.Twice(128, func() {
		c.Solid(cloth, 4, sleeve)
		c.Line(cuff, 9, 187, 194, 205, 185)
	})
	c.Solid(cloth, 6, torso)
	c.Inside(torso, details)
}

func strawHatOuting(c *pen.Canvas) {
	tile(c, ink.Mint, func() {
		garment(c, ink.Milk, ink.Sage, func() {
			for y := 134.0; y < 230; y += 18 {
				c.Line(ink.Sage, 7, 70, y, 190, y)
			}
			c.Twice(128, func() { c.Line(ink.Bark, 11, 104, 100, 104, 236) })
		})
		c.Box(ink.Butter, 98, 150, 12, 10, 2)
		c.Box(ink.Butter, 146, 150, 12, 10, 2)
		straw := ink.Mix(ink.Honey, ink.Sand, 0.55)
		c.Shadow(pen.Oval(128, 84, 82, 20))
		c.Solid(straw, 5, pen.Oval(128, 84, 84, 21))
		crown := pen.From(84, 82).Cubic(82, 22, 174, 22, 172, 82).Cubic(160, 92, 96, 92, 84, 82).Close()
		c.Solid(straw, 5, crown)
		c.Inside(crown, func() {
			for i := range 7 {
				c.Curve(ink.Deep(straw), 2, 76, 32+float64(i)*9, 128, 38+float64(i)*9, 180, 32+float64(i)*9)
			}
			c.Curve(ink.Rose, 17, 76, 74, 128, 84, 180, 74)
		})
		daisy(c, ink.White, 160, 76, 15)
		c.Solid(ink.Wood, 4, pen.Poly(7, 14, 190, 72, 190, 66, 226, 20, 226)) // a picnic basket
		c.Stroke(ink.Bark, 5, pen.Arc(43, 192, 22, 180, 360))
		c.Line(ink.Bark, 3, 20, 204, 66, 204)
		c.Line(ink.Bark, 3, 22, 215, 64, 215)
	})
}

func raincoat(c *pen.Canvas) {
	tile(c, ink.Haze, func() {
		for i, at := range [][2]float64{{30, 40}, {54, 92}, {218, 60}, {200, 24}, {228, 130}, {24, 150}, {74, 24}} {
			c.Fill(ink.Sea, pen.Drop(at[0], at[1], 20-float64(i%3)*3, 11))
		}
		hood := pen.From(80, 118).Cubic(64, 24, 192, 24, 176, 118).Cubic(160, 134, 96, 134, 80, 118).Close()
		c.Solid(ink.Honey, 6, hood)
		c.Oval(ink.Amber, 128, 96, 36, 34)
		c.Oval(ink.Bark, 128, 98, 29, 28)
		garment(c, ink.Honey, ink.Amber, func() {
			c.Line(ink.Amber, 4, 128, 110, 128, 236)
			for _, y := range []float64{138, 164, 190} {
				c.Circle(ink.Milk, 138, y, 5)
			}
			c.Box(ink.Amber, 94, 180, 24, 5, 2)
			c.Box(ink.Amber, 146, 180, 18, 5, 2)
		})
		for _, x := range []float64{20, 50} { // the boots
			c.Solid(ink.Rose, 3, pen.From(x, 182).To(x+22, 182).To(x+22, 218).Quad(x+36, 220, x+36, 234).To(x, 234).Close())
			c.Line(ink.Petal, 5, x+2, 184, x+20, 184)
		}
	})
}

func taiChi(c *pen.Canvas) {
	tile(c, ink.Sand, func() {
		silk := ink.Mix(ink.Milk, ink.Haze, 0.4)
		garment(c, silk, ink.Sea, func() {
			c.Line(ink.Sea, 3, 128, 110, 128, 236)
			for _, y := range []float64{138, 160, 182, 204} {
				c.Line(ink.Sea, 4, 114, y, 142, y)
				c.Circle(ink.Sea, 128, y, 4.4)
				c.Circle(ink.Sea, 112, y, 3.4)
				c.Circle(ink.Sea, 144, y, 3.4)
			}
		})
		c.Stroke(ink.Sea, 10, pen.From(104, 112).Quad(128, 126, 152, 112))
		c.At(60, 78, 1, -24, func() { fan(c) })
		c.Shadow(pen.Circle(190, 68, 36))
		c.Inside(pen.Circle(190, 68, 36), func() { // two halves in balance
			c.Circle(ink.Milk, 190, 68, 40)
			c.Box(ink.Navy, 190, 20, 60, 100, 0)
			c.Circle(ink.Navy, 190, 50, 18)
			c.Circle(ink.Milk, 190, 86, 18)
			c.Circle(ink.Milk, 190, 50, 6)
			c.Circle(ink.Navy, 190, 86, 6)
		})
		c.Stroke(ink.Navy, 3, pen.Circle(190, 68, 36))
	})
}

// fan paints an open folding fan around its pivot.
func fan(c *pen.Canvas) {
	whole := pen.Arc(0, 34, 70, 212, 328).To(0, 34).Close()
	c.Shadow(whole)
	c.Solid(ink.Rose, 4, whole)
	c.Stroke(ink.Honey, 5, pen.Arc(0, 34, 66, 213, 327))
	for i := range 8 {
		c.At(0, 34, 1, -52+float64(i)*15, func() { c.Line(ink.Wine, 2.2, 0, 0, 0, -62) })
	}
	c.Fill(ink.Wood, pen.Arc(0, 34, 26, 212, 328).To(0, 34).Close())
	c.Circle(ink.Bark, 0, 32, 6)
}

func winterKnit(c *pen.Canvas) {
	tile(c, ink.Haze, func() {
		for _, at := range [][3]float64{{34, 42, 12}, {220, 40, 14}, {28, 128, 9}, {230, 120, 10}, {206, 222, 9}, {46, 220, 10}} {
			snowflake(c, at[0], at[1], at[2])
		}
		garment(c, ink.Rose, ink.Milk, func() {
			for row, y := range []float64{146, 166} {
				for x := 80.0 + float64(row)*9; x < 180; x += 18 {
					c.Line(ink.Milk, 4, x, y, x+9, y+9, x+18, y)
				}
			}
			for x := 92.0; x < 170; x += 18 {
				c.Fill(ink.Butter, pen.Heart(x, 196, 11))
			}
			c.Line(ink.Milk, 9, 70, 224, 190, 224)
		})
		c.Solid(ink.Sage, 4, pen.Box(90, 100, 76, 26, 13)) // the scarf
		c.Solid(ink.Sage, 4, pen.Box(140, 112, 24, 66, 6))
		for _, x := range []float64{144, 152, 160} {
			c.Line(ink.Sage, 4, x, 176, x, 188)
		}
		c.Line(ink.Milk, 5, 142, 160, 162, 160)
		cap := pen.From(82, 82).Cubic(82, 26, 174, 26, 174, 82).Close()
		c.Solid(ink.Sea, 5, cap)
		c.Inside(cap, func() {
			for x := 94.0; x < 176; x += 17 {
				c.Curve(ink.Navy, 2.4, 128+(x-128)*0.5, 40, x, 66, x, 90)
			}
		})
		c.Solid(ink.Milk, 4, pen.Box(74, 74, 108, 24, 12))
		c.Solid(ink.Milk, 4, pen.Circle(128, 34, 17))
	})
}

func snowflake(c *pen.Canvas, x, y, r float64) {
	for i := range 3 {
		c.At(x, y, 1, float64(i)*60, func() { c.Line(ink.White, 3, 0, -r, 0, r) })
	}
}
