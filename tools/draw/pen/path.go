// Package pen draws flat, rounded vector art: paths are filled or stroked with
// soft edges on a canvas, which is then written as a small palette PNG. The
// same drawing gives the same bytes on every machine.
package pen

import "math"

// Point is a place on the canvas; y grows downwards.
type Point struct{ X, Y float64 }

type verb uint8

const (
	move verb = iota
	line
	quad
	cubic
	closed
)

type segment struct {
	verb verb
	p    [3]Point // as many as the verb takes, the end point last
}

// points is how many points each verb takes.
var points = [...]int{move: 1, line: 1, quad: 2, cubic: 3, closed: 0}

// Path is a sequence of lines and curves. Its methods answer a new path.
type Path struct{ segments []segment }

// From begins a path.
func From(x, y float64) Path { return Path{}.then(move, x, y) }

// To goes on in a straight line.
func (p Path) To(x, y float64) Path { return p.then(line, x, y) }

// Quad goes on in a curve with one control point.
func (p Path) Quad(cx, cy, x, y float64) Path { return p.then(quad, cx, cy, x, y) }

// Cubic goes on in a curve with two control points.
func (p Path) Cubic(ax, ay, bx, by, x, y float64) Path { return p.then(cubic, ax, ay, bx, by, x, y) }

// Close goes back to where the path began. Only strokes tell the difference.
func (p Path) Close() Path { return p.then(closed) }

func (p Path) then(v verb, at ...float64) Path {
	s := segment{verb: v}
	for i := range points[v] {
		s.p[i] = Point{at[2*i], at[2*i+1]}
	}
	return Path{append(p.segments[:len(p.segments):len(p.segments)], s)}
}

// And joins paths into one, to be filled as a whole.
func (p Path) And(others ...Path) Path {
	all := p.segments[:len(p.segments):len(p.segments)]
	for _, other := range others {
		all = append(all, other.segments...)
	}
	return Path{all}
}

// Shift moves the path.
func (p Path) Shift(dx, dy float64) Path {
	return p.each(func(q Point) Point { return Point{q.X + dx, q.Y + dy} })
}

// Turn rotates the path clockwise by degrees around a point.
func (p Path) Turn(degrees, cx, cy float64) Path {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return p.each(func(q Point) Point {
		x, y := q.X-cx, q.Y-cy
		return Point{cx + x*cos - y*sin, cy + x*sin + y*cos}
	})
}

// Stretch scales the path away from a point.
func (p Path) Stretch(sx, sy, cx, cy float64) Path {
	return p.each(func(q Point) Point { return Point{cx + (q.X-cx)*sx, cy + (q.Y-cy)*sy} })
}

func (p Path) each(f func(Point) Point) Path {
	out := make([]segment, len(p.segments))
	for i, s := range p.segments {
		for j := range points[s.verb] {
			s.p[j] = f(s.p[j])
		}
		out[i] = s
	}
	return Path{out}
}

// polyline is a run of a path as straight lines.
type polyline struct {
	points []Point
	closed bool
}

// curveSteps is into how many lines a curve is cut. No curve here is long
// enough to show its corners.
const curveSteps = 24

// flatten cuts the path into straight lines.
func (p Path) flatten() []polyline {
	var runs []polyline
	for _, s := range p.segments {
		if s.verb == move {
			runs = append(runs, polyline{points: []Point{s.p[0]}})
			continue
		}
		run := &runs[len(runs)-1]
		from := run.points[len(run.points)-1]
		switch s.verb {
		case line:
			run.points = append(run.points, s.p[0])
		case quad:
			// A curve with one control point is one with two.
			a, b := towards(from, s.p[0], 2.0/3), towards(s.p[1], s.p[0], 2.0/3)
			run.points = append(run.points, bezier(from, a, b, s.p[1])...)
		case cubic:
			run.points = append(run.points, bezier(from, s.p[0], s.p[1], s.p[2])...)
		case closed:
			run.closed = true
		}
	}
	return runs
}

func bezier(a, b, c, d Point) []Point {
	out := make([]Point, curveSteps)
	for i := range out {
		t := float64(i+1) / curveSteps
		ab, bc, cd := towards(a, b, t), towards(b, c, t), towards(c, d, t)
		out[i] = towards(towards(ab, bc, t), towards(bc, cd, t), t)
	}
	return out
}

func towards(a, b Point, t float64) Point {
	return Point{a.X + (b.X-a.X)*t, a.Y + (b.Y-a.Y)*t}
}
