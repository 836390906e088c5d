package pen

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// Canvas is what pictures are drawn on. It begins transparent.
type Canvas struct {
	image *image.RGBA
	place matrix
	clip  *image.Alpha // nil: everywhere
}

// New answers an empty canvas.
func New(width, height int) *Canvas {
	return &Canvas{image: image.NewRGBA(image.Rect(0, 0, width, height)), place: matrix{1, 0, 0, 0, 1, 0}}
}

// Fill paints a path.
func (c *Canvas) Fill(ink color.NRGBA, p Path) {
	c.paint(ink, c.mask(p.flatten(), 0))
}

// Stroke paints along a path with a round brush.
func (c *Canvas) Stroke(ink color.NRGBA, width float64, p Path) {
	c.paint(ink, c.mask(p.outline(width), 0))
}

// Glow paints a path with an edge that fades over a distance: a shadow or a
// light.
func (c *Canvas) Glow(ink color.NRGBA, fade float64, p Path) {
	reach := max(1, int(math.Round(fade*c.place.scale())))
	mask := c.mask(p.flatten(), reach)
	// Three rounds of averaging come close to a natural fall-off.
	for range 3 {
		blur(mask, (reach+2)/3)
	}
	c.paint(ink, mask)
}

// Inside draws so that nothing leaves the path.
func (c *Canvas) Inside(p Path, drawing func()) {
	outer := c.clip
	inner := image.NewAlpha(c.image.Bounds())
	mask := c.mask(p.flatten(), 0)
	draw.Copy(inner, mask.Rect.Min, mask, mask.Rect, draw.Src, nil)
	if outer != nil {
		multiply(inner, outer)
	}
	c.clip = inner
	drawing()
	c.clip = outer
}

// At draws around a place as origin, enlarged and turned clockwise by degrees.
func (c *Canvas) At(x, y, scale, degrees float64, drawing func()) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	c.within(matrix{scale * cos, -scale * sin, x, scale * sin, scale * cos, y}, drawing)
}

// Twice draws something and its mirror image across a vertical line.
func (c *Canvas) Twice(x float64, drawing func()) {
	drawing()
	c.Flipped(x, drawing)
}

// Flipped draws the mirror image across a vertical line.
func (c *Canvas) Flipped(x float64, drawing func()) {
	c.within(matrix{-1, 0, 2 * x, 0, 1, 0}, drawing)
}

func (c *Canvas) within(m matrix, drawing func()) {
	outer := c.place
	c.place = outer.times(m)
	drawing()
	c.place = outer
}

// grid is to what part of a pixel corners are rounded, so that machines which
// round sums differently still draw the same.
const grid = 64

// mask is how much of each pixel the runs cover, with a margin around them.
func (c *Canvas) mask(runs []polyline, margin int) *image.Alpha {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, run := range runs {
		for i, p := range run.points {
			p = c.place.apply(p)
			p = Point{math.Round(p.X*grid) / grid, math.Round(p.Y*grid) / grid}
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
			run.points[i] = p
		}
	}
	area := image.Rect(int(math.Floor(low.X))-margin, int(math.Floor(low.Y))-margin,
		int(math.Ceil(high.X))+margin, int(math.Ceil(high.Y))+margin).
		Intersect(c.image.Bounds().Inset(-margin))
	mask := image.NewAlpha(area)
	if area.Empty() {
		return mask
	}
	raster := vector.NewRasterizer(area.Dx(), area.Dy())
	raster.DrawOp = draw.Src
	for _, run := range runs {
		for i, p := range run.points {
			x, y := float32(p.X-float64(area.Min.X)), float32(p.Y-float64(area.Min.Y))
			if i == 0 {
				raster.MoveTo(x, y)
			} else {
				raster.LineTo(x, y)
			}
		}
		raster.ClosePath()
	}
	raster.Draw(mask, area, image.Opaque, image.Point{})
	return mask
}

func (c *Canvas) paint(ink color.NRGBA, mask *image.Alpha) {
	if c.clip != nil {
		multiply(mask, c.clip)
	}
	draw.DrawMask(c.image, mask.Rect, image.NewUniform(ink), image.Point{}, mask, mask.Rect.Min, draw.Over)
}
