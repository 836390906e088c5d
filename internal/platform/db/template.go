package db

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// template is a statement cut at its @names.
type template struct {
	pieces []string // the text before each place, and after the last
	places []place
	names  []string // distinct, in the order of their first places
	inList []bool   // for each name: it stands only in IN (@name)
	// numbered reports that the text has $1 or ? as well.
	numbered bool

	mu    sync.RWMutex
	texts map[string]string // by list sizes
}

// place is where a name stands in a statement.
type place struct {
	name  int // index in names
	notIn bool
}

// maxTexts bounds how many combinations of list sizes a template keeps.
const maxTexts = 256

// text is the statement with numbered placeholders. Sizes has, for each list,
// the index of its name and its length.
func (t *template) text(sizes []byte) string {
	t.mu.RLock()
	text, ok := t.texts[string(sizes)]
	t.mu.RUnlock()
	if ok {
		return text
	}
	text = t.write(sizes)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.texts == nil || len(t.texts) >= maxTexts {
		t.texts = map[string]string{}
	}
	t.texts[string(sizes)] = text
	return text
}

func (t *template) write(sizes []byte) string {
	count := make([]int, len(t.names)) // values of each name; -1 when it is no list
	for i := range count {
		count[i] = -1
	}
	for len(sizes) > 0 {
		name, n := binary.Uvarint(sizes)
		size, m := binary.Uvarint(sizes[n:])
		count[name] = int(size) // #nosec G115 -- a length
		sizes = sizes[n+m:]
	}
	first := make([]int, len(t.names)) // the number of each name's first value
	next := 1
	for i, n := range count {
		first[i] = next
		next += max(n, 1)
		if n == 0 {
			next--
		}
	}
	var b strings.Builder
	closing := "" // what follows the bracket of an empty list
	for i, p := range t.places {
		writeAfter(&b, closing, t.pieces[i])
		closing = ""
		switch n := count[p.name]; {
		case n < 0:
			writeNumber(&b, first[p.name])
		case n == 0:
			// x IN (NULL) is NULL, not false: NOT around it would fail.
			b.WriteString("NULL")
			closing = " IS TRUE"
			if p.notIn {
				closing = " IS NOT FALSE"
			}
		default:
			writeNumber(&b, first[p.name])
			for k := range n - 1 {
				b.WriteString(", ")
				writeNumber(&b, first[p.name]+k+1)
			}
		}
	}
	writeAfter(&b, closing, t.pieces[len(t.pieces)-1])
	return b.String()
}

func writeNumber(b *strings.Builder, n int) {
	b.WriteByte('$')
	b.WriteString(strconv.Itoa(n))
}

// writeAfter writes a piece, with closing after the bracket that ends a list.
func writeAfter(b *strings.Builder, closing, piece string) {
	if closing != "" {
		before, after, _ := strings.Cut(piece, ")")
		b.WriteString(before + ")" + closing)
		piece = after
	}
	b.WriteString(piece)
}

// parse cuts a statement at its @names, leaving out literals, quoted
// identifiers and comments.
func parse(text string) *template {
	t := &template{}
	from := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			i = skipPast(text, i+1, string(c))
		case strings.HasPrefix(text[i:], "--"):
			i = skipPast(text, i, "\n")
		case strings.HasPrefix(text[i:], "/*"):
			i = skipPast(text, i, "*/")
		case c == '@' && i+1 < len(text) && startsName(text[i+1]):
			end := i + 1
			for end < len(text) && inName(text[end]) {
				end++
			}
			t.pieces = append(t.pieces, text[from:i])
			t.add(text[i+1:end], text[:i], text[end:])
			from, i = end, end
		default:
			if c == '?' || c == '$' && i+1 < len(text) && '0' <= text[i+1] && text[i+1] <= '9' {
				t.numbered = true
			}
			i++
		}
	}
	t.pieces = append(t.pieces, text[from:])
	return t
}

func skipPast(text string, from int, end string) int {
	i := strings.Index(text[from:], end)
	if i < 0 {
		return len(text)
	}
	return from + i + len(end)
}

func startsName(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func inName(c byte) bool { return startsName(c) || '0' <= c && c <= '9' }

// add notes a name that stands between before and after.
func (t *template) add(name, before, after string) {
	in, notIn := isIn(before)
	in = in && strings.HasPrefix(strings.TrimLeft(after, blanks), ")")
	i := slices.Index(t.names, name)
	if i < 0 {
		i = len(t.names)
		t.names = append(t.names, name)
		t.inList = append(t.inList, true)
	}
	t.inList[i] = t.inList[i] && in
	t.places = append(t.places, place{i, notIn})
}

const blanks = " \t\r\n"

// isIn reports whether a text ends with IN ( and with NOT IN (.
func isIn(before string) (in, notIn bool) {
	before, ok := strings.CutSuffix(strings.TrimRight(before, blanks), "(")
	if !ok {
		return false, false
	}
	before, ok = cutWord(before, "IN")
	if !ok {
		return false, false
	}
	_, notIn = cutWord(before, "NOT")
	return true, notIn
}

func cutWord(text, word string) (string, bool) {
	text = strings.TrimRight(text, blanks)
	at := len(text) - len(word)
	if at < 0 || !strings.EqualFold(text[at:], word) || at > 0 && inName(text[at-1]) {
		return text, false
	}
	return text[:at], true
}

// templateCache keeps parsed statements by their text, in two generations: when
// the young one is full it becomes the old one, and what is used again returns.
type templateCache struct {
	mu         sync.RWMutex
	young, old map[string]*template
}

// maxTemplates bounds a generation. Pages of lists differ in their OFFSET, so
// the texts have no end.
const maxTemplates = 2000

var templates templateCache

func (c *templateCache) get(text string) *template {
	c.mu.RLock()
	t, ok := c.young[text]
	c.mu.RUnlock()
	if ok {
		return t
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok = c.young[text]; ok {
		return t
	}
	if t, ok = c.old[text]; !ok {
		t = parse(text)
	}
	if c.young == nil || len(c.young) >= maxTemplates {
		c.old, c.young = c.young, make(map[string]*template, maxTemplates)
	}
	c.young[text] = t
	return t
}
