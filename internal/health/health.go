// Package health manages steps: devices report rows of steps for stretches of
// time, and the package counts each step once, by hour, day and month, whether
// rows come twice, late, overlapping or from several sources.
//
// A sync goes through four files: http_sync.go reads the request, rules.go checks
// its rows, sync.go adds them to the stored days and counts those again with
// Merge in rules.go, and store.go reads and writes the days.
package health

import (
	"math"
	"time"

	"hearten/internal/audit"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Deps are what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Service
	Missions *mission.Service
	// FullDaySources are the sources that report whole days.
	FullDaySources []string
}

// Service has the use cases of the area.
type Service struct {
	Deps
	// batcher lets members who report at the same moment share a transaction.
	batcher *db.Batcher[Report]
}

// New builds the service.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.batcher = db.NewBatcher(func(r Report) string { return r.UserID }, s.writeReports)
	return s
}

const (
	// Legacy is the source of rows that name none.
	Legacy = "legacy"
	// maxRowAge is how old a row may be to count.
	maxRowAge = 60 * 24 * time.Hour
	// changeableDays is how many days back the hours may still change: a row that
	// still counts began one day before maxRowAge at most.
	changeableDays = 62
	// keptDays is how many days back the rows are kept: those of a changeable day,
	// and time for the sweep to run.
	keptDays = 64
	// maxOrigins bounds the sources of a member.
	maxOrigins = 100
)

// auditSubject is how the audit log names someone's steps.
const auditSubject = "steps"

var errDayFull = fault.New(fault.Validation, "%s 的記錄太多", "There are too many rows for %s")

// Row is steps that a source reported for a stretch of time.
type Row struct {
	Origin string
	Span
	Steps int64
	// Order is the row's place among all that the member ever sent.
	Order int64
	// Body is whose steps they were, as it was when the row was sent.
	Body Body
}

// Span is a stretch of time from Start up to End, in milliseconds since 1970.
type Span struct{ Start, End int64 }

func (s Span) length() int64 { return s.End - s.Start }

// dates are the days that a span touches.
func (s Span) dates() []clock.Date {
	first, last := clock.DateOf(time.UnixMilli(s.Start)), clock.DateOf(time.UnixMilli(s.End-1))
	out := []clock.Date{first}
	for d := first; d.Before(last); {
		d = d.AddDays(1)
		out = append(out, d)
	}
	return out
}

func spanOf(d clock.Date) Span {
	start := d.Start().UnixMilli()
	return Span{start, start + dayMS}
}

const (
	hourMS = int64(3_600_000)
	dayMS  = 24 * hourMS
)

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
