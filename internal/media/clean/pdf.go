package clean

import (
	"bytes"
	"fmt"
)

// tailSize is how near its end a PDF says that it ends.
const tailSize = 1 << 10

// isPDF accepts white space and a byte order mark before the header, and
// nothing else: readers that look further for it are what polyglots live on.
func isPDF(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	head = bytes.TrimLeft(head, "\x00 \t\r\n\f")
	return bytes.HasPrefix(head, []byte("%PDF-1.")) || bytes.HasPrefix(head, []byte("%PDF-2."))
}

// checkPDF refuses one that is cut short or that is something else as well.
func checkPDF(s *source, head []byte) error {
	if markup(head) {
		return ErrHidden
	}
	mark := []byte("%%EOF")
	tail := s.at(max(s.size-tailSize, 0), tailSize)
	i := bytes.LastIndex(tail, mark)
	switch {
	case s.err != nil:
		return s.err
	case i < 0:
		return fmt.Errorf("%w: no end mark", ErrBroken)
	case foreign(tail[i+len(mark):]):
		return ErrHidden
	}
	return nil
}
