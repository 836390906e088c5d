package health

import (
	"context"
	"encoding/json"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
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

// readDay parses the day that an instant or a date names; "" is today.
func readDay(field, text string, now time.Time) (clock.Date, error) {
	if text == "" {
		return clock.DateOf(now), nil
	}
	date, err := clock.ParseDate(text)
	if err != nil {
		at, ok := parseInstant(text)
		if !ok {
			return clock.Date{}, fault.Invalid(ruleInstant.On(field))
		}
		date = clock.DateOf(at)
	}
	if !isYearKnown(date) {
		return clock.Date{}, fault.Invalid(ruleYears.On(field))
	}
	return date, nil
}

// isYearKnown reports whether a date is within the years we calculate with: before
// them Hong Kong had summer time, and databases have a last date.
func isYearKnown(d clock.Date) bool { return d.Year >= 1980 && d.Year < 3000 }

func (h handlers) fetchDay(ctx context.Context, who access.Member, in *optional[DayReq]) (HourlyStepRes, error) {
	day, err := readDay("day", in.get().Day, h.s.Clock.Now())
	if err != nil {
		return HourlyStepRes{}, err
	}
	p, err := h.s.Hours(ctx, who.ID, day, day)
	return showHours(p), err
}

func (h handlers) fetchWeek(ctx context.Context, who access.Member, in *optional[DayReq]) (DailyStepRes, error) {
	day, err := readDay("day", in.get().Day, h.s.Clock.Now())
	if err != nil {
		return DailyStepRes{}, err
	}
	first := monday(day)
	p, err := h.s.Days(ctx, who.ID, first, first.AddDays(6))
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
	first := firstOfMonth(clock.Today(h.s.Clock))
	if text := in.get().YearMonth; text != "" {
		var err error
		if first, err = clock.ParseDate(text + "-01"); err != nil || !isYearKnown(first) {
			return DailyStepRes{}, fault.Invalid(ruleMonth.On("yearMomth"))
		}
	}
	p, err := h.s.Days(ctx, who.ID, first, nextMonth(first).AddDays(-1))
	return showDays(p), err
}

// YearReq names a year.
type YearReq struct {
	Year string `json:"year,omitempty" nullable:"true" maxLength:"10" doc:"YYYY; the current year when absent or null" example:"2026"`
}

func (h handlers) fetchYear(ctx context.Context, who access.Member, in *optional[YearReq]) (MonthlyStepRes, error) {
	first := firstOfYear(clock.Today(h.s.Clock))
	if text := in.get().Year; text != "" {
		var err error
		if first, err = clock.ParseDate(text + "-01-01"); err != nil || !isYearKnown(first) {
			return MonthlyStepRes{}, fault.Invalid(ruleYear.On("year"))
		}
	}
	p, err := h.s.Months(ctx, who.ID, first, clock.Date{Year: first.Year, Month: time.December, Day: 1})
	return showMonths(p), err
}

// FetchStepReqDTO asks for a period of a user.
type FetchStepReqDTO struct {
	UserID    string    `json:"userId" minLength:"1"`
	Mode      FetchMode `json:"mode" enum:"1,2,3" doc:"1 hours, 2 days, 3 months"`
	FillMode  bool      `json:"fillMode,omitempty" nullable:"true" doc:"true: every slot; false: those with a record"`
	StartTime string    `json:"startTime" format:"date-time"`
	EndTime   string    `json:"endTime" format:"date-time" doc:"Not included"`
}

// FetchStepRes is the reply of a mode.
type FetchStepRes struct{ of any }

// MarshalJSON implements json.Marshaler.
func (r FetchStepRes) MarshalJSON() ([]byte, error) { return json.Marshal(r.of) }

// Schema describes it in the API document.
func (FetchStepRes) Schema(r api.Registry) *api.Schema {
	return api.AnyOfSchema(r, HourlyStepRes{}, DailyStepRes{}, MonthlyStepRes{})
}

// maxSlots bounds a reply: two months of hours, five years of days.
const maxSlots = 2000

var ruleSlots = fault.NewRule("期間太長（最多 %d 個時段）", "is too far from startTime: at most %d slots")

func (h handlers) fetchByService(ctx context.Context, in *api.Body[FetchStepReqDTO]) (FetchStepRes, error) {
	from, to, err := readPeriod(in.Body)
	if err != nil {
		return FetchStepRes{}, err
	}
	p, err := h.s.Fetch(ctx, in.Body.UserID, in.Body.Mode, from, to, in.Body.FillMode)
	if err != nil {
		return FetchStepRes{}, err
	}
	switch in.Body.Mode {
	case Hourly:
		return FetchStepRes{showHours(p)}, nil
	case Daily:
		return FetchStepRes{showDays(p)}, nil
	default:
		return FetchStepRes{showMonths(p)}, nil
	}
}

// readPeriod reads the ends of a period and bounds its slots.
func readPeriod(req FetchStepReqDTO) (from, to time.Time, err error) {
	var faults []fault.Field
	read := func(field, text string) time.Time {
		at, ok := parseInstant(text)
		if !ok {
			faults = append(faults, ruleInstant.On(field))
		} else if !isYearKnown(clock.DateOf(at)) {
			faults = append(faults, ruleYears.On(field))
		}
		return at
	}
	from, to = read("startTime", req.StartTime), read("endTime", req.EndTime)
	slot := map[FetchMode]time.Duration{Hourly: time.Hour, Daily: 24 * time.Hour, Monthly: 28 * 24 * time.Hour}[req.Mode]
	switch {
	case len(faults) > 0:
	case to.Before(from):
		faults = append(faults, rulePeriod.On("endTime"))
	case to.Sub(from)/slot > maxSlots:
		faults = append(faults, ruleSlots.On("endTime", maxSlots))
	}
	if len(faults) > 0 {
		return from, to, fault.Invalid(faults...)
	}
	return from, to, nil
}

// FetchUserLastActivityReqDTO asks who has been quiet.
type FetchUserLastActivityReqDTO struct {
	UserIDs []string `json:"userIds" maxItems:"10000"`
	GT      float64  `json:"gt" minimum:"0" maximum:"36500" doc:"Days before today"`
}

func (h handlers) lastActivity(ctx context.Context, in *api.Body[FetchUserLastActivityReqDTO]) ([]string, error) {
	return h.s.QuietUsers(ctx, in.Body.UserIDs, int(in.Body.GT))
}

// FetchUserStepReqDTO asks for the days of a user.
type FetchUserStepReqDTO struct {
	UserID string     `json:"userId" minLength:"1"`
	Start  clock.Date `json:"start" doc:"The first day, in Hong Kong"`
	End    clock.Date `json:"end" doc:"The last day, included"`
	page.Request
}

// FetchUserStepSummaryResDTO is days of a user.
type FetchUserStepSummaryResDTO struct {
	page.Of[StepDay]
	TotalSteps int64 `json:"totalSteps" doc:"Of all days of the period, other pages included"`
}

// StepDay is the steps of a day.
type StepDay struct {
	Date  clock.Date `json:"date"`
	Steps int64      `json:"steps"`
}

var rulePeriod = fault.NewRule("不可早於開始日期", "must not be before the start")

func (h handlers) listDays(ctx context.Context, who access.Staff, in *api.Body[FetchUserStepReqDTO]) ([]FetchUserStepSummaryResDTO, error) {
	req := in.Body
	var faults []fault.Field
	for _, d := range []struct {
		name string
		date clock.Date
	}{{"start", req.Start}, {"end", req.End}} {
		if d.date.IsZero() || !isYearKnown(d.date) {
			faults = append(faults, ruleYears.On(d.name))
		}
	}
	if req.End.Before(req.Start) {
		faults = append(faults, rulePeriod.On("end"))
	}
	if len(faults) > 0 {
		return nil, fault.Invalid(faults...)
	}
	days, total, err := h.s.ListDays(ctx, who, req.UserID, req.Start, req.End, req.Request)
	if err != nil {
		return nil, err
	}
	res := FetchUserStepSummaryResDTO{page.Map(days, func(d listedDay) StepDay { return StepDay(d) }), total}
	return []FetchUserStepSummaryResDTO{res}, nil
}
