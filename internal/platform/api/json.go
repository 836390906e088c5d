package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// errTextNotAllowed is for bytes that are not UTF-8 and for NUL, which no
// engine stores alike.
var errTextNotAllowed = errors.New("text not allowed")

var jsonFormat = huma.Format{
	Marshal: huma.DefaultJSONFormat.Marshal,
	Unmarshal: func(data []byte, v any) error {
		if !utf8.Valid(data) || hasNUL(data) {
			return errTextNotAllowed
		}
		if raw, ok := v.(interface{ keep([]byte) }); ok {
			raw.keep(data)
			return nil
		}
		return json.Unmarshal(data, v)
	},
}

// hasNUL finds the escape \u0000, but not the six characters of an escaped
// backslash followed by u0000.
func hasNUL(data []byte) bool {
	for from := 0; ; {
		i := bytes.Index(data[from:], []byte(`\u0000`))
		if i < 0 {
			return false
		}
		at := from + i
		backslashes := 1
		for at-backslashes >= 0 && data[at-backslashes] == '\\' {
			backslashes++
		}
		if backslashes%2 == 1 {
			return true
		}
		from = at + 1
	}
}
