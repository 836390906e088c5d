package fault

import (
	"net/url"
	"strings"

	"hearten/internal/platform/words"
)

// maxFields bounds how many failing fields one answer names.
const maxFields = 10

// Rule is a rule that fields must keep, said in both languages.
type Rule struct{ words.Text }

// NewRule declares a rule. Declare rules as package variables, next to the area
// they belong to.
func NewRule(zh, en string) Rule { return Rule{words.New(zh, en)} }

// On names the field that breaks the rule.
func (r Rule) On(field string, args ...any) Field { return Field{field, r, args} }

// Field is a field that breaks a rule.
type Field struct {
	Name string
	Rule Rule
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
var MalformedRequest = words.New("請求內容不正確", "The request is not valid")

func joinFields(lang words.Lang, fields []Field) string {
	lines := make([]string, len(fields))
	for i, f := range fields {
		lines[i] = f.Name + ": " + f.Rule.In(lang, f.Args...)
	}
	return strings.Join(lines, "; ")
}

// IsHTTPS reports whether a link keeps RuleHTTPS.
func IsHTTPS(link string) bool {
	u, err := url.Parse(link)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}
