package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// walk is a stroll in the park below the estate.
func walk(c *pen.Canvas) {
	sky(c, ink.Sky, ink.Mix(ink.Sky, ink.Haze, 0.5), ink.Haze)
	glowingSun(c, 70, 56, 26)
	clouds(c, [3]float64{190, 46, 90}, [3]float64{406, 58, 78})
	tower(c, ink.Mix(ink.Sand, ink.Haze, 0.3), 296, 190, 48, 104)
	tower(c, ink.Mix(ink.Coral, ink.Haze, 0.5), 350, 190, 44, 126)
	tower(c, ink.Mix(ink.Lilac, ink.Haze, 0.4), 400, 190, 50, 92)
	hill(c, ink.Mix(ink.Sage, ink.Mint, 0.3), -10, 178, 120, 162, 260, 180, 400, 168, 490, 180)
	tree(c, ink.Moss, 60, 200, 0.94)
	tree(c, ink.Sage, 130, 190, 0.72)
	tree(c, ink.Moss, 440, 200, 0.84)
	bush(c, ink.Moss, 388, 200, 60)
	hill(c, ink.Sage, -10, 208, 160, 196, 320, 206, 490, 194)
	c.Fill(ink.Cream, pen.Curve(-10, 244, 120, 226, 260, 234, 380, 222, 490, 228).To(490, 262).
		Cubic(400, 252, 300, 268, 180, 262).Cubic(100, 260, 40, 268, -10, 278).Close())
	parkBench(c, 110, 228, 96)
	c.Ground(262, 252, 36)
	c.At(256, 248, 0.9, 0, func() { figure(c, mei, walking) })
	c.At(332, 238, 0.8, 0, func() { smallDog(c) })
	c.Curve(ink.Rose, 2.4, 282, 194, 300, 214, 318, 216)
	birds(c, 246, 66, 270, 54, 288, 72)
	flowers(c, 26, 224, 180, 216, 380, 212, 414, 208, 456, 214, 210, 212)
}

// smallDog paints a dog that trots to the right, standing on the origin.
func smallDog(c *pen.Canvas) {
	for _, x := range []float64{-18, -6, 14, 24} {
		c.Line(ink.Bark, 7, x, -18, x+3, 0)
	}
	c.Curve(ink.Wood, 7, -22, -32, -34, -40, -34, -52)
	c.Solid(ink.Wood, 3, pen.Box(-28, -42, 58, 28, 14))
	c.Box(ink.Rose, 20, -46, 7, 18, 3)
	c.Solid(ink.Wood, 3, pen.Circle(34, -50, 17))
	c.Oval(ink.Cream, 46, -44, 11, 8)
	c.Circle(ink.Cocoa, 55, -48, 3.6)
	c.Circle(ink.Cocoa, 38, -54, 2.6)
	c.Blob(ink.Bark, 26, -66, 34, -62, 32, -44, 24, -38, 18, -46)
}

// sleep is a bedroom at night.
func sleep(c *pen.Canvas) {
	c.Box(ink.Mix(ink.Night, ink.Lilac, 0.35), 0, 0, wideWidth, wideHeight, 0)
	c.Box(ink.Mix(ink.Night, ink.Plum, 0.45), 0, 218, wideWidth, 60, 0)
	c.Box(ink.Mix(ink.Milk, ink.Lilac, 0.4), 60, 24, 124, 122, 10)
	night := pen.Box(70, 34, 104, 102, 4)
	c.Fill(ink.Night, night)
	c.Inside(night, func() {
		crescent(c, ink.Night, 148, 64, 17)
		for _, at := range [][3]float64{{90, 54, 5}, {104, 86, 4}, {86, 108, 4}, {156, 104, 5}, {112, 48, 3}} {
			sparkle(c, ink.Milk, at[0], at[1], at[2])
		}
		c.Fill(ink.Clear(ink.White, 0.25), pen.Cloud(110, 118, 60))
	})
	c.Box(ink.Mix(ink.Milk, ink.Lilac, 0.4), 119, 30, 6, 110, 0)
	c.Glow(ink.Clear(ink.Honey, 0.5), 34, pen.Circle(426, 122, 40))
	c.Solid(ink.Bark, 4, pen.Box(392, 168, 68, 62, 6)) // the night table
	c.Line(ink.Wood, 3, 400, 196, 452, 196)
	c.Circle(ink.Honey, 426, 206, 4)
	c.Solid(ink.Wood, 2, pen.Box(420, 136, 12, 32, 4))
	c.Solid(ink.Butter, 3, pen.Poly(6, 410, 98, 442, 98, 456, 140, 396, 140))
	c.Solid(ink.Wood, 5, pen.Box(186, 104, 20, 136, 8))
	c.Solid(ink.Wood, 5, pen.Box(364, 164, 18, 76, 8))
	c.Solid(ink.Milk, 4, pen.Box(198, 184, 174, 42, 10))
	c.Solid(ink.White, 4, pen.Blob(206, 166, 236, 154, 266, 164, 270, 186, 256, 194, 212, 194, 202, 186))
	c.At(240, 156, 1, -12, func() { sleeper(c, mei) })
	quilt := pen.From(252, 196).Cubic(258, 152, 306, 160, 360, 170).Cubic(378, 174, 376, 190, 376, 232).To(250, 232).Close()
	c.Solid(ink.Petal, 5, quilt)
	c.Inside(quilt, func() {
		for i, at := range [][2]float64{{278, 184}, {310, 202}, {342, 186}, {284, 218}, {346, 220}} {
			c.Fill([]color.NRGBA{ink.Milk, ink.Butter}[i%2], pen.Star(at[0], at[1], 9, 5, 0.5))
		}
	})
	c.At(334, 158, 0.36, 0, func() { kitty(c) })
	c.Oval(tabby, 356, 172, 26, 12)
	for i, at := range [][2]float64{{276, 128}, {296, 106}, {320, 80}} {
		s := 8 + float64(i)*4
		c.Line(ink.Veil, 3+float64(i)*0.7, at[0], at[1], at[0]+s, at[1], at[0], at[1]+s, at[0]+s, at[1]+s)
	}
	c.Oval(ink.Mix(ink.Plum, ink.Lilac, 0.4), 280, 254, 150, 12)
}

