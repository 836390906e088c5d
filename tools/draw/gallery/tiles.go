package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// card is the shape of every shop picture.
var card = pen.Box(0, 0, square, square, 40)

// tile paints a thing of the shop on a card with a lighter round behind it.
func tile(c *pen.Canvas, ground color.NRGBA, thing func()) {
	c.Inside(card, func() {
		c.Fill(ground, card)
		c.Circle(ink.Mix(ground, ink.White, 0.45), 128, 128, 104)
		thing()
	})
}

// party paints a thing for birthdays: a card strewn with confetti.
func party(c *pen.Canvas, thing func()) {
	tile(c, ink.Blush, func() {
		confetti(c)
		thing()
	})
}

func confetti(c *pen.Canvas) {
	colours := []color.NRGBA{ink.Rose, ink.Honey, ink.Sea, ink.Sage, ink.Lilac, ink.Coral}
	for i, at := range []pen.Point{
		{X: 30, Y: 44}, {X: 66, Y: 22}, {X: 192, Y: 26}, {X: 228, Y: 50}, {X: 22, Y: 104},
		{X: 236, Y: 112}, {X: 34, Y: 166}, {X: 224, Y: 172}, {X: 52, Y: 80}, {X: 208, Y: 84},
		{X: 110, Y: 16}, {X: 152, Y: 20}, {X: 20, Y: 212}, {X: 238, Y: 216},
	} {
		c.At(at.X, at.Y, 1, float64(i)*47, func() {
			ink := colours[i%len(colours)]
			switch i % 3 {
			case 0:
				c.Box(ink, -6, -3, 12, 6, 2)
			case 1:
				c.Circle(ink, 0, 0, 4.4)
			default:
				c.Curve(ink, 3.6, -8, 0, -3, -4, 2, 3, 8, 0)
			}
		})
	}
}

// sparkle paints a small four-pointed gleam.
func sparkle(c *pen.Canvas, colour color.NRGBA, x, y, r float64) {
	k := r * 0.16
	c.Fill(colour, pen.From(x, y-r).Quad(x+k, y-k, x+r, y).Quad(x+k, y+k, x, y+r).
		Quad(x-k, y+k, x-r, y).Quad(x-k, y-k, x, y-r).Close())
}

// steam paints what rises from something warm.
func steam(c *pen.Canvas, x, y, height float64) {
	c.Curve(ink.Clear(ink.White, 0.85), 6, x, y, x-height*0.16, y-height*0.3, x+height*0.12, y-height*0.65, x-height*0.04, y-height)
}
