package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// emotions are balloons, each with a feeling of its own.
func emotions(c *pen.Canvas) {
	sky(c, ink.Sky, ink.Mix(ink.Sky, ink.Haze, 0.5), ink.Haze)
	clouds(c, [3]float64{60, 48, 76}, [3]float64{424, 60, 86}, [3]float64{250, 196, 70})
	hill(c, ink.Mix(ink.Sage, ink.Haze, 0.4), -10, 224, 120, 200, 260, 220, 380, 204, 490, 222)
	hill(c, ink.Sage, -10, 248, 160, 232, 320, 246, 490, 236)
	for _, b := range []struct {
		x, y, r float64
		colour  color.NRGBA
		feeling func()
	}{
		{80, 112, 40, ink.Sea, func() { // sad
			dots(c, 3)
			c.Curve(ink.Cocoa, 3.4, -9, 18, 0, 13, 9, 18)
			c.Fill(ink.Haze, pen.Drop(16, 5, 13, 8))
		}},
		{400, 112, 40, ink.Lilac, func() { // afraid
			dots(c, 2)
			c.Line(ink.Cocoa, 3, -19, -9, -9, -13)
			c.Line(ink.Cocoa, 3, 19, -9, 9, -13)
			c.Oval(ink.Wine, 0, 16, 6, 7)
		}},
		{160, 82, 44, ink.Coral, func() { // angry
			dots(c, 3)
			c.Line(ink.Cocoa, 3.4, -20, -12, -8, -6)
			c.Line(ink.Cocoa, 3.4, 20, -12, 8, -6)
			c.Curve(ink.Cocoa, 3.4, -10, 18, 0, 14, 10, 18)
		}},
		{320, 82, 44, ink.Sage, func() { // at ease
			c.Twice(0, func() { c.Curve(ink.Cocoa, 3.4, 9, 1, 14, 5, 19, 1) })
			c.Curve(ink.Cocoa, 3.4, -8, 14, 0, 18, 8, 14)
		}},
		{240, 96, 50, ink.Honey, func() { // happy
			dots(c, 0)
			c.At(0, 6, 0.9, 0, func() { smile(c, 4, 13) })
		}},
	} {
		c.Curve(ink.Clear(ink.Cocoa, 0.55), 2, b.x, b.y+b.r*1.2, (b.x+240)/2+6, 200, 240, 252)
		balloon(c, b.colour, b.x, b.y, b.r)
		c.At(b.x, b.y, b.r/42, 0, func() {
			b.feeling()
			c.Twice(0, func() { c.Oval(ink.Clear(ink.Rose, 0.3), 22, 11, 6, 4) })
		})
	}
	c.Twice(240, func() { c.Solid(ink.Rose, 2, pen.Petal(240, 250, 24, 18, 62)) })
	c.Circle(ink.Wine, 240, 250, 5)
	flowers(c, 60, 248, 110, 252, 360, 250, 420, 244, 150, 258, 316, 258)
}

// dots paints simple eyes.
func dots(c *pen.Canvas, y float64) {
	c.Twice(0, func() { c.Oval(ink.Cocoa, 14, y, 3.6, 4.6) })
}

// earlySigns is someone who saw the clouds in time and has an umbrella.
func earlySigns(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Sky, ink.Stone, 0.25), ink.Mix(ink.Sky, ink.Haze, 0.5), ink.Haze)
	glowingSun(c, 408, 66, 32)
	clouds(c, [3]float64{446, 104, 84})
	hill(c, ink.Mix(ink.Sage, ink.Haze, 0.4), -10, 190, 120, 168, 260, 190, 400, 166, 490, 186)
	hill(c, ink.Sage, -10, 226, 160, 212, 330, 224, 490, 210)
	c.Fill(ink.Mix(ink.Stone, ink.Navy, 0.35), pen.Cloud(104, 70, 150))
	c.Fill(ink.Mix(ink.Stone, ink.Haze, 0.3), pen.Cloud(188, 62, 120))
	c.Fill(ink.Mix(ink.Stone, ink.Sky, 0.35), pen.Cloud(52, 92, 110))
	for i := range 16 {
		x, y := 24+float64(i*61%200), 116+float64(i*43%90)
		c.Line(ink.Clear(ink.Sea, 0.75), 3, x, y, x-5, y+13)
	}
	c.Poly(ink.Honey, 2, 138, 96, 118, 128, 132, 128, 122, 154, 152, 118, 138, 118, 150, 96)
	c.Oval(ink.Clear(ink.Sky, 0.8), 120, 246, 50, 8)
	c.Oval(ink.Clear(ink.Sky, 0.8), 214, 256, 34, 6)
	c.Ground(268, 248, 34)
	c.At(262, 246, 0.86, 0, func() {
		figure(c, ho, holding)
		c.At(34, -92, 1, -6, func() { umbrella(c) })
	})
	tree(c, ink.Moss, 420, 228, 0.8)
	bush(c, ink.Moss, 370, 244, 60)
	flowers(c, 338, 246, 400, 250, 450, 240)
}

