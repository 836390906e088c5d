package identity

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Name{
		" Mei@Example.HK ": {Email, "mei@example.hk"},
		"91234567":         {Phone, "91234567"},
		"61234567":         {Phone, "61234567"},
		"51234567":         {Username, "51234567"},
		"Mei.Wong":         {Username, "mei.wong"},
		"9123456":          {Username, "9123456"},
	} {
		if got := Parse(text); got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		text                   string
		phone, email, username bool
	}{
		{"91234567", true, false, false},
		{"912345678", false, false, false},
		{"９１２３４５６７", false, false, false}, // full-width look-alikes
		{"mei@example.hk", false, true, false},
		{"mei@example", false, false, false},
		{"mei@@example.hk", false, false, false},
		{"méi@example.hk", false, false, false},
		{"mеi@example.hk", false, false, false}, // a Cyrillic е
		{"a b@example.hk", false, false, false},
		{strings.Repeat("a", 39) + "@example.hk", false, true, false},
		{strings.Repeat("a", 40) + "@example.hk", false, false, false},
		{"mei_wong.7", false, false, true},
		{"1234", false, false, false},
		{"12345a", false, false, true},
		{"abc", false, false, false},
		{"abcd", false, false, true},
		{strings.Repeat("a", 20), false, false, true},
		{strings.Repeat("a", 21), false, false, false},
		{"mei wong", false, false, false},
		{"美美美美", false, false, false},
		{"mei\x00wong", false, false, false},
		{"", false, false, false},
	} {
		if IsPhone(c.text) != c.phone || IsEmail(c.text) != c.email || IsUsername(c.text) != c.username {
			t.Errorf("%q: phone %v, email %v, username %v", c.text, IsPhone(c.text), IsEmail(c.text), IsUsername(c.text))
		}
	}
}

func TestMasks(t *testing.T) {
	for email, want := range map[string]string{
		"tester@gmail.com": "t***@g***.com", "a@b.com.hk": "a***@b***.hk", "broken": "***", "@x.hk": "***", "x@": "***",
	} {
		if got := MaskEmail(email); got != want {
			t.Errorf("%s is masked as %s", email, got)
		}
	}
	if got := MaskPhone("91234521"); got != "9****21" {
		t.Errorf("a number is masked as %s", got)
	}
}

// A username can never be taken for an address or a number.
func FuzzKindsAreApart(f *testing.F) {
	for _, seed := range []string{"91234567", "mei@example.hk", "mei.wong", "6000000_"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		for _, is := range []bool{IsPhone(text), IsEmail(text), IsUsername(text)} {
			if is {
				n++
			}
		}
		if n > 1 {
			t.Fatalf("%q is several things", text)
		}
	})
}
