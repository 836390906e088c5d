package clean

import (
	"strings"
	"testing"

	"hearten/internal/platform/fault"
)

func TestPDF(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want *fault.Error
	}{
		"plain": {minimal, nil}, "version 2": {"%PDF-2.0" + minimal[8:], nil}, "after white space": {"\xef\xbb\xbf\r\n" + minimal, nil},
		"end mark before padding":  {minimal + strings.Repeat("\x00", tailSize-7), nil},
		"end mark too far":         {minimal + strings.Repeat("\x00", tailSize), ErrBroken},
		"no end mark":              {minimal[:len(minimal)-7], ErrBroken},
		"version 3":                {"%PDF-3.0" + minimal[8:], ErrKind},
		"HTML before":              {pageHTML + minimal, ErrKind},
		"HTML behind the header":   {"%PDF-1.7\n" + pageHTML + minimal, ErrHidden},
		"archive behind the end":   {minimal + "PK\x03\x04", ErrHidden},
		"document behind the end":  {minimal + pageHTML, ErrHidden},
		"PDF named inside a text":  {"see %PDF-1.7 %%EOF", ErrKind},
		"saved again and appended": {minimal + "2 0 obj\n<<>>\nendobj\n%%EOF", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want != nil {
				refused(t, []byte(c.data), c.want)
				return
			}
			f, out := cleanOf(t, []byte(c.data))
			if f.Kind != PDF || f.ContentType != "application/pdf" || f.Ext != ".pdf" || string(out) != c.data {
				t.Errorf("got %+v", f)
			}
		})
	}
}
