// Package fault defines refusals: a stable code for programs and a sentence in
// both languages for people. Use cases return faults; package api alone maps a
// code to an HTTP status.
package fault

import "hearten/internal/platform/words"

// Error is a refusal that the caller may be told about.
type Error struct {
	Code   Code
	text   words.Text
	args   []any
	fields []Field
	// RetryAfter is in whole seconds; zero means none.
	RetryAfter int
}

// New declares a refusal. Declare them as package variables, next to the area
// they belong to.
func New(code Code, zh, en string) *Error {
	return &Error{Code: code, text: words.New(zh, en)}
}

// With fills the sentence's arguments.
func (e *Error) With(args ...any) *Error {
	c := *e
	c.args = args
	return &c
}

// After says in how many seconds trying again makes sense.
func (e *Error) After(seconds int) *Error {
	c := *e
	c.RetryAfter = max(seconds, 1)
	return &c
}

// Error implements error, for logs.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message(words.English) }

// Is makes a fault with arguments equal to the variable it came from.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.text == e.text
}

// Fields are those that break rules, if that is what went wrong.
func (e *Error) Fields() []Field { return e.fields }

// Message is what people read: the sentence, or the failing fields.
func (e *Error) Message(lang words.Lang) string {
	if len(e.fields) > 0 {
		return joinFields(lang, e.fields)
	}
	return e.text.In(lang, e.args...)
}
