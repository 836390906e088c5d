package api

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestHasNUL(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":"b"}`:         false,
		`"\u0000"`:          true,
		`"\\u0000"`:         false,
		`"\\\u0000"`:        true,
		`"\\u0000 \u0000"`:  true,
		`"\u0001"`:          false,
		`"\\\\u0000"`:       false,
		`u0000`:             false,
		`"x\\\\\u0000tail"`: true,
	} {
		if got := hasNUL([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// What the decoder lets through holds no NUL, anywhere.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a":"\u0000"}`, `["\\u0000"]`, `"\\\u0000"`, `{"\u0000":1}`, "\"\xff\"", `null`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		if jsonFormat.Unmarshal(text, &v) != nil {
			return
		}
		out, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var walk func(any)
		walk = func(v any) {
			switch x := v.(type) {
			case string:
				if strings.ContainsRune(x, 0) {
					t.Fatalf("%q let NUL through: %s", text, out)
				}
			case []any:
				for _, e := range x {
					walk(e)
				}
			case map[string]any:
				for k, e := range x {
					walk(k)
					walk(e)
				}
			}
		}
		walk(v)
	})
}
