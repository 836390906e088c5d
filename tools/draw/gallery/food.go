package gallery

import (
	"image/color"
	"math"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

var food = pictures{
	"food-lemon-tea":      lemonTea,
	"food-egg-tart":       eggTart,
	"food-pineapple-bun":  pineappleBun,
	"food-dim-sum-basket": dimSum,
	"food-birthday-cake":  birthdayCake,
	"food-longevity-buns": longevityBuns,
}

// table is the card behind food.
var table = ink.Mix(ink.Mint, ink.Cream, 0.45)

// plate paints a plate under something.
func plate(c *pen.Canvas, y, w float64) {
	c.Ground(128, y+14, w)
	c.Oval(ink.Deep(ink.Mist), 128, y+5, w, w*0.2)
	c.Oval(ink.White, 128, y, w, w*0.2)
	c.Stroke(ink.Sea, 3, pen.Oval(128, y, w*0.88, w*0.165))
}

func lemonTea(c *pen.Canvas) {
	tile(c, table, func() {
		c.Ground(128, 222, 92)
		c.Oval(ink.Deep(ink.Mist), 124, 214, 86, 17)
		c.Oval(ink.White, 124, 209, 86, 17)
		c.Oval(ink.Mist, 124, 208, 58, 10)
		c.Stroke(ink.Mist, 14, pen.Arc(186, 140, 28, -80, 100))
		glass := pen.From(58, 84).To(190, 84).Cubic(188, 150, 178, 190, 164, 206).To(84, 206).Cubic(70, 190, 60, 150, 58, 84).Close()
		c.Fill(ink.Clear(ink.White, 0.75), glass)
		tea := pen.From(66, 106).To(182, 106).Cubic(180, 154, 172, 182, 158, 198).To(90, 198).Cubic(76, 182, 68, 154, 66, 106).Close()
		c.Solid(ink.Amber, 8, tea)
		c.Inside(tea, func() {
			c.Oval(ink.Clay, 124, 198, 50, 20)
			lemon(c, 98, 158, 27)
			lemon(c, 148, 148, 25)
		})
		c.Oval(ink.Mix(ink.Amber, ink.Honey, 0.6), 124, 106, 58, 9)
		c.Line(ink.Clear(ink.White, 0.55), 6, 74, 118, 80, 164)
		c.Stroke(ink.Clear(ink.White, 0.95), 4, pen.Oval(124, 84, 66, 9))
		c.Line(ink.Stone, 6, 150, 112, 176, 34)
		lemon(c, 66, 80, 27)
		for _, x := range []float64{108, 132} {
			steam(c, x, 72, 46)
		}
	})
}

// lemon paints a slice of lemon.
func lemon(c *pen.Canvas, x, y, r float64) {
	c.Circle(ink.Honey, x, y, r)
	c.Circle(ink.Milk, x, y, r*0.86)
	for i := range 8 {
		c.Fill(ink.Butter, pen.Petal(x, y, r*0.76, r*0.34, float64(i)*45))
	}
}

func eggTart(c *pen.Canvas) {
	tile(c, table, func() {
		plate(c, 190, 104)
		crust := ink.Mix(ink.Wood, ink.Honey, 0.35)
		side := pen.From(36, 138).To(220, 138).Cubic(212, 168, 198, 190, 182, 192).To(74, 192).Cubic(58, 190, 44, 168, 36, 138).Close()
		c.Solid(crust, 6, side)
		c.Inside(side, func() {
			for i := range 4 { // thin leaves of puff pastry
				y := 146 + float64(i)*12
				c.Curve(ink.Deep(crust), 2.6, 20, y, 70, y+14, 128, y+17, 186, y+14, 236, y)
			}
		})
		for i := range 28 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 14)
			c.Circle([]color.NRGBA{crust, ink.Deep(crust)}[i%2], 128+87*cos, 134+36*sin, 10)
		}
		c.Oval(crust, 128, 134, 90, 39)
		c.Oval(ink.Deep(crust), 128, 135, 79, 32)
		c.Oval(ink.Honey, 128, 134, 76, 30)
		c.Oval(ink.Mix(ink.Honey, ink.Butter, 0.75), 126, 129, 68, 23)
		c.Fill(ink.Clear(ink.White, 0.75), pen.Oval(94, 120, 22, 6).Turn(-10, 94, 120))
		c.Oval(ink.Clear(ink.Amber, 0.45), 158, 136, 15, 5)
		for _, x := range []float64{98, 128, 158} {
			steam(c, x, 86, 48)
		}
	})
}

