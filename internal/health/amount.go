package health

import "math"

// Body is a height and a weight, in hundredths of a centimetre and of a
// kilogram. The zero Body is not known.
type Body struct{ Height, Weight int64 }

// Amount is steps with their distance and energy. Distance is in tenths of a
// micrometre, calories are in millionths of a kilocalorie, so that sums are
// exact and only what is shown is rounded.
type Amount struct {
	Steps    int64 `db:"steps"`
	Distance int64 `db:"distance"`
	Calories int64 `db:"calories"`
}

// Amount is what steps of this body come to: a step is 0.414 of the height, and
// a kilometre burns 0.73 kilocalories for each kilogram.
func (b Body) Amount(steps int64) Amount {
	const unit = 100_000_000
	distance := steps * b.Height * 414
	// A whole day of a very large body, times 73, would overflow 64 bits: whole
	// units and the remainder are multiplied separately.
	burnt := distance * b.Weight
	return Amount{steps, distance, burnt/unit*73 + (burnt%unit*73+unit/2)/unit}
}

// Plus adds two amounts.
func (a Amount) Plus(b Amount) Amount {
	return Amount{a.Steps + b.Steps, a.Distance + b.Distance, a.Calories + b.Calories}
}

// Minus subtracts an amount.
func (a Amount) Minus(b Amount) Amount {
	return Amount{a.Steps - b.Steps, a.Distance - b.Distance, a.Calories - b.Calories}
}

// Km and Kcal are the distance and the energy without rounding.
func (a Amount) Km() float64   { return float64(a.Distance) / 1e10 }
func (a Amount) Kcal() float64 { return float64(a.Calories) / 1e6 }

// Kilometres is the distance as it is shown, with two decimals.
func (a Amount) Kilometres() float64 { return math.Round(float64(a.Distance)/1e8) / 100 }

// Kilocalories is the energy as it is shown, with two decimals.
func (a Amount) Kilocalories() float64 { return math.Round(float64(a.Calories)/1e4) / 100 }

// averageOver divides by a number of days, to the nearest.
func (a Amount) averageOver(days int64) Amount {
	if days <= 0 {
		return Amount{}
	}
	half := days / 2
	return Amount{(a.Steps + half) / days, (a.Distance + half) / days, (a.Calories + half) / days}
}

// hundredths is how centimetres and kilograms are stored.
func hundredths(v float64) int64 { return int64(math.Round(v * 100)) }
