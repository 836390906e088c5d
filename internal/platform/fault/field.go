package fault

import "strings"

// maxFields bounds how many failing fields one answer names.
const maxFields = 10

// Field is a field that breaks a rule.
type Field struct {
	Name string
	Rule Text
	Args []any
}

// Invalid is the refusal of a request whose fields break rules.
func Invalid(fields ...Field) *Error {
	if len(fields) > maxFields {
		fields = fields[:maxFields]
	}
	return &Error{Code: Validation, text: MalformedRequest, fields: fields}
}

// MalformedRequest is said when no single field can be named.
var MalformedRequest = Say("請求內容不正確", "The request is not valid")

// On names the field that breaks the rule.
func (t Text) On(field string, args ...any) Field { return Field{field, t, args} }

func joinFields(lang Lang, fields []Field) string {
	lines := make([]string, len(fields))
	for i, f := range fields {
		lines[i] = f.Name + ": " + f.Rule.In(lang, f.Args...)
	}
	return strings.Join(lines, "; ")
}
