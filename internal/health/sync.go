package health

import (
	"cmp"
	"context"
	"slices"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Report is what a source tells of one member's steps. Rows come in the order
// of the list; their place among all that were ever sent is given on arrival.
type Report struct {
	UserID string
	Origin string
	Rows   []Row
	// OwnBody takes the body that the member told us, instead of the rows'.
	OwnBody bool
}

// Sync takes reports in: all or nothing. Hours, days and months are up to date
// when it returns.
func (s *Service) Sync(ctx context.Context, reports ...Report) error {
	if len(reports) == 1 {
		return s.batcher.Do(ctx, reports[0])
	}
	return s.write(ctx, reports)
}

// write takes the reports of several members in, in one transaction.
func (s *Service) write(ctx context.Context, reports []Report) error {
	slices.SortStableFunc(reports, func(a, b Report) int { return cmp.Compare(a.UserID, b.UserID) })
	var ids []string
	var rows []Row
	for _, r := range reports {
		ids = append(ids, r.UserID)
		rows = append(rows, r.Rows...)
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		days, err := s.open(ctx, tx, ids, touched(rows), len(rows))
		if err != nil {
			return err
		}
		for _, p := range days.people {
			i, _ := slices.BinarySearchFunc(reports, p.UserID, func(r Report, id string) int { return cmp.Compare(r.UserID, id) })
			if err := s.take(ctx, tx, p, reports[i], days); err != nil {
				return err
			}
		}
		return s.close(ctx, tx, days)
	})
}

// touched are the dates of rows, each once.
func touched(rows []Row) []clock.Date {
	var out []clock.Date
	for _, r := range rows {
		for _, d := range r.dates() {
			if !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	return out
}

// take adds one member's rows to their days and counts those anew.
func (s *Service) take(ctx context.Context, tx *db.Tx, p person, report Report, days *openDays) error {
	origins, err := decodeStrings(p.Origins)
	if err != nil {
		return err
	}
	order, isNew := p.Sent-int64(len(report.Rows)), false
	for _, r := range report.Rows {
		r.Origin, r.Order = report.Origin, order
		if report.OwnBody {
			r.Body = p.body()
		}
		order++
		dates := r.dates()
		if days.of(p.UserID, dates[0]).knows(r) {
			continue
		}
		isNew = true
		for _, date := range dates {
			days.of(p.UserID, date).add(r)
		}
	}
	if !isNew {
		return nil
	}
	if len(origins) == 0 || origins[0] != report.Origin {
		if err := s.choose(ctx, tx, p.UserID, origins, report.Origin, days); err != nil {
			return err
		}
		origins = chosen(origins, report.Origin)
	}
	return days.merge(p.UserID, origins)
}

// choose makes a source the most recently chosen one. Days that have rows of
// several sources are opened too: in their hours another one may count now.
func (s *Service) choose(ctx context.Context, tx *db.Tx, userID string, before []string, origin string, days *openDays) error {
	if slices.Contains(before, origin) {
		mixed, err := readMixedDays(ctx, tx, userID, clock.Today(s.clock).AddDays(-changeable))
		if err != nil {
			return err
		}
		if err := days.take(mixed); err != nil {
			return err
		}
	}
	return saveOrigins(ctx, tx, userID, chosen(before, origin))
}
