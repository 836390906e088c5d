package health

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Explanation is how a day came to its total.
type Explanation struct {
	Date  clock.Date
	Total Amount
	Hours []ExplainedHour
	// Kept is false once the reported rows are forgotten: then what was set
	// aside is not known any more.
	Kept      bool
	additions []addition
}

// ExplainedHour is an hour with something in it.
type ExplainedHour struct {
	Hour int
	// Origin is the source that counts, "" when none does.
	Origin  string
	Counted int64
	Added   int64
	Overlap int64
	Others  []Other
}

// Explain tells a member how a day was counted.
func (s *Service) Explain(ctx context.Context, who access.Member, date clock.Date) (Explanation, error) {
	return explain(ctx, s.db, who.ID, date)
}

// ExplainToStaff tells the same of a user within reach.
func (s *Service) ExplainToStaff(ctx context.Context, who access.Staff, userID string, date clock.Date) (Explanation, error) {
	if err := reach(ctx, s.db, who, userID); err != nil {
		return Explanation{}, err
	}
	return explain(ctx, s.db, userID, date)
}

func explain(ctx context.Context, r db.Reader, userID string, date clock.Date) (Explanation, error) {
	e := Explanation{Date: date}
	origins, err := readOrigins(ctx, r, userID)
	if err != nil {
		return e, err
	}
	stored, err := readStoredDay(ctx, r, userID, date)
	if err != nil {
		return e, err
	}
	if e.additions, err = additions(ctx, r, userID, date); err != nil {
		return e, err
	}
	d := &day{date: date}
	if len(stored) > 0 {
		if d, err = stored[0].read(); err != nil {
			return e, err
		}
	}
	rows := append(d.rows, d.past...)
	e.Total, e.Kept = d.total(), d.last == nil || len(rows) > 0
	merged, _ := Merge(spanOf(date), rows, origins)
	for i, h := range d.hours {
		if h == (dayHour{}) && merged[i].Origin == "" {
			continue
		}
		e.Hours = append(e.Hours, ExplainedHour{Hour: i, Origin: h.origin, Counted: h.counted.Steps, Added: h.added.Steps,
			Overlap: merged[i].Overlap, Others: merged[i].Others})
	}
	return e, nil
}
