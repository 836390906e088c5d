package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// The heads of the four mascots, each around the origin and about 150 wide.

// eyes paints a pair of bright eyes.
func eyes(c *pen.Canvas, apart, y float64) {
	for _, x := range []float64{-apart, apart} {
		c.Oval(ink.Cocoa, x, y, 7.5, 9)
		c.Circle(ink.White, x+2.4, y-3.4, 2.8)
		c.Circle(ink.Clear(ink.White, 0.7), x-2.2, y+3.6, 1.5)
	}
}

// cheeks paints a pair of rosy cheeks.
func cheeks(c *pen.Canvas, apart, y float64) {
	for _, x := range []float64{-apart, apart} {
		c.Oval(ink.Clear(ink.Coral, 0.5), x, y, 11, 7)
	}
}

// smile paints a smiling mouth, half open.
func smile(c *pen.Canvas, y, w float64) {
	mouth := pen.From(-w, y).Quad(0, y+w*0.5, w, y).Cubic(w*0.9, y+w*1.5, -w*0.9, y+w*1.5, -w, y).Close()
	c.Fill(ink.Wine, mouth)
	c.Inside(mouth, func() { c.Oval(ink.Coral, 0, y+w*1.15, w*0.6, w*0.5) })
	c.Stroke(ink.Cocoa, 3, pen.From(-w, y).Quad(0, y+w*0.5, w, y))
}

// snout paints a nose and the two curves of an animal's closed smile below it.
func snout(c *pen.Canvas, y float64, nose color.NRGBA) {
	c.Line(ink.Cocoa, 3, 0, y, 0, y+8)
	c.Twice(0, func() {
		c.Stroke(ink.Cocoa, 3, pen.From(0, y+8).Cubic(2, y+16, 14, y+16, 16, y+7))
	})
	c.Poly(nose, 5, -9, y-5, 9, y-5, 0, y+6)
}

// sunLook is how a sun is coloured.
type sunLook struct{ disc, long, short color.NRGBA }

func sunHead(c *pen.Canvas, look sunLook) {
	for i := range 12 {
		ray, length := look.long, 92.0
		if i%2 == 1 {
			ray, length = look.short, 82
		}
		c.At(0, 0, 1, float64(i)*30, func() {
			c.Poly(ray, 9, -17, -48, 0, -length, 17, -48)
		})
	}
	c.Solid(look.disc, 5, pen.Circle(0, 0, 59))
	c.Oval(ink.Clear(ink.White, 0.35), -28, -34, 15, 9)
	eyes(c, 22, -5)
	cheeks(c, 37, 13)
	smile(c, 10, 13)
}

// catLook is how a cat is coloured; marks are painted inside its head.
type catLook struct {
	fur   color.NRGBA
	marks func()
}

func catHead(c *pen.Canvas, look catLook) {
	head := pen.Blob(0, -54, 40, -48, 68, -14, 70, 18, 44, 48, 0, 56, -44, 48, -70, 18, -68, -14, -40, -48)
	ears := pen.Poly(9, -66, -8, -64, -76, -14, -48).And(pen.Poly(9, 14, -48, 64, -76, 66, -8))
	c.Fill(look.fur, ears)
	c.Solid(look.fur, 5, head)
	c.Inside(head.And(ears), look.marks)
	c.Twice(0, func() {
		c.Poly(ink.Petal, 6, 30, -46, 58, -62, 58, -30)
		c.Line(ink.Clear(ink.Cocoa, 0.45), 2.4, 50, 14, 80, 8)
		c.Line(ink.Clear(ink.Cocoa, 0.45), 2.4, 50, 22, 80, 24)
	})
	c.Oval(ink.Milk, 0, 26, 27, 19)
	eyes(c, 30, -4)
	cheeks(c, 48, 18)
	snout(c, 18, ink.Rose)
}

// rabbitLook is how a rabbit is coloured and whether its ears hang.
type rabbitLook struct {
	fur, inner color.NRGBA
	lop        bool
}

func rabbitHead(c *pen.Canvas, look rabbitLook) {
	ear := func() {
		c.Solid(look.fur, 3, pen.Blob(12, -40, 14, -84, 28, -112, 44, -104, 46, -74, 36, -36))
		c.Blob(look.inner, 22, -48, 24, -82, 32, -100, 38, -94, 37, -70, 31, -46)
	}
	if look.lop {
		ear = func() {
			c.Solid(look.fur, 4, pen.Blob(34, -44, 58, -52, 78, -34, 86, 6, 84, 42, 70, 54, 58, 36, 56, 0))
			c.Blob(look.inner, 62, -22, 72, -18, 77, 8, 76, 34, 70, 40, 65, 28, 63, 4)
		}
	}
	if !look.lop {
		c.Twice(0, ear)
	}
	c.Solid(look.fur, 5, pen.Blob(0, -50, 36, -44, 60, -14, 66, 20, 42, 48, 0, 56, -42, 48, -66, 20, -60, -14, -36, -44))
	if look.lop {
		c.Twice(0, ear)
	}
	c.Oval(ink.Milk, 0, 26, 24, 18)
	eyes(c, 27, -2)
	cheeks(c, 44, 20)
	c.Box(ink.White, -6, 28, 12, 11, 3)
	c.Line(ink.Mist, 1.5, 0, 30, 0, 38)
	snout(c, 20, ink.Petal)
}

// dogLook is how a dog is coloured.
type dogLook struct{ fur, ears, face color.NRGBA }

func dogHead(c *pen.Canvas, look dogLook) {
	c.Solid(look.fur, 5, pen.Blob(0, -56, 40, -50, 62, -20, 62, 18, 42, 48, 0, 58, -42, 48, -62, 18, -62, -20, -40, -50))
	c.Blob(look.face, 0, -52, 9, -30, 12, -4, 36, 16, 34, 40, 0, 54, -34, 40, -36, 16, -12, -4, -9, -30)
	c.Twice(0, func() {
		c.Solid(look.ears, 4, pen.Blob(28, -50, 52, -58, 76, -34, 86, 2, 80, 34, 66, 36, 56, 12, 52, -16))
	})
	eyes(c, 29, -6)
	cheeks(c, 47, 16)
	c.Blob(ink.Coral, -11, 30, 11, 30, 12, 44, 0, 53, -12, 44)
	c.Line(ink.Rose, 2.2, 0, 34, 0, 44)
	c.Line(ink.Cocoa, 3, 0, 12, 0, 26)
	c.Twice(0, func() {
		c.Stroke(ink.Cocoa, 3.2, pen.From(0, 26).Cubic(3, 35, 20, 35, 22, 23))
	})
	c.Blob(ink.Cocoa, -13, 6, 0, 2, 13, 6, 9, 16, 0, 20, -9, 16)
	c.Oval(ink.Clear(ink.White, 0.55), -4, 8, 4, 2.4)
}
