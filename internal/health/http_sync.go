package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// StepRow is steps within a stretch of time.
type StepRow struct {
	StartTime string   `json:"startTime" format:"date-time" doc:"An instant"`
	EndTime   string   `json:"endTime" format:"date-time" doc:"After startTime by 24 hours at most, and not in the future"`
	Steps     *float64 `json:"steps" nullable:"false" minimum:"0" doc:"A whole number, 250 a minute at most; less than a minute counts as one"`
}

// sourceName is the name of a source in a list of them; null is no name.
type sourceName string

// UnmarshalJSON implements json.Unmarshaler.
func (n *sourceName) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return &json.UnmarshalTypeError{Value: "null", Type: reflect.TypeFor[string](), Field: "dataOrigins"}
	}
	return json.Unmarshal(text, (*string)(n))
}

// SyncStepDTO is what a device reports.
type SyncStepDTO struct {
	DataOrigins []sourceName `json:"dataOrigins,omitempty" nullable:"true" doc:"All sources of the device"`
	DataOrigin  *string      `json:"dataOrigin,omitempty" minLength:"1" maxLength:"255" doc:"The chosen source; legacy when absent"`
	Data        []StepRow    `json:"data" maxItems:"500"`
}

func (h handlers) syncOwn(ctx context.Context, who access.Member, in *api.Body[api.Raw[SyncStepDTO]]) (api.Null, error) {
	var req SyncStepDTO
	if err := decode(in.Body, &req); err != nil {
		return api.Null{}, err
	}
	origin, faults := originOf(req.DataOrigin)
	if req.Data == nil {
		faults = append(faults, fault.RuleRequired.On("data"))
	}
	if len(faults) > 0 {
		return api.Null{}, fault.Invalid(faults...)
	}
	sent := make([]sentRow, len(req.Data))
	for i, r := range req.Data {
		sent[i] = sentRow{r.StartTime, r.EndTime, r.Steps}
	}
	rows, err := checkRows(sent, h.s.Clock.Now())
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.Sync(ctx, Report{UserID: who.ID, Origin: origin, Rows: rows, OwnBody: true})
}

// originOf is the source of a call; legacy where none is named.
func originOf(name *string) (string, []fault.Field) {
	if name == nil {
		return Legacy, nil
	}
	if n := len([]rune(*name)); n < 1 || n > maxOriginName {
		return "", []fault.Field{ruleOrigin.On("dataOrigin")}
	}
	return *name, nil
}

// StepRowV1 is a row that says whose steps it is.
type StepRowV1 struct {
	UserID string `json:"userId" minLength:"1"`
	StepRow
	Birthdate string   `json:"birthdate" doc:"YYYY-MM-DD"`
	Height    *float64 `json:"height" nullable:"false" minimum:"0" maximum:"300" doc:"cm; 0: not known"`
	Weight    *float64 `json:"weight" nullable:"false" minimum:"0" maximum:"300" doc:"kg; 0: not known"`
}

// UpdateStepDTO is rows of one or several users, of the source legacy.
type UpdateStepDTO struct {
	Data []StepRowV1 `json:"data" minItems:"1" maxItems:"500"`
}

// UpdateStepV2DTO is rows of one user and one source.
type UpdateStepV2DTO struct {
	DataOrigins []sourceName `json:"dataOrigins" doc:"All sources of the device"`
	DataOrigin  string       `json:"dataOrigin" minLength:"1" maxLength:"255" doc:"The chosen source"`
	UserID      string       `json:"userId" minLength:"1"`
	Birthdate   string       `json:"birthdate" doc:"YYYY-MM-DD"`
	Height      *float64     `json:"height" nullable:"false" minimum:"0" maximum:"300" doc:"cm; 0: not known"`
	Weight      *float64     `json:"weight" nullable:"false" minimum:"0" maximum:"300" doc:"kg; 0: not known"`
	Data        []StepRow    `json:"data" maxItems:"500"`
}

// StepPointerReqDTO asks for a user's pointer.
type StepPointerReqDTO struct {
	UserID string `json:"userId" minLength:"1"`
}

// StepPointerResDTO is where the next synchronisation begins.
type StepPointerResDTO struct {
	Pointer string `json:"pointer" doc:"When the last reported row ends, UTC; empty with no record"`
}

// anySync is the three bodies of one path. With sources it is the second
// version, with users in rows the first, with a user alone it asks for the
// pointer.
type anySync struct {
	DataOrigins []sourceName `json:"dataOrigins"`
	DataOrigin  *string      `json:"dataOrigin"`
	UserID      string       `json:"userId"`
	Birthdate   string       `json:"birthdate"`
	Height      *float64     `json:"height"`
	Weight      *float64     `json:"weight"`
	Data        []StepRowV1  `json:"data"`
}

// Schema describes them in the API document.
func (anySync) Schema(r api.Registry) *api.Schema {
	return api.AnyOfSchema(r, UpdateStepV2DTO{}, UpdateStepDTO{}, StepPointerReqDTO{})
}

var errUnknownSync = fault.New(fault.Validation, "必須有 dataOrigin、附有 userId 的 data，或單獨的 userId",
	"There must be a dataOrigin, data with userId, or a userId alone")

