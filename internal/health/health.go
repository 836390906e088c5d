// Package health manages steps: devices report rows of steps for stretches of
// time, and the package counts each step once, by hour, day and month, whether
// rows come twice, late, overlapping or from several sources.
//
// A sync goes through four files: http_sync.go reads the request, rules.go checks
// its rows, sync.go adds them to the stored days and counts those again with
// Merge in rules.go, and store.go reads and writes the days.
package health

import (
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
