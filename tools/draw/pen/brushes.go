package pen

import (
	"image/color"

	"hearten/tools/draw/ink"
)

// The short ways to the shapes that pictures are made of.

// Circle paints a circle.
func (c *Canvas) Circle(ink color.NRGBA, cx, cy, r float64) { c.Fill(ink, Circle(cx, cy, r)) }

// Oval paints an ellipse.
func (c *Canvas) Oval(ink color.NRGBA, cx, cy, rx, ry float64) { c.Fill(ink, Oval(cx, cy, rx, ry)) }

// Box paints a rectangle with round corners.
func (c *Canvas) Box(ink color.NRGBA, x, y, w, h, r float64) { c.Fill(ink, Box(x, y, w, h, r)) }

// Poly paints a polygon with round corners.
func (c *Canvas) Poly(ink color.NRGBA, r float64, xy ...float64) { c.Fill(ink, Poly(r, xy...)) }

// Blob paints a smooth closed shape.
func (c *Canvas) Blob(ink color.NRGBA, xy ...float64) { c.Fill(ink, Blob(xy...)) }

// Line paints straight lines.
func (c *Canvas) Line(ink color.NRGBA, width float64, xy ...float64) {
	c.Stroke(ink, width, Lines(xy...))
}

// Curve paints a smooth line.
func (c *Canvas) Curve(ink color.NRGBA, width float64, xy ...float64) {
	c.Stroke(ink, width, Curve(xy...))
}

// Solid paints a path with its own shade along the lower right, which makes
// the flat shape a body.
func (c *Canvas) Solid(colour color.NRGBA, shade float64, p Path) {
	c.Fill(ink.Deep(colour), p)
	c.Inside(p, func() { c.Fill(colour, p.Shift(-shade, -shade)) })
}

// Ground paints the soft shadow that something casts on what it stands on.
func (c *Canvas) Ground(cx, cy, rx float64) {
	c.Glow(ink.Clear(ink.Cocoa, 0.22), rx*0.16, Oval(cx, cy, rx, rx*0.14))
}

// Shadow paints the soft shadow of something that hangs before a wall.
func (c *Canvas) Shadow(p Path) {
	c.Glow(ink.Clear(ink.Cocoa, 0.2), 7, p.Shift(2, 6))
}
