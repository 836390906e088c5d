package gallery

import (
	"image/color"

	"hearten/tools/draw/ink"
	"hearten/tools/draw/pen"
)

// The mascots as everyone first meets them.
var (
	sunny  = sunLook{disc: ink.Honey, long: ink.Amber, short: ink.Butter}
	bunny  = rabbitLook{fur: ink.Milk, inner: ink.Petal}
	puppy  = dogLook{fur: ink.Wood, ears: ink.Bark, face: ink.Cream}
	tabby  = ink.Mix(ink.Mix(ink.Stone, ink.Sky, 0.3), ink.Milk, 0.2)
	stripe = ink.Mix(tabby, ink.Navy, 0.35)
)

func kitty(c *pen.Canvas) {
	catHead(c, catLook{fur: tabby, marks: func() {
		c.Line(stripe, 7, 0, -60, 0, -36)
		c.Twice(0, func() {
			c.Line(stripe, 6, 15, -56, 12, -40)
			c.Line(stripe, 6, 72, -6, 58, -2)
			c.Line(stripe, 6, 74, 8, 62, 9)
		})
	}})
}

// portraits are what members without a picture of their own look like.
var portraits = pictures{
	"1": func(c *pen.Canvas) {
		portrait(c, ink.Sky, ink.Haze, 128, 1.16, func() { sunHead(c, sunny) })
	},
	"2": func(c *pen.Canvas) {
		portrait(c, ink.Petal, ink.Blush, 140, 1.2, func() { kitty(c) })
	},
	"3": func(c *pen.Canvas) {
		portrait(c, ink.Sage, ink.Mint, 160, 1.12, func() { rabbitHead(c, bunny) })
	},
	"4": func(c *pen.Canvas) {
		portrait(c, ink.Honey, ink.Butter, 132, 1.2, func() { dogHead(c, puppy) })
	},
}

// portrait frames a head in a round.
func portrait(c *pen.Canvas, rim, ground color.NRGBA, y, scale float64, head func()) {
	round := pen.Circle(128, 128, 126)
	c.Fill(ink.Mix(rim, ground, 0.45), round)
	c.Circle(ground, 128, 128, 116)
	c.Inside(round, func() {
		c.Circle(ink.Clear(ink.White, 0.45), 52, 66, 26)
		c.Circle(ink.Clear(ink.White, 0.35), 210, 190, 20)
		c.Circle(ink.Clear(ink.White, 0.35), 206, 52, 10)
		c.Glow(ink.Clear(ink.Cocoa, 0.16), 14, pen.Oval(128, y+62*scale, 52*scale, 9))
		c.At(128, y, scale, 0, head)
	})
}
