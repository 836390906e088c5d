package health

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

// StepAmount is steps with their distance and energy.
type StepAmount struct {
	Steps    int64   `json:"steps"`
	Distance float64 `json:"distance" doc:"km, two decimals"`
	Calories float64 `json:"calories" doc:"kcal, two decimals"`
}

func showAmount(a Amount) StepAmount { return StepAmount{a.Steps, a.Kilometres(), a.Kilocalories()} }

// HourlyRow is an hour.
type HourlyRow struct {
	StartTime string `json:"startTime" doc:"Hong Kong time, YYYY-MM-DD hh:mm:ss" example:"2026-11-15 09:00:00"`
	EndTime   string `json:"endTime" doc:"Hong Kong time, YYYY-MM-DD hh:mm:ss" example:"2026-11-15 10:00:00"`
	StepAmount
}

// DailyRow is a day.
type DailyRow struct {
	Date clock.Date `json:"date"`
	StepAmount
}

// MonthlyRow is a month.
type MonthlyRow struct {
	Month string `json:"month" example:"2026-11"`
	StepAmount
}

// HourlyStepRes is hours with their total.
type HourlyStepRes struct {
	Total     StepAmount  `json:"total"`
	Rows      []HourlyRow `json:"rows"`
	IsFullDay bool        `json:"isFullDay" doc:"The chosen source reports whole days"`
}

// DailyStepRes is days with their total.
type DailyStepRes struct {
	Total        StepAmount `json:"total"`
	DailyAverage StepAmount `json:"dailyAverage" doc:"Over the days that have begun"`
	Rows         []DailyRow `json:"rows"`
}

// MonthlyStepRes is months with their total.
type MonthlyStepRes struct {
	Total        StepAmount   `json:"total"`
	DailyAverage StepAmount   `json:"dailyAverage" doc:"Over the days that have begun"`
	Rows         []MonthlyRow `json:"rows"`
}

const localTime = "2006-01-02 15:04:05"

func showHours(p Period) HourlyStepRes {
	res := HourlyStepRes{Total: showAmount(p.Total), IsFullDay: p.FullDay, Rows: make([]HourlyRow, len(p.Slots))}
	for i, s := range p.Slots {
		start := s.Start.In(clock.HongKong)
		res.Rows[i] = HourlyRow{start.Format(localTime), start.Add(time.Hour).Format(localTime), showAmount(s.Amount)}
	}
	return res
}

func showDays(p Period) DailyStepRes {
	res := DailyStepRes{Total: showAmount(p.Total), DailyAverage: showAmount(p.Average), Rows: make([]DailyRow, len(p.Slots))}
	for i, s := range p.Slots {
		res.Rows[i] = DailyRow{clock.DateOf(s.Start), showAmount(s.Amount)}
	}
	return res
}

func showMonths(p Period) MonthlyStepRes {
	res := MonthlyStepRes{Total: showAmount(p.Total), DailyAverage: showAmount(p.Average), Rows: make([]MonthlyRow, len(p.Slots))}
	for i, s := range p.Slots {
		res.Rows[i] = MonthlyRow{monthOf(clock.DateOf(s.Start)), showAmount(s.Amount)}
	}
	return res
}

// DayReq names a day.
type DayReq struct {
	Day string `json:"day,omitempty" nullable:"true" maxLength:"40" doc:"An instant of that day, or its date in Hong Kong; today when absent or null"`
}

// optional is a body that may be left out.
type optional[T any] struct{ Body *T }

func (o optional[T]) get() (v T) {
	if o.Body != nil {
		v = *o.Body
	}
	return v
}

func (h handlers) fetchDay(ctx context.Context, who access.Member, in *optional[DayReq]) (HourlyStepRes, error) {
	day, err := readDay("day", in.get().Day, h.s.clock.Now())
	if err != nil {
		return HourlyStepRes{}, err
	}
	p, err := h.s.hours(ctx, who.ID, day, day)
	return showHours(p), err
}

func (h handlers) fetchWeek(ctx context.Context, who access.Member, in *optional[DayReq]) (DailyStepRes, error) {
	day, err := readDay("day", in.get().Day, h.s.clock.Now())
	if err != nil {
		return DailyStepRes{}, err
	}
	first := monday(day)
	p, err := h.s.days(ctx, who.ID, first, first.AddDays(6))
	return showDays(p), err
}

// MonthReq names a month.
type MonthReq struct {
	YearMonth string `json:"yearMomth,omitempty" nullable:"true" maxLength:"10" doc:"YYYY-MM; the current month when absent or null" example:"2026-11"`
}

var (
	ruleMonth = fault.NewRule("必須是月份（YYYY-MM）", "must be a month (YYYY-MM)")
	ruleYear  = fault.NewRule("必須是年份（YYYY）", "must be a year (YYYY)")
)

func (h handlers) fetchMonth(ctx context.Context, who access.Member, in *optional[MonthReq]) (DailyStepRes, error) {
	first := firstOfMonth(clock.Today(h.s.clock))
	if text := in.get().YearMonth; text != "" {
		var err error
		if first, err = clock.ParseDate(text + "-01"); err != nil || !known(first) {
			return DailyStepRes{}, fault.Invalid(ruleMonth.On("yearMomth"))
		}
	}
	p, err := h.s.days(ctx, who.ID, first, nextMonth(first).AddDays(-1))
	return showDays(p), err
}

// YearReq names a year.
type YearReq struct {
	Year string `json:"year,omitempty" nullable:"true" maxLength:"10" doc:"YYYY; the current year when absent or null" example:"2026"`
}

func (h handlers) fetchYear(ctx context.Context, who access.Member, in *optional[YearReq]) (MonthlyStepRes, error) {
	first := firstOfYear(clock.Today(h.s.clock))
	if text := in.get().Year; text != "" {
		var err error
		if first, err = clock.ParseDate(text + "-01-01"); err != nil || !known(first) {
			return MonthlyStepRes{}, fault.Invalid(ruleYear.On("year"))
		}
	}
	p, err := h.s.months(ctx, who.ID, first, clock.Date{Year: first.Year, Month: time.December, Day: 1})
	return showMonths(p), err
}
