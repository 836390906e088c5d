package health

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Slot is an hour, a day or a month with what was counted in it.
type Slot struct {
	// Start is its first instant; of days and months the Hong Kong midnight.
	Start time.Time
	Amount
	// Recorded tells a slot with a record of zero from one without a record.
	Recorded bool
}

// Period is all slots of a period in order, with their total.
type Period struct {
	Slots   []Slot
	Total   Amount
	Average Amount
	// FullDay is for hours: their source reports whole days.
	FullDay bool
}

func (p *Period) add(s Slot) {
	p.Slots = append(p.Slots, s)
	p.Total = p.Total.Plus(s.Amount)
}

// filter drops slots and counts the total again.
func (p *Period) filter(wanted func(Slot) bool) {
	all := p.Slots
	p.Slots, p.Total = nil, Amount{}
	for _, s := range all {
		if wanted(s) {
			p.add(s)
		}
	}
}

// Hours reads the hours of whole days.
func (s *Service) Hours(ctx context.Context, userID string, first, last clock.Date) (Period, error) {
	origins, stored, err := listHours(ctx, s.DB, userID, first, last)
	if err != nil {
		return Period{}, err
	}
	byDay := map[clock.Date][24]dayHour{}
	for _, d := range stored {
		if byDay[d.Day], err = decodeHours(d.Hours); err != nil {
			return Period{}, err
		}
	}
	var p Period
	var shown []dayHour
	for d := first; !last.Before(d); d = d.AddDays(1) {
		hours := byDay[d]
		for i, h := range hours {
			p.add(Slot{d.Start().Add(time.Duration(i) * time.Hour), h.total(), h != (dayHour{})})
			shown = append(shown, h)
		}
	}
	p.FullDay = isFullDay(s.FullDaySources, origins, shown)
	return p, nil
}

// Days reads the totals of days.
func (s *Service) Days(ctx context.Context, userID string, first, last clock.Date) (Period, error) {
	found, err := listDayTotals(ctx, s.DB, userID, first, last)
	if err != nil {
		return Period{}, err
	}
	var p Period
	for d := first; !last.Before(d); d = d.AddDays(1) {
		amount, ok := found[d]
		p.add(Slot{d.Start(), amount, ok})
	}
	p.Average = p.Total.averageOver(s.begunDays(first, last))
	return p, nil
}

// Months reads the totals of months, given by their first days.
func (s *Service) Months(ctx context.Context, userID string, first, last clock.Date) (Period, error) {
	found, err := listMonthTotals(ctx, s.DB, userID, monthOf(first), monthOf(last))
	if err != nil {
		return Period{}, err
	}
	var p Period
	for d := first; !last.Before(d); d = nextMonth(d) {
		amount, ok := found[monthOf(d)]
		p.add(Slot{d.Start(), amount, ok})
	}
	p.Average = p.Total.averageOver(s.begunDays(first, nextMonth(last).AddDays(-1)))
	return p, nil
}

// begunDays is how many of the days have begun.
func (s *Service) begunDays(first, last clock.Date) int64 {
	if today := clock.Today(s.Clock); today.Before(last) {
		last = today
	}
	if last.Before(first) {
		return 0
	}
	return int64(last.Start().Sub(first.Start())/(24*time.Hour)) + 1
}

// FetchMode is what the slots of a period are.
type FetchMode int

// The modes.
const (
	Hourly  FetchMode = 1
	Daily   FetchMode = 2
	Monthly FetchMode = 3
)

// Fetch reads the slots that a user's period touches, for another service; days
// and months are whole. All includes the slots without a record.
func (s *Service) Fetch(ctx context.Context, userID string, mode FetchMode, from, to time.Time, all bool) (p Period, err error) {
	if err := checkExists(ctx, s.DB, userID); err != nil {
		return p, err
	}
	first, last := clock.DateOf(from), clock.DateOf(to.Add(-time.Millisecond))
	switch mode {
	case Hourly:
		if p, err = s.Hours(ctx, userID, first, last); err == nil {
			p.filter(func(slot Slot) bool { return slot.Start.Add(time.Hour).After(from) && slot.Start.Before(to) })
		}
	case Daily:
		p, err = s.Days(ctx, userID, first, last)
	default:
		p, err = s.Months(ctx, userID, firstOfMonth(first), firstOfMonth(last))
	}
	if err != nil {
		return Period{}, err
	}
	if !from.Before(to) { // an empty period
		p = Period{FullDay: p.FullDay}
	}
	if !all {
		p.filter(func(slot Slot) bool { return slot.Recorded })
	}
	return p, nil
}

// ListDays lists the recorded days of a user within reach, and their sum.
func (s *Service) ListDays(ctx context.Context, who access.Staff, userID string, first, last clock.Date, p page.Request) (page.Of[listedDay], int64, error) {
	if err := checkReach(ctx, s.DB, who, userID); err != nil {
		return page.Of[listedDay]{}, 0, err
	}
	return listDays(ctx, s.DB, userID, first, last, p)
}