// sleeper paints a head with closed eyes.
func sleeper(c *pen.Canvas, p person) {
	c.Blob(p.hair, 0, -27, 24, -18, 27, 10, 20, 26, 0, 22, -24, 28, -27, 10, -24, -18)
	c.Oval(p.skin, 0, 2, 21, 22)
	c.Fill(p.hair, pen.From(-22, 0).Cubic(-24, -34, 24, -34, 22, 0).Quad(18, -13, 2, -14).Quad(-14, -13, -22, 0).Close())
	c.Twice(0, func() {
		c.Curve(ink.Cocoa, 2.4, 5, 4, 9, 7, 13, 4)
		c.Oval(ink.Clear(ink.Coral, 0.5), 13, 11, 4.4, 3)
	})
	c.Curve(ink.Cocoa, 2.2, -4, 13, 0, 15, 4, 13)
}

// bodyCare is what helps a body that takes medicine: water, fruit, a box for
// the week's pills and a heart that is listened to.
func bodyCare(c *pen.Canvas) {
	sky(c, ink.Mix(ink.Mint, ink.Milk, 0.3))
	c.Circle(ink.Clear(ink.White, 0.45), 240, 110, 130)
	c.Box(ink.Sand, 0, 206, wideWidth, 70, 0)
	c.Box(ink.Deep(ink.Sand), 0, 206, wideWidth, 5, 0)
	c.Solid(ink.Rose, 6, pen.Heart(240, 96, 112))
	c.Stroke(ink.Milk, 6, pen.Lines(190, 96, 216, 96, 228, 72, 244, 120, 256, 96, 290, 96))
	c.Ground(86, 228, 36)
	glass := pen.Poly(6, 56, 120, 116, 120, 110, 226, 62, 226)
	c.Fill(ink.Clear(ink.White, 0.75), glass)
	c.Fill(ink.Sky, pen.Poly(5, 60, 150, 112, 150, 107, 221, 65, 221))
	c.Oval(ink.Haze, 86, 150, 26, 5)
	c.Line(ink.Clear(ink.White, 0.8), 5, 70, 164, 73, 206)
	c.Ground(240, 236, 92)
	c.Solid(ink.Sea, 5, pen.Box(150, 188, 180, 46, 12)) // a box for the week
	for i := range 7 {
		x := 157 + float64(i)*24
		c.Box(ink.Mix(ink.Sky, ink.White, 0.4), x, 196, 21, 30, 5)
		c.Fill([]color.NRGBA{ink.Milk, ink.Coral, ink.Butter}[i%3], pen.Oval(x+10.5, 211, 7, 4.4).Turn(-35, x+10.5, 211))
	}
	c.Ground(396, 232, 56)
	c.Solid(ink.Coral, 5, pen.Blob(396, 174, 420, 164, 438, 184, 432, 214, 410, 230, 396, 226, 382, 230, 360, 214, 354, 184, 372, 164))
	c.Curve(ink.Bark, 4.4, 396, 174, 397, 162, 404, 154)
	c.Solid(ink.Moss, 2, pen.Leaf(400, 164, 30, 16, 62))
	c.Fill(ink.Clear(ink.White, 0.5), pen.Oval(374, 188, 6, 11).Turn(20, 374, 188))
	for i, at := range [][2]float64{{130, 70}, {352, 66}, {110, 100}, {378, 110}} {
		c.Solid([]color.NRGBA{ink.Sage, ink.Moss}[i%2], 1, pen.Leaf(at[0], at[1], 28, 14, float64(i%2)*80-50))
	}
	sparkle(c, ink.Honey, 160, 40, 10)
	sparkle(c, ink.Honey, 326, 34, 12)
}
