package api

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/fault"
)

// Rules of schemas.
var (
	ruleText      = fault.NewRule("必須是文字", "must be text")
	ruleInteger   = fault.NewRule("必須是整數", "must be a whole number")
	ruleNumber    = fault.NewRule("必須是數字", "must be a number")
	ruleBoolean   = fault.NewRule("必須是 true 或 false", "must be true or false")
	ruleList      = fault.NewRule("必須是列表", "must be a list")
	ruleObject    = fault.NewRule("必須是物件", "must be an object")
	ruleForm      = fault.NewRule("格式不正確", "has the wrong form")
	ruleLength    = fault.NewRule("必須為 %d 至 %d 個字元", "must be %d to %d characters")
	ruleMinLength = fault.NewRule("必須最少有 %d 個字元", "must be at least %d characters")
	ruleMaxLength = fault.NewRule("必須最多有 %d 個字元", "must be at most %d characters")
	ruleRange     = fault.NewRule("必須介乎 %s 至 %s", "must be from %s to %s")
	ruleMin       = fault.NewRule("必須最少是 %s", "must be at least %s")
	ruleMax       = fault.NewRule("必須最多是 %s", "must be at most %s")
	ruleItems     = fault.NewRule("必須有 %d 至 %d 項", "must have %d to %d items")
	ruleMinItems  = fault.NewRule("必須最少有 %d 項", "must have at least %d items")
	ruleMaxItems  = fault.NewRule("必須最多有 %d 項", "must have at most %d items")
	ruleEmail     = fault.NewRule("必須是電郵地址", "must be an email address")
	ruleForms     = fault.NewRule("必須只有以下其中一組：%s", "must have exactly one of: %s")
	ruleDateTime  = fault.NewRule("必須是日期時間（YYYY-MM-DDThh:mm:ssZ）", "must be a date and time (YYYY-MM-DDThh:mm:ssZ)")
)

func typeRule(s *huma.Schema) fault.Rule {
	if s == nil {
		return ruleForm
	}
	switch s.Type {
	case huma.TypeString:
		return ruleText
	case huma.TypeInteger:
		return ruleInteger
	case huma.TypeNumber:
		return ruleNumber
	case huma.TypeBoolean:
		return ruleBoolean
	case huma.TypeArray:
		return ruleList
	default:
		return ruleObject
	}
}

// valueRule says the whole rule of a field, both ends of a range included.
func valueRule(s *huma.Schema, field string) fault.Field {
	switch {
	case len(s.Enum) > 0:
		return fault.RuleOneOf.On(field, strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Enum), " ", ", "), "[]"))
	case len(s.OneOf) > 0 && s.Type == huma.TypeObject:
		return ruleForms.On(field, formsOf(s))
	case s.Format == "email":
		return ruleEmail.On(field)
	case s.Format == "date":
		return fault.RuleDate.On(field)
	case s.Format == "date-time":
		return ruleDateTime.On(field)
	case s.MinLength != nil && s.MaxLength != nil:
		return ruleLength.On(field, *s.MinLength, *s.MaxLength)
	case s.MinLength != nil && *s.MinLength == 1:
		return fault.RuleRequired.On(field)
	case s.MinLength != nil:
		return ruleMinLength.On(field, *s.MinLength)
	case s.MaxLength != nil:
		return ruleMaxLength.On(field, *s.MaxLength)
	case s.Minimum != nil && s.Maximum != nil:
		return ruleRange.On(field, plain(*s.Minimum), plain(*s.Maximum))
	case s.Minimum != nil:
		return ruleMin.On(field, plain(*s.Minimum))
	case s.Maximum != nil:
		return ruleMax.On(field, plain(*s.Maximum))
	case s.MinItems != nil && s.MaxItems != nil:
		return ruleItems.On(field, *s.MinItems, *s.MaxItems)
	case s.MaxItems != nil:
		return ruleMaxItems.On(field, *s.MaxItems)
	case s.MinItems != nil:
		return ruleMinItems.On(field, *s.MinItems)
	default:
		return ruleForm.On(field)
	}
}

// formsOf names the fields of each form that a body can have.
func formsOf(s *huma.Schema) string {
	forms := make([]string, len(s.OneOf))
	for i, form := range s.OneOf {
		forms[i] = strings.Join(form.Required, " + ")
	}
	return strings.Join(forms, " / ")
}

// plain writes a number as people do, without an exponent.
func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