// umbrella paints an open umbrella held at the origin.
func umbrella(c *pen.Canvas) {
	c.Line(ink.Bark, 4.4, 0, -82, 0, 8)
	c.Stroke(ink.Bark, 4.4, pen.Arc(7, 8, 7, 0, 180))
	top := pen.From(-92, -56).Cubic(-80, -128, 80, -128, 92, -56).Quad(72, -68, 46, -56).Quad(22, -68, 0, -56).
		Quad(-22, -68, -46, -56).Quad(-72, -68, -92, -56).Close()
	c.Solid(ink.Rose, 5, top)
	c.Inside(top, func() {
		c.Fill(ink.Petal, pen.From(0, -116).Quad(-40, -90, -46, -50).To(0, -50).Close())
		c.Fill(ink.Petal, pen.From(0, -116).Quad(44, -90, 46, -50).To(100, -50).Quad(80, -116, 0, -116).Close())
	})
	c.Line(ink.Bark, 5, 0, -110, 0, -118)
}

// anxiety is a small boat between the waves, and a light that stays.
func anxiety(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Lilac, ink.Blush, 0.5), ink.Mix(ink.Blush, ink.Petal, 0.2), ink.Mix(ink.Butter, ink.Blush, 0.5))
	glowingSun(c, 130, 128, 38)
	clouds(c, [3]float64{250, 52, 90}, [3]float64{56, 70, 70})
	birds(c, 196, 92, 220, 104, 180, 112)
	c.Fill(ink.Mix(ink.Lilac, ink.Plum, 0.3), pen.Curve(330, 180, 370, 148, 420, 142, 490, 158).To(490, 190).Close())
	c.Glow(ink.Clear(ink.Butter, 0.55), 10, pen.Poly(4, 398, 62, 226, 30, 226, 96))
	c.At(400, 148, 1, 0, func() { lighthouse(c) })
	hill(c, ink.Mix(ink.Sea, ink.Sky, 0.5), -10, 172, 60, 164, 130, 174, 200, 164, 270, 174, 340, 166, 410, 174, 490, 166)
	for _, w := range [][3]float64{{96, 182, 70}, {110, 192, 40}, {330, 186, 40}} {
		c.Line(ink.Clear(ink.Butter, 0.8), 3, w[0], w[1], w[0]+w[2], w[1])
	}
	c.At(246, 206, 1, -3, func() { // the boat
		c.Line(ink.Bark, 4, 0, 0, 0, -86)
		c.Solid(ink.Milk, 4, pen.From(6, -84).Cubic(40, -60, 50, -30, 46, -10).To(6, -10).Close())
		c.Solid(ink.Rose, 3, pen.From(-6, -70).Cubic(-28, -50, -34, -28, -34, -10).To(-6, -10).Close())
		c.Fill(ink.Rose, pen.Heart(24, -34, 18))
		c.Solid(ink.Wood, 4, pen.From(-56, -2).To(60, -2).Quad(48, 28, 30, 28).To(-28, 28).Quad(-46, 26, -56, -2).Close())
		c.Line(ink.Bark, 4, -48, 8, 52, 8)
	})
	hill(c, ink.Sea, -10, 214, 50, 204, 110, 216, 180, 206, 250, 220, 320, 208, 390, 218, 490, 206)
	hill(c, ink.Mix(ink.Sea, ink.Navy, 0.35), -10, 244, 70, 234, 150, 246, 230, 236, 310, 248, 400, 238, 490, 246)
	for _, w := range [][2]float64{{60, 226}, {190, 230}, {350, 232}, {440, 226}, {120, 258}, {290, 262}} {
		c.Curve(ink.Clear(ink.White, 0.6), 3.4, w[0]-18, w[1], w[0]-6, w[1]-5, w[0]+6, w[1], w[0]+18, w[1]-4)
	}
}

// lighthouse paints a lighthouse that stands on the origin.
func lighthouse(c *pen.Canvas) {
	wall := pen.Poly(3, -20, 4, 20, 4, 13, -70, -13, -70)
	c.Solid(ink.Milk, 4, wall)
	c.Inside(wall, func() {
		c.Box(ink.Rose, -30, -56, 60, 16, 0)
		c.Box(ink.Rose, -30, -22, 60, 16, 0)
	})
	c.Box(ink.Cocoa, -18, -76, 36, 7, 3)
	c.Box(ink.Butter, -11, -96, 22, 20, 3)
	c.Circle(ink.Honey, 0, -86, 6)
	c.Solid(ink.Rose, 2, pen.Dome(0, -94, 16, 15))
}