// wave makes a row of flaky bits uneven.
func wave(i int) float64 { return []float64{0, 1, 0.4, 1.2}[i%4] }

func pineappleBun(c *pen.Canvas) {
	tile(c, table, func() {
		plate(c, 192, 106)
		c.Solid(ink.Wood, 6, pen.Blob(128, 92, 190, 112, 216, 158, 200, 192, 128, 202, 56, 192, 40, 158, 66, 112))
		crust := pen.Blob(128, 62, 184, 80, 214, 126, 206, 156, 178, 148, 150, 164, 122, 150, 92, 166, 68, 150, 48, 156, 42, 124, 72, 80)
		c.Solid(ink.Honey, 7, crust)
		c.Inside(crust, func() {
			for at := -60.0; at < 300; at += 32 {
				c.Line(ink.Amber, 4, at, 50, at+74, 180)
				c.Line(ink.Amber, 4, at+24, 50, at-50, 180)
			}
			for i := range 12 {
				c.Circle(ink.Butter, 60+float64(i*47%140), 82+float64(i*31%64), 2.6)
			}
		})
		c.Fill(ink.Clear(ink.White, 0.4), pen.Oval(90, 92, 22, 10).Turn(-28, 90, 92))
	})
}

func dimSum(c *pen.Canvas) {
	tile(c, table, func() {
		c.Ground(128, 216, 104)
		straw := ink.Mix(ink.Wood, ink.Sand, 0.3)
		side := pen.From(30, 134).To(226, 134).To(226, 184).Cubic(226, 222, 30, 222, 30, 184).Close()
		c.Solid(straw, 6, side)
		c.Inside(side, func() {
			for _, y := range []float64{158, 186} {
				c.Stroke(ink.Bark, 4, pen.From(28, y-14).Cubic(30, y+28, 226, y+28, 228, y-14))
			}
			for x := 44.0; x < 220; x += 28 {
				c.Line(ink.Clear(ink.Bark, 0.35), 2, x, 130, x, 220)
			}
		})
		c.Oval(ink.Bark, 128, 134, 98, 42)
		c.Oval(ink.Sand, 128, 134, 88, 35)
		c.Inside(pen.Oval(128, 134, 88, 35).And(pen.Box(30, 40, 196, 94, 0)), func() {
			siuMai(c, 80, 116)
			siuMai(c, 176, 116)
			harGow(c, 128, 106)
			harGow(c, 104, 146)
			siuMai(c, 154, 142)
		})
		for _, x := range []float64{84, 128, 172} {
			steam(c, x, 78, 50)
		}
	})
}

// siuMai paints an open pork dumpling.
func siuMai(c *pen.Canvas, x, y float64) {
	c.Solid(ink.Butter, 4, pen.Poly(9, x-27, y-18, x+27, y-18, x+22, y+20, x-22, y+20))
	for _, dx := range []float64{-15, -5, 6, 16} {
		c.Line(ink.Deep(ink.Butter), 2, x+dx, y-8, x+dx*0.8, y+16)
	}
	c.Oval(ink.Petal, x, y-18, 27, 11)
	c.Oval(ink.Mix(ink.Petal, ink.Coral, 0.5), x, y-18, 20, 7)
	c.Circle(ink.Amber, x, y-19, 7)
	c.Circle(ink.Honey, x-2, y-21, 2.4)
}

// harGow paints a prawn dumpling.
func harGow(c *pen.Canvas, x, y float64) {
	body := pen.From(x-32, y+12).Cubic(x-34, y-34, x+34, y-34, x+32, y+12).Cubic(x+24, y+22, x-24, y+22, x-32, y+12).Close()
	c.Solid(ink.White, 4, body)
	c.Inside(body, func() {
		c.Oval(ink.Clear(ink.Coral, 0.45), x, y+4, 20, 12)
		for _, dx := range []float64{-18, -9, 0, 9, 18} {
			c.Curve(ink.Stone, 2, x+dx*0.5, y-24, x+dx*0.9, y-14, x+dx, y-4)
		}
	})
}
