package health

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
)

// ExplainRes is how a day came to its total.
type ExplainRes struct {
	Day     clock.Date   `json:"day"`
	Steps   int64        `json:"steps" doc:"The day's total"`
	Hours   []ExplainRow `json:"hours" doc:"Those with a record"`
	IsKnown bool         `json:"isSetAsideKnown" doc:"False once the reported rows are forgotten: then nothing is listed as set aside"`
}

// ExplainRow is how an hour came to its steps.
type ExplainRow struct {
	StartTime string        `json:"startTime" doc:"Hong Kong time, YYYY-MM-DD hh:mm:ss"`
	EndTime   string        `json:"endTime" doc:"Hong Kong time, YYYY-MM-DD hh:mm:ss"`
	Steps     int64         `json:"steps" doc:"counted + added"`
	Source    *string       `json:"source" nullable:"true" doc:"The source that counts in this hour; null: none"`
	Counted   int64         `json:"counted" doc:"Steps of that source"`
	Added     int64         `json:"added" doc:"Steps that staff added"`
	Overlap   int64         `json:"overlap" doc:"Steps of that source set aside, because rows it sent later cover the same time"`
	Others    []OtherSource `json:"otherSources" doc:"Sources set aside in this hour"`
}

// OtherSource is a source that does not count in an hour.
type OtherSource struct {
	Source  string `json:"source"`
	Steps   int64  `json:"steps" doc:"What it would have counted"`
	Overlap int64  `json:"overlap"`
}

func showExplanation(e Explanation) ExplainRes {
	res := ExplainRes{Day: e.Date, Steps: e.Total.Steps, IsKnown: e.RowsKept, Hours: make([]ExplainRow, len(e.Hours))}
	for i, h := range e.Hours {
		start := e.Date.Start().In(clock.HongKong).Add(time.Duration(h.Hour) * time.Hour)
		row := ExplainRow{StartTime: start.Format(localTime), EndTime: start.Add(time.Hour).Format(localTime),
			Steps: h.Counted + h.Added, Counted: h.Counted, Added: h.Added, Overlap: h.Overlap, Others: make([]OtherSource, len(h.Others))}
		if h.Origin != "" {
			row.Source = &h.Origin
		}
		for j, o := range h.Others {
			row.Others[j] = OtherSource{o.Origin, o.Steps, o.Overlap}
		}
		res.Hours[i] = row
	}
	return res
}

func (h handlers) explainOwn(ctx context.Context, who access.Member, in *optional[DayReq]) (ExplainRes, error) {
	date, err := readDay("day", in.get().Day, h.s.Clock.Now())
	if err != nil {
		return ExplainRes{}, err
	}
	e, err := h.s.Explain(ctx, who, date)
	return showExplanation(e), err
}

// UserDayReq names a day of a user.
type UserDayReq struct {
	UserID string `json:"userId" minLength:"1"`
	DayReq
}

// StaffExplainRes is how a day came to its total, with what was added by whom.
type StaffExplainRes struct {
	ExplainRes
	Adjustments []AdjustmentRes `json:"adjustments"`
}

// AdjustmentRes is steps that were added.
type AdjustmentRes struct {
	ID        string   `json:"id" doc:"For taking it back"`
	Steps     int64    `json:"steps"`
	StartTime string   `json:"startTime" doc:"The hour they were added to, Hong Kong time"`
	StaffID   *string  `json:"staffId" nullable:"true" doc:"null: added by another service"`
	Staff     *string  `json:"staff" nullable:"true"`
	CreatedAt api.Time `json:"createdAt"`
}

func (h handlers) explainToStaff(ctx context.Context, who access.Staff, in *api.Body[UserDayReq]) (StaffExplainRes, error) {
	date, err := readDay("day", in.Body.Day, h.s.Clock.Now())
	if err != nil {
		return StaffExplainRes{}, err
	}
	e, err := h.s.ExplainToStaff(ctx, who, in.Body.UserID, date)
	res := StaffExplainRes{showExplanation(e), make([]AdjustmentRes, len(e.adjustments))}
	for i, a := range e.adjustments {
		start := date.Start().In(clock.HongKong).Add(time.Duration(a.Hour) * time.Hour)
		res.Adjustments[i] = AdjustmentRes{a.ID, a.Steps, start.Format(localTime), a.StaffID, a.Staff, api.Time(a.CreatedAt)}
	}
	return res, err
}
