package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// hairstyle is how someone wears their hair.
type hairstyle int

const (
	short hairstyle = iota
	long
	bun
)

// person is someone in a picture.
type person struct {
	skin, hair, top, legs color.NRGBA
	style                 hairstyle
}

// The people who appear in the pictures.
var (
	mei = person{ink.Skin, ink.Cocoa, ink.Rose, ink.Navy, long}
	ho  = person{ink.Tan, ink.Cocoa, ink.Sea, ink.Cocoa, short}
	lan = person{ink.Skin, ink.Stone, ink.Lilac, ink.Plum, bun}
	kit = person{ink.Skin, ink.Bark, ink.Honey, ink.Moss, short}
)

// head paints a head around the origin, 46 wide.
func head(c *pen.Canvas, p person) {
	switch p.style {
	case long:
		c.Blob(p.hair, 0, -27, 24, -18, 27, 10, 24, 34, 0, 30, -24, 34, -27, 10, -24, -18)
	case bun:
		c.Circle(p.hair, 0, -30, 12)
		c.Circle(p.hair, 0, -4, 25)
	case short:
		c.Circle(p.hair, 0, -5, 24)
	}
	c.Twice(0, func() { c.Circle(p.skin, 21, 4, 5) })
	c.Oval(p.skin, 0, 2, 21, 23)
	c.Fill(p.hair, pen.From(-22, 0).Cubic(-24, -34, 24, -34, 22, 0).Quad(18, -13, 2, -14).Quad(-14, -13, -22, 0).Close())
	c.Twice(0, func() {
		c.Circle(ink.Cocoa, 8, 4, 2.4)
		c.Oval(ink.Clear(ink.Coral, 0.5), 13, 11, 4.4, 3)
	})
	c.Curve(ink.Cocoa, 2.4, -6, 12, 0, 16, 6, 12)
}

// bust paints someone from the chest up; the head is around the origin.
func bust(c *pen.Canvas, p person) {
	if p.style == long {
		c.Box(p.hair, -25, 0, 50, 36, 14)
	}
	c.Box(ink.Deep(p.skin), -8, 16, 16, 22, 6)
	c.Solid(p.top, 4, pen.From(-42, 100).Cubic(-46, 40, -26, 32, -9, 30).Quad(0, 40, 9, 30).Cubic(26, 32, 46, 40, 42, 100).Close())
	head(c, p)
}

// pose is how arms and legs are held: lines from shoulder and hip to hand and
// foot, the far ones first.
type pose struct{ farArm, farLeg, nearLeg, nearArm []float64 }

// The poses. The feet are at 0, the hips at -56, the shoulders at -98.
var (
	standing = pose{
		farArm: []float64{16, -94, 22, -74, 22, -54}, farLeg: []float64{8, -56, 9, -6},
		nearLeg: []float64{-8, -56, -9, -6}, nearArm: []float64{-16, -94, -22, -74, -22, -54},
	}
	walking = pose{
		farArm: []float64{2, -92, 20, -76, 28, -60}, farLeg: []float64{0, -56, -10, -32, -28, -8},
		nearLeg: []float64{0, -56, 16, -34, 24, -6}, nearArm: []float64{-2, -92, -18, -74, -12, -56},
	}
	waving = pose{
		farArm: []float64{16, -94, 34, -104, 40, -128}, farLeg: []float64{8, -56, 9, -6},
		nearLeg: []float64{-8, -56, -9, -6}, nearArm: []float64{-16, -94, -22, -74, -22, -54},
	}
	holding = pose{ // one hand up in front
		farArm: []float64{12, -92, 26, -80, 34, -96}, farLeg: []float64{8, -56, 9, -6},
		nearLeg: []float64{-8, -56, -9, -6}, nearArm: []float64{-16, -94, -22, -74, -22, -54},
	}
	sitting = pose{
		farArm: []float64{10, -92, 22, -74, 30, -62}, farLeg: []float64{4, -56, 34, -54, 36, -8},
		nearLeg: []float64{0, -52, 28, -48, 28, -4}, nearArm: []float64{-6, -92, 0, -70, 22, -60},
	}
)

// figure paints someone whole, standing on the origin and 155 tall.
func figure(c *pen.Canvas, p person, as pose) {
	limb := func(colour color.NRGBA, width float64, way []float64) { c.Stroke(colour, width, pen.Curve(way...)) }
	end := func(way []float64) (x, y float64) { return way[len(way)-2], way[len(way)-1] }
	hand := func(way []float64) {
		x, y := end(way)
		c.Circle(p.skin, x, y, 6.5)
	}
	foot := func(way []float64) {
		x, y := end(way)
		c.Box(ink.Cocoa, x-8, y-3, 22, 10, 5)
	}
	limb(ink.Deep(p.top), 12, as.farArm)
	hand(as.farArm)
	limb(ink.Deep(p.legs), 15, as.farLeg)
	foot(as.farLeg)
	limb(p.legs, 16, as.nearLeg)
	foot(as.nearLeg)
	c.Box(ink.Deep(p.skin), -6, -112, 12, 16, 4)
	c.Solid(p.top, 3, pen.Poly(10, -20, -104, 20, -104, 20, -46, -20, -46))
	limb(p.top, 12.5, as.nearArm)
	hand(as.nearArm)
	c.At(0, -128, 1, 0, func() { head(c, p) })
}
