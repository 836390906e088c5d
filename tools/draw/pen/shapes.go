package pen

import "math"

// All shapes run clockwise, so that joined ones add up instead of cutting
// holes into each other.

// arc is how far a curve's control points lie out for a quarter of a circle.
const arc = 0.5522847498

// Circle is a circle.
func Circle(cx, cy, r float64) Path { return Oval(cx, cy, r, r) }

// Oval is an ellipse.
func Oval(cx, cy, rx, ry float64) Path {
	kx, ky := rx*arc, ry*arc
	return From(cx, cy-ry).
		Cubic(cx+kx, cy-ry, cx+rx, cy-ky, cx+rx, cy).
		Cubic(cx+rx, cy+ky, cx+kx, cy+ry, cx, cy+ry).
		Cubic(cx-kx, cy+ry, cx-rx, cy+ky, cx-rx, cy).
		Cubic(cx-rx, cy-ky, cx-kx, cy-ry, cx, cy-ry).Close()
}

// Box is a rectangle with round corners.
func Box(x, y, w, h, r float64) Path {
	r = min(r, w/2, h/2)
	k := r * (1 - arc)
	return From(x+r, y).To(x+w-r, y).Cubic(x+w-k, y, x+w, y+k, x+w, y+r).
		To(x+w, y+h-r).Cubic(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		To(x+r, y+h).Cubic(x+k, y+h, x, y+h-k, x, y+h-r).
		To(x, y+r).Cubic(x, y+k, x+k, y, x+r, y).Close()
}

// Dome is the upper half of an ellipse that stands on its centre line.
func Dome(cx, cy, rx, ry float64) Path {
	kx, ky := rx*arc, ry*arc
	return From(cx-rx, cy).Cubic(cx-rx, cy-ky, cx-kx, cy-ry, cx, cy-ry).
		Cubic(cx+kx, cy-ry, cx+rx, cy-ky, cx+rx, cy).Close()
}

// Arc is an open piece of a circle, in degrees clockwise from the right.
func Arc(cx, cy, r, from, to float64) Path {
	const steps = 32
	var p Path
	for i := range steps + 1 {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/steps) * math.Pi / 180)
		if x, y := cx+r*cos, cy+r*sin; i == 0 {
			p = From(x, y)
		} else {
			p = p.To(x, y)
		}
	}
	return p
}

// Lines is an open run of straight lines through x, y pairs.
func Lines(xy ...float64) Path {
	p := From(xy[0], xy[1])
	for i := 2; i < len(xy); i += 2 {
		p = p.To(xy[i], xy[i+1])
	}
	return p
}

// Poly is a polygon with round corners through x, y pairs.
func Poly(r float64, xy ...float64) Path {
	n := len(xy) / 2
	at := func(i int) Point { i = (i + n) % n; return Point{xy[2*i], xy[2*i+1]} }
	var p Path
	for i := range n {
		corner := at(i)
		a, b := shorten(corner, at(i-1), r), shorten(corner, at(i+1), r)
		if i == 0 {
			p = From(a.X, a.Y)
		} else {
			p = p.To(a.X, a.Y)
		}
		p = p.Quad(corner.X, corner.Y, b.X, b.Y)
	}
	return p.Close()
}

// shorten is the place a little from a corner, at most half way to the next.
func shorten(corner, next Point, r float64) Point {
	length := math.Hypot(next.X-corner.X, next.Y-corner.Y)
	return towards(corner, next, min(r/length, 0.5))
}

// Blob is a smooth closed curve through x, y pairs.
func Blob(xy ...float64) Path {
	n := len(xy) / 2
	at := func(i int) Point { i = (i + n) % n; return Point{xy[2*i], xy[2*i+1]} }
	return smooth(n, at).Close()
}

// Curve is a smooth open curve through x, y pairs.
func Curve(xy ...float64) Path {
	last := len(xy)/2 - 1
	at := func(i int) Point { i = max(0, min(i, last)); return Point{xy[2*i], xy[2*i+1]} }
	return smooth(last, at)
}

// smooth is a Catmull-Rom spline.
func smooth(n int, at func(int) Point) Path {
	p := From(at(0).X, at(0).Y)
	for i := range n {
		before, a, b, after := at(i-1), at(i), at(i+1), at(i+2)
		p = p.Cubic(a.X+(b.X-before.X)/6, a.Y+(b.Y-before.Y)/6, b.X-(after.X-a.X)/6, b.Y-(after.Y-a.Y)/6, b.X, b.Y)
	}
	return p
}