func (h handlers) syncByService(ctx context.Context, in *api.Body[api.Raw[anySync]]) (api.Maybe[StepPointerResDTO], error) {
	var req anySync
	none := api.Maybe[StepPointerResDTO]{}
	if err := decode(in.Body, &req); err != nil {
		return none, err
	}
	switch {
	case req.DataOrigin != nil || req.DataOrigins != nil:
		report, err := req.readRowsOfOne(h.s.Clock.Now())
		if err != nil {
			return none, err
		}
		return none, h.s.Sync(ctx, report)
	case req.namesUsers():
		reports, err := readRowsOfUsers(req.Data, h.s.Clock.Now())
		if err != nil {
			return none, err
		}
		return none, h.s.Sync(ctx, reports...)
	case req.UserID != "" && req.Data == nil:
		at, err := h.s.PointerOf(ctx, req.UserID)
		return api.Some(StepPointerResDTO{showPointer(at)}), err
	default:
		return none, errUnknownSync
	}
}

func (a anySync) namesUsers() bool {
	for _, r := range a.Data {
		if r.UserID != "" {
			return true
		}
	}
	return false
}

// readRowsOfOne reads the second version: rows of one user and one source.
func (a anySync) readRowsOfOne(now time.Time) (Report, error) {
	origin, faults := originOf(a.DataOrigin)
	need := func(given bool, field string) {
		if !given {
			faults = append(faults, fault.RuleRequired.On(field))
		}
	}
	need(a.DataOrigin != nil, "dataOrigin")
	need(a.DataOrigins != nil, "dataOrigins")
	need(a.UserID != "", "userId")
	need(a.Data != nil, "data")
	body, found := checkBody(func(field string) string { return field }, a.Birthdate, a.Height, a.Weight)
	if faults = append(faults, found...); len(faults) > 0 {
		return Report{}, fault.Invalid(faults...)
	}
	sent := make([]sentRow, len(a.Data))
	for i, r := range a.Data {
		sent[i] = sentRow{r.StartTime, r.EndTime, r.Steps}
	}
	rows, err := checkRows(sent, now)
	if err != nil {
		return Report{}, err
	}
	for i := range rows {
		rows[i].Body = body
	}
	return Report{UserID: a.UserID, Origin: origin, Rows: rows}, nil
}

// readRowsOfUsers reads the first version: rows of several users, a report for
// each.
func readRowsOfUsers(data []StepRowV1, now time.Time) ([]Report, error) {
	if len(data) > maxRows {
		return nil, fault.Invalid(ruleRows.On("data", maxRows))
	}
	var reports []Report
	var faults []fault.Field
	byUser := map[string]int{}
	for i, d := range data {
		at := func(field string) string { return inRow(i, field) }
		if d.UserID == "" {
			faults = append(faults, fault.RuleRequired.On(at("userId")))
		}
		row, found := sentRow{d.StartTime, d.EndTime, d.Steps}.check(i, now)
		faults = append(faults, found...)
		row.Body, found = checkBody(at, d.Birthdate, d.Height, d.Weight)
		faults = append(faults, found...)
		n, ok := byUser[d.UserID]
		if !ok {
			n = len(reports)
			byUser[d.UserID] = n
			reports = append(reports, Report{UserID: d.UserID, Origin: Legacy})
		}
		if row.isRecent(now) {
			reports[n].Rows = append(reports[n].Rows, row)
		}
	}
	if len(faults) > 0 {
		return nil, fault.Invalid(faults...)
	}
	return reports, nil
}

func (h handlers) pointer(ctx context.Context, in *api.Body[StepPointerReqDTO]) (StepPointerResDTO, error) {
	at, err := h.s.PointerOf(ctx, in.Body.UserID)
	return StepPointerResDTO{showPointer(at)}, err
}

var (
	ruleNumber = fault.NewRule("必須是數字", "must be a number")
	ruleText   = fault.NewRule("必須是文字", "must be text")
	ruleList   = fault.NewRule("必須是列表", "must be a list")
	ruleObject = fault.NewRule("必須是物件", "must be an object")
)

// decode decodes a body. A value of the wrong type is named, with its row.
func decode[T any](body api.Raw[T], into any) error {
	err := body.Decode(into)
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	var parts struct {
		Data []json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body.JSON, &parts) == nil {
		for i, part := range parts.Data {
			if errors.As(json.Unmarshal(part, new(StepRowV1)), &wrong) {
				return fault.Invalid(typeRule(wrong.Type).On(fieldName(fmt.Sprintf("data[%d]", i), wrong.Field)))
			}
		}
	}
	return fault.Invalid(typeRule(wrong.Type).On(fieldName("", wrong.Field)))
}

func fieldName(row, field string) string {
	field = field[strings.LastIndex(field, ".")+1:] // without the struct it is kept in
	switch {
	case row == "" && field == "":
		return "body"
	case row == "" || field == "":
		return row + field
	default:
		return row + "." + field
	}
}

func typeRule(t reflect.Type) fault.Rule {
	switch t.Kind() {
	case reflect.Float64:
		return ruleNumber
	case reflect.String:
		return ruleText
	case reflect.Slice:
		return ruleList
	default:
		return ruleObject
	}
}
