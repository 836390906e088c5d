// Package fault holds what can go wrong, said once: a stable code for machines
// and a sentence in both languages for people. Use cases return faults; the api
// package alone knows which HTTP status a code has.
package fault

import (
	"fmt"
	"sync"
)

// Lang is a language of the product.
type Lang int

// The languages; Traditional Chinese is the default.
const (
	Chinese Lang = iota
	English
)

// Text is one sentence in both languages, with fmt verbs where it has arguments.
type Text struct{ zh, en string }

// In gives the sentence in one language.
func (t Text) In(lang Lang, args ...any) string {
	s := t.zh
	if lang == English {
		s = t.en
	}
	if len(args) == 0 {
		return s
	}
	return fmt.Sprintf(s, args...)
}

var (
	mu    sync.Mutex
	texts []Text
)

// Say registers a sentence; the registry lets a test read every one of them.
func Say(zh, en string) Text {
	mu.Lock()
	defer mu.Unlock()
	t := Text{zh, en}
	texts = append(texts, t)
	return t
}

// Texts lists every registered sentence.
func Texts() []Text {
	mu.Lock()
	defer mu.Unlock()
	return append([]Text(nil), texts...)
}

// Error is a refusal that the caller may be told about.
type Error struct {
	Code   Code
	text   Text
	args   []any
	fields []Field
	// RetryAfter is in whole seconds; zero means none.
	RetryAfter int
}

// New declares a refusal. Declare them as package variables, next to the area
// they belong to.
func New(code Code, zh, en string) *Error {
	return &Error{Code: code, text: Say(zh, en)}
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
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message(English) }

// Is makes a fault with arguments equal to the variable it came from.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.text == e.text
}

// Fields are those that break rules, if that is what went wrong.
func (e *Error) Fields() []Field { return e.fields }

// Message is what people read: the sentence, or the failing fields.
func (e *Error) Message(lang Lang) string {
	if len(e.fields) > 0 {
		return joinFields(lang, e.fields)
	}
	return e.text.In(lang, e.args...)
}
