// Package words holds the product's texts in its two languages. Every text is
// registered, so that a test can read them all.
package words

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

// Text is a text in both languages, with fmt verbs where it has arguments.
type Text struct{ zh, en string }

// In gives the text in one language, with its arguments filled in.
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
	mu  sync.Mutex
	all []Text
)

// New registers a text. Call it for package variables only.
func New(zh, en string) Text {
	mu.Lock()
	defer mu.Unlock()
	t := Text{zh, en}
	all = append(all, t)
	return t
}

// All lists every registered text.
func All() []Text {
	mu.Lock()
	defer mu.Unlock()
	return append([]Text(nil), all...)
}
