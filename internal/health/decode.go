package health

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

var (
	ruleNumber = fault.NewRule("必須是數字", "must be a number")
	ruleText   = fault.NewRule("必須是文字", "must be text")
	ruleList   = fault.NewRule("必須是列表", "must be a list")
	ruleObject = fault.NewRule("必須是物件", "must be an object")
)

// decode reads a body. What has the wrong type is named, with the row that it
// stands in.
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
				return fault.Invalid(typeRule(wrong.Type).On(nameOf(fmt.Sprintf("data[%d]", i), wrong.Field)))
			}
		}
	}
	return fault.Invalid(typeRule(wrong.Type).On(nameOf("", wrong.Field)))
}

func nameOf(row, field string) string {
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
