package words_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"hearten/internal/platform/words"
)

func TestClip(t *testing.T) {
	chinese := strings.Repeat("伺服器太忙", 100)
	for length := 3; length < 40; length++ {
		cut := words.Clip(chinese, length)
		if len(cut) > length || !utf8.ValidString(cut) || !strings.HasSuffix(cut, "…") {
			t.Errorf("%d bytes: %q", length, cut)
		}
	}
	for _, c := range []struct {
		text   string
		length int
		want   string
	}{
		{"", 10, ""}, {"short", 10, "short"}, {"exactly 10", 10, "exactly 10"}, {"more than 10", 10, "more th…"},
		{"今天走走吧", 12, "今天走…"}, {"今天走走吧", 13, "今天走…"}, {"今天走走吧", 15, "今天走走吧"},
	} {
		if got := words.Clip(c.text, c.length); got != c.want {
			t.Errorf("%q in %d bytes is %q", c.text, c.length, got)
		}
	}
}
