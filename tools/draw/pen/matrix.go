package pen

import "math"

// matrix is an affine map, row by row.
type matrix [6]float64

func (m matrix) apply(p Point) Point {
	return Point{m[0]*p.X + m[1]*p.Y + m[2], m[3]*p.X + m[4]*p.Y + m[5]}
}

// times answers the map that does n first, then m.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[3], m[0]*n[1] + m[1]*n[4], m[0]*n[2] + m[1]*n[5] + m[2],
		m[3]*n[0] + m[4]*n[3], m[3]*n[1] + m[4]*n[4], m[3]*n[2] + m[4]*n[5] + m[5],
	}
}

// scale is how much the map enlarges.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[4] - m[1]*m[3])) }
