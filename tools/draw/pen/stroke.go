package pen

import "math"

// outline is the area a round brush covers on its way along the path.
func (p Path) outline(width float64) []polyline {
	var out []polyline
	for _, run := range p.flatten() {
		way := distinct(run.points)
		if len(way) < 2 {
			continue
		}
		if run.closed {
			if way[0] == way[len(way)-1] {
				way = way[:len(way)-1]
			}
			out = append(out, beside(way, width/2), beside(reversed(way), width/2))
			continue
		}
		// There and back again: the turns at both ends become the round caps.
		back := reversed(way)
		out = append(out, beside(append(way, back[1:len(back)-1]...), width/2))
	}
	return out
}

// beside walks a closed way and keeps to its left at a distance.
func beside(way []Point, distance float64) polyline {
	var out []Point
	for i, at := range way {
		before, after := way[(i+len(way)-1)%len(way)], way[(i+1)%len(way)]
		in, on := direction(before, at), direction(at, after)
		cross, dot := in.X*on.Y-in.Y*on.X, in.X*on.X+in.Y*on.Y
		turn := math.Atan2(cross, dot)
		if dot < -0.999 {
			turn = math.Pi // straight back, whichever way rounding leans
		}
		if turn < 0 { // the inner side of a bend
			out = append(out, aside(at, in, distance), at, aside(at, on, distance))
			continue
		}
		steps := 1 + int(turn*6)
		for s := range steps + 1 {
			sin, cos := math.Sincos(turn * float64(s) / float64(steps))
			facing := Point{in.X*cos - in.Y*sin, in.X*sin + in.Y*cos}
			out = append(out, aside(at, facing, distance))
		}
	}
	return polyline{points: out, closed: true}
}

// aside is the place to the left of one who faces a direction.
func aside(at, facing Point, distance float64) Point {
	return Point{at.X + facing.Y*distance, at.Y - facing.X*distance}
}

func direction(a, b Point) Point {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	return Point{(b.X - a.X) / length, (b.Y - a.Y) / length}
}

// distinct drops points on top of each other, between which there is no
// direction.
func distinct(in []Point) []Point {
	out := in[:1:1]
	for _, p := range in[1:] {
		last := out[len(out)-1]
		if math.Hypot(p.X-last.X, p.Y-last.Y) > 1e-6 {
			out = append(out, p)
		}
	}
	return out
}

func reversed(in []Point) []Point {
	out := make([]Point, len(in))
	for i, p := range in {
		out[len(in)-1-i] = p
	}
	return out
}
