// Package health is steps that are counted once: what devices report for
// stretches of time becomes hours, days and months, whatever comes twice, late,
// overlapping or from several sources.
package health

import (
	"slices"
	"time"

	"hearten/internal/audit"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	audit    *audit.Service
	missions *mission.Service
	// fullDay are the sources that report whole days.
	fullDay []string
	// batcher lets members who report at the same moment share a transaction.
	batcher *db.Batcher[Report]
}

// New builds the service.
func New(d *db.DB, c clock.Clock, a *audit.Service, m *mission.Service, fullDay []string) *Service {
	s := &Service{db: d, clock: c, audit: a, missions: m, fullDay: fullDay}
	s.batcher = db.NewBatcher(func(r Report) string { return r.UserID }, s.write)
	return s
}

const (
	// Legacy is the source of rows that name none.
	Legacy = "legacy"
	// reportable is how old a row may be to count.
	reportable = 60 * 24 * time.Hour
	// changeable is the days whose hours may still change: a row that still
	// counts began a day earlier at most.
	changeable = 62
	// remembered is the days whose rows are kept: those of a changeable day, and
	// time for the sweep to come by.
	remembered = 64
	// maxOrigins bounds the sources of a member.
	maxOrigins = 100
)

// subject is how the audit log names someone's steps.
const subject = "steps"

var errDayFull = fault.New(fault.Validation, "%s 的記錄太多", "There are too many rows for %s")

// chosen puts a source in front of the others.
func chosen(origins []string, origin string) []string {
	out := append(make([]string, 0, len(origins)+1), origin)
	for _, o := range origins {
		if o != origin {
			out = append(out, o)
		}
	}
	return out[:min(len(out), maxOrigins)]
}

// isFullDay reports whether the chosen source of the shown hours reports whole
// days; where no hour has one, the chosen source of all.
func (s *Service) isFullDay(origins []string, hours []dayHour) bool {
	shown := -1
	for _, h := range hours {
		if h.origin == "" {
			continue
		}
		if r := rank(origins, h.origin); shown < 0 || r < shown {
			shown = r
		}
	}
	shown = max(shown, 0)
	return shown < len(origins) && slices.Contains(s.fullDay, origins[shown])
}
