// Package ink is the palette of the App's pictures: warm, calm colours around
// the programme's muted rose. Pictures take their colours from here so that
// they look like one family.
package ink

import (
	"image/color"
	"math"
)

// The palette.
var (
	White = hex(0xffffff)
	Milk  = hex(0xfffaf1)
	Cream = hex(0xfbf0dc)
	Sand  = hex(0xe8d2ab)
	Stone = hex(0xbcb4aa)
	Mist  = hex(0xe9e5df)

	Blush = hex(0xf8dcdc)
	Petal = hex(0xe9a3ae)
	Rose  = hex(0xc2556b)
	Wine  = hex(0x8f3a4f)
	Coral = hex(0xee917c)

	Butter = hex(0xf9e0a0)
	Honey  = hex(0xf3bd5f)
	Amber  = hex(0xe0924a)
	Clay   = hex(0xc5714f)

	Mint = hex(0xd6e7d3)
	Sage = hex(0x93b38d)
	Moss = hex(0x628a68)
	Pine = hex(0x45654f)

	Haze  = hex(0xe0eef4)
	Sky   = hex(0xadd3e6)
	Sea   = hex(0x6aa5bf)
	Navy  = hex(0x3f5f7e)
	Night = hex(0x36486b)

	Veil  = hex(0xe9e1f0)
	Lilac = hex(0xbda9d2)
	Plum  = hex(0x7f658f)

	Wood  = hex(0xcf9f6c)
	Bark  = hex(0x966a4b)
	Cocoa = hex(0x5a4038) // lines and features, in place of black
	Skin  = hex(0xf5cfae)
	Tan   = hex(0xe0ab82)
)

func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255}
}

// Mix answers a colour between two; 0 is the first, 1 the second.
func Mix(a, b color.NRGBA, t float64) color.NRGBA {
	between := func(x, y uint8) uint8 {
		return uint8(math.Round(float64(x)*(1-t) + float64(y)*t))
	}
	return color.NRGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), between(a.A, b.A)}
}

// Deep is a colour in its own shade.
func Deep(c color.NRGBA) color.NRGBA { return Mix(c, Cocoa, 0.16) }

// Clear is a colour that lets what lies below shine through; 0 is invisible.
func Clear(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * opacity))
	return c
}