// Pointer is the end of the member's last row, or nil.
func (s *Service) Pointer(ctx context.Context, who access.Member) (*time.Time, error) {
	return findPointer(ctx, s.DB, who.ID)
}

// PointerOf is Pointer for another service, which may name a user who does not
// exist.
func (s *Service) PointerOf(ctx context.Context, userID string) (*time.Time, error) {
	if err := checkExists(ctx, s.DB, userID); err != nil {
		return nil, err
	}
	return findPointer(ctx, s.DB, userID)
}

// Connected is what the member's device last said about its health data.
func (s *Service) Connected(ctx context.Context, who access.Member) (bool, error) {
	return findConnected(ctx, s.DB, who.ID)
}

// QuietUsers are those of the users who have no row since that many days ago,
// in the order they were asked for, each once.
func (s *Service) QuietUsers(ctx context.Context, ids []string, days int) ([]string, error) {
	if len(ids) == 0 {
		return []string{}, nil
	}
	found, err := listQuiet(ctx, s.DB, ids, clock.Today(s.Clock).AddDays(-days).Start())
	if err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, id := range found {
		left[id] = true
	}
	out := make([]string, 0, len(found))
	for _, id := range ids {
		if left[id] {
			delete(left, id)
			out = append(out, id)
		}
	}
	return out, nil
}

// TotalOf is how many steps count for a user's day, for missions.
func (s *Service) TotalOf(ctx context.Context, userID string, day clock.Date) (int64, error) {
	return findDayTotal(ctx, s.DB, userID, day)
}

// Figures are a user's totals of the current day, week, month and year.
type Figures struct{ Daily, Weekly, Monthly, Yearly Amount }

// ReadFigures reads a user's totals up to now, in two queries.
func ReadFigures(ctx context.Context, r db.Reader, userID string, now time.Time) (Figures, error) {
	today := clock.DateOf(now)
	var f Figures
	days, err := listDayTotals(ctx, r, userID, monday(today), monday(today).AddDays(6))
	if err != nil {
		return f, err
	}
	f.Daily = days[today]
	for _, amount := range days {
		f.Weekly = f.Weekly.Plus(amount)
	}
	first := firstOfYear(today)
	months, err := listMonthTotals(ctx, r, userID, monthOf(first), monthOf(today))
	f.Monthly = months[monthOf(today)]
	for _, amount := range months {
		f.Yearly = f.Yearly.Plus(amount)
	}
	return f, err
}

// Explanation is how a day came to its total.
type Explanation struct {
	Date  clock.Date
	Total Amount
	Hours []ExplainedHour
	// RowsKept is false once the reported rows are deleted: then what was set
	// aside is not known any more.
	RowsKept    bool
	adjustments []listedAdjustment
}

// ExplainedHour is an hour with a record.
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
	return explain(ctx, s.DB, who.ID, date)
}

// ExplainToStaff tells the same of a user within reach.
func (s *Service) ExplainToStaff(ctx context.Context, who access.Staff, userID string, date clock.Date) (Explanation, error) {
	if err := checkReach(ctx, s.DB, who, userID); err != nil {
		return Explanation{}, err
	}
	return explain(ctx, s.DB, userID, date)
}

func explain(ctx context.Context, r db.Reader, userID string, date clock.Date) (Explanation, error) {
	e := Explanation{Date: date}
	origins, err := findOrigins(ctx, r, userID)
	if err != nil {
		return e, err
	}
	stored, err := findDay(ctx, r, userID, date)
	if err != nil {
		return e, err
	}
	if e.adjustments, err = listAdjustments(ctx, r, userID, date); err != nil {
		return e, err
	}
	d := &day{date: date}
	if len(stored) > 0 {
		if d, err = stored[0].decode(); err != nil {
			return e, err
		}
	}
	rows := append(d.rows, d.past...)
	e.Total, e.RowsKept = d.total(), d.last == nil || len(rows) > 0
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

// The calendar of periods.

// monthOf is the month of a date, YYYY-MM.
func monthOf(d clock.Date) string { return d.String()[:7] }

// monday is the first day of the week of a date.
func monday(d clock.Date) clock.Date {
	return d.AddDays(-(int(d.Start().In(clock.HongKong).Weekday()) + 6) % 7)
}

func firstOfMonth(d clock.Date) clock.Date { return clock.Date{Year: d.Year, Month: d.Month, Day: 1} }

func nextMonth(d clock.Date) clock.Date { return firstOfMonth(firstOfMonth(d).AddDays(31)) }

func firstOfYear(d clock.Date) clock.Date {
	return clock.Date{Year: d.Year, Month: time.January, Day: 1}
}
