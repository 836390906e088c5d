package pen

import "math"

// Leaf is a pointed leaf that grows from a place; 0 degrees is upwards.
func Leaf(x, y, length, width, degrees float64) Path {
	return From(x, y).
		Cubic(x-width*0.75, y-length*0.25, x-width*0.6, y-length*0.7, x, y-length).
		Cubic(x+width*0.6, y-length*0.7, x+width*0.75, y-length*0.25, x, y).
		Close().Turn(degrees, x, y)
}

// Petal is a round-ended leaf that grows from a place; 0 degrees is upwards.
func Petal(x, y, length, width, degrees float64) Path {
	return From(x, y).
		Cubic(x-width*0.3, y-length*0.3, x-width, y-length, x, y-length).
		Cubic(x+width, y-length, x+width*0.3, y-length*0.3, x, y).
		Close().Turn(degrees, x, y)
}

// Cloud is a cloud with a flat bottom; w is its width.
func Cloud(cx, cy, w float64) Path {
	return Box(cx-w*0.5, cy-w*0.08, w, w*0.24, w*0.12).And(
		Circle(cx-w*0.2, cy-w*0.06, w*0.17),
		Circle(cx+w*0.08, cy-w*0.13, w*0.23),
		Circle(cx+w*0.31, cy-w*0.01, w*0.13))
}

// Star is a star with soft points; waist is how deep it goes in, of 1.
func Star(cx, cy, r float64, tips int, waist float64) Path {
	xy := make([]float64, 0, 4*tips)
	for i := range 2 * tips {
		length := r
		if i%2 == 1 {
			length = r * waist
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(tips))
		xy = append(xy, cx+length*sin, cy-length*cos)
	}
	return Poly(r*0.14, xy...)
}

// Heart is a heart of a width around a centre.
func Heart(cx, cy, w float64) Path {
	s := w / 2
	return From(cx, cy+s*0.9).
		Cubic(cx-s*0.35, cy+s*0.55, cx-s, cy+s*0.15, cx-s, cy-s*0.3).
		Cubic(cx-s, cy-s*0.95, cx-s*0.2, cy-s*0.95, cx, cy-s*0.4).
		Cubic(cx+s*0.2, cy-s*0.95, cx+s, cy-s*0.95, cx+s, cy-s*0.3).
		Cubic(cx+s, cy+s*0.15, cx+s*0.35, cy+s*0.55, cx, cy+s*0.9).Close()
}

// Drop is a drop that hangs from a place.
func Drop(x, y, length, width float64) Path {
	r := width / 2
	return From(x, y).
		Cubic(x+r*0.3, y+length*0.35, x+r, y+length*0.5, x+r, y+length-r).
		Cubic(x+r, y+length-r*(1-arc), x+r*arc, y+length, x, y+length).
		Cubic(x-r*arc, y+length, x-r, y+length-r*(1-arc), x-r, y+length-r).
		Cubic(x-r, y+length*0.5, x-r*0.3, y+length*0.35, x, y).Close()
}

// Flower is petals around a centre, as one shape.
func Flower(cx, cy, r float64, petals int) Path {
	var p Path
	for i := range petals {
		p = p.And(Petal(cx, cy, r, r*2.1/float64(petals), 360*float64(i)/float64(petals)))
	}
	return p
}
