package health

import (
	"context"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Slot is an hour, a day or a month with what was counted in it.
type Slot struct {
	// Start is its first instant; of days and months the Hong Kong midnight.
	Start time.Time
	Amount
	// Recorded tells an empty slot from one with a record of zero.
	Recorded bool
}

// Period is slots in order, filled, with their total.
type Period struct {
	Slots   []Slot
	Total   Amount
	Average Amount
	// FullDay is for hours: their source reports whole days.
	FullDay bool
}

// hours reads the hours of whole days.
func (s *Service) hours(ctx context.Context, userID string, first, last clock.Date) (Period, error) {
	origins, stored, err := readHours(ctx, s.db, userID, first, last)
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
	p.FullDay = s.isFullDay(origins, shown)
	return p, nil
}

// days reads the totals of days.
func (s *Service) days(ctx context.Context, userID string, first, last clock.Date) (Period, error) {
	found, err := readDayTotals(ctx, s.db, userID, first, last)
	if err != nil {
		return Period{}, err
	}
	var p Period
	for d := first; !last.Before(d); d = d.AddDays(1) {
		amount, ok := found[d]
		p.add(Slot{d.Start(), amount, ok})
	}
	p.Average = p.Total.over(s.elapsed(first, last))
	return p, nil
}

// months reads the totals of months, given by their first days.
func (s *Service) months(ctx context.Context, userID string, first, last clock.Date) (Period, error) {
	found, err := readMonthTotals(ctx, s.db, userID, monthOf(first), monthOf(last))
	if err != nil {
		return Period{}, err
	}
	var p Period
	for d := first; !last.Before(d); d = nextMonth(d) {
		amount, ok := found[monthOf(d)]
		p.add(Slot{d.Start(), amount, ok})
	}
	p.Average = p.Total.over(s.elapsed(first, nextMonth(last).AddDays(-1)))
	return p, nil
}

func (p *Period) add(s Slot) {
	p.Slots = append(p.Slots, s)
	p.Total = p.Total.Plus(s.Amount)
}

// elapsed is how many of the days have begun.
func (s *Service) elapsed(first, last clock.Date) int64 {
	if today := clock.Today(s.clock); today.Before(last) {
		last = today
	}
	return daysFrom(first, last)
}

// daysFrom counts the days from one date to another, both included.
func daysFrom(first, last clock.Date) int64 {
	if last.Before(first) {
		return 0
	}
	return int64(last.Start().Sub(first.Start())/(24*time.Hour)) + 1
}

// monday is the first day of the week of a date.
func monday(d clock.Date) clock.Date {
	return d.AddDays(-(int(d.Start().In(clock.HongKong).Weekday()) + 6) % 7)
}

func firstOfMonth(d clock.Date) clock.Date { return clock.Date{Year: d.Year, Month: d.Month, Day: 1} }

func nextMonth(d clock.Date) clock.Date { return firstOfMonth(firstOfMonth(d).AddDays(31)) }

func firstOfYear(d clock.Date) clock.Date {
	return clock.Date{Year: d.Year, Month: time.January, Day: 1}
}

// Figures are a user's totals of the current day, week, month and year.
type Figures struct{ Daily, Weekly, Monthly, Yearly Amount }

// ReadFigures reads a user's totals up to now, in two queries.
func ReadFigures(ctx context.Context, r db.Reader, userID string, now time.Time) (Figures, error) {
	today := clock.DateOf(now)
	var f Figures
	days, err := readDayTotals(ctx, r, userID, monday(today), monday(today).AddDays(6))
	if err != nil {
		return f, err
	}
	f.Daily = days[today]
	for _, amount := range days {
		f.Weekly = f.Weekly.Plus(amount)
	}
	first := firstOfYear(today)
	months, err := readMonthTotals(ctx, r, userID, monthOf(first), monthOf(today))
	f.Monthly = months[monthOf(today)]
	for _, amount := range months {
		f.Yearly = f.Yearly.Plus(amount)
	}
	return f, err
}
