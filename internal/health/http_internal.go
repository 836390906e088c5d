package health

import (
	"context"
	"encoding/json"
	"time"

	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

func (h handlers) adjustAny(ctx context.Context, in *api.Body[api.Raw[UpdateStepDTO]]) (api.Null, error) {
	var req UpdateStepDTO
	if err := decode(in.Body, &req); err != nil {
		return api.Null{}, err
	}
	if len(req.Data) == 0 {
		return api.Null{}, fault.Invalid(fault.RuleRequired.On("data"))
	}
	reports, err := readFirst(req.Data, h.s.clock)
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.AdjustByService(ctx, reports)
}

// FetchMode is what the slots of a period are.
type FetchMode int

// The modes.
const (
	Hourly  FetchMode = 1
	Daily   FetchMode = 2
	Monthly FetchMode = 3
)

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

func (h handlers) fetchAny(ctx context.Context, in *api.Body[FetchStepReqDTO]) (FetchStepRes, error) {
	from, to, err := readPeriod(in.Body)
	if err != nil {
		return FetchStepRes{}, err
	}
	if err := exists(ctx, h.s.db, in.Body.UserID); err != nil {
		return FetchStepRes{}, err
	}
	var p Period
	first, last := clock.DateOf(from), clock.DateOf(to.Add(-time.Millisecond))
	switch in.Body.Mode {
	case Hourly:
		if p, err = h.s.hours(ctx, in.Body.UserID, first, last); err == nil {
			p.keep(func(slot Slot) bool { return slot.Start.Add(time.Hour).After(from) && slot.Start.Before(to) })
		}
	case Daily:
		p, err = h.s.days(ctx, in.Body.UserID, first, last)
	default:
		p, err = h.s.months(ctx, in.Body.UserID, firstOfMonth(first), firstOfMonth(last))
	}
	if err != nil {
		return FetchStepRes{}, err
	}
	if !from.Before(to) { // nothing lies between
		p = Period{FullDay: p.FullDay}
	}
	if !in.Body.FillMode {
		p.keep(func(slot Slot) bool { return slot.Recorded })
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
	var broken []fault.Field
	read := func(field, text string) time.Time {
		at, ok := readInstant(text)
		if !ok {
			broken = append(broken, ruleInstant.On(field))
		} else if !known(clock.DateOf(at)) {
			broken = append(broken, ruleYears.On(field))
		}
		return at
	}
	from, to = read("startTime", req.StartTime), read("endTime", req.EndTime)
	slot := map[FetchMode]time.Duration{Hourly: time.Hour, Daily: 24 * time.Hour, Monthly: 28 * 24 * time.Hour}[req.Mode]
	switch {
	case len(broken) > 0:
	case to.Before(from):
		broken = append(broken, rulePeriod.On("endTime"))
	case to.Sub(from)/slot > maxSlots:
		broken = append(broken, ruleSlots.On("endTime", maxSlots))
	}
	if len(broken) > 0 {
		return from, to, fault.Invalid(broken...)
	}
	return from, to, nil
}

// keep leaves out slots; what they hold leaves the total too.
func (p *Period) keep(wanted func(Slot) bool) {
	all := p.Slots
	p.Slots, p.Total = nil, Amount{}
	for _, s := range all {
		if wanted(s) {
			p.add(s)
		}
	}
}

// FetchUserLastActivityReqDTO asks who has been quiet.
type FetchUserLastActivityReqDTO struct {
	UserIDs []string `json:"userIds" maxItems:"10000"`
	GT      float64  `json:"gt" minimum:"0" maximum:"36500" doc:"Days before today"`
}

func (h handlers) lastActivity(ctx context.Context, in *api.Body[FetchUserLastActivityReqDTO]) ([]string, error) {
	if len(in.Body.UserIDs) == 0 {
		return []string{}, nil
	}
	since := clock.Today(h.s.clock).AddDays(-int(in.Body.GT)).Start()
	found, err := quiet(ctx, h.s.db, in.Body.UserIDs, since)
	if err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, id := range found {
		left[id] = true
	}
	named := make([]string, 0, len(found))
	for _, id := range in.Body.UserIDs { // in the order they were asked for, each once
		if left[id] {
			delete(left, id)
			named = append(named, id)
		}
	}
	return named, nil
}
