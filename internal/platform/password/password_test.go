package password

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	for plain, ok := range map[string]bool{
		"abcdeg":                true,
		"Ab3!~?":                true,
		strings.Repeat("k", 40): true,
		"abcde":                 false,
		strings.Repeat("k", 41): false,
		"has space":             false,
		"tab\tinside":           false,
		"密碼是中文字":                false,
		"Password123":           false,
		"ME@hearten.test":       false,
		"":                      false,
	} {
		if _, got := Check(plain, "me@hearten.test", ""); got != ok {
			t.Errorf("%q: %v", plain, got)
		}
	}
}

func TestHashAndMatch(t *testing.T) {
	h, ctx := NewHasher(), context.Background()
	stored, err := h.Hash(ctx, "walk-with-me")
	if err != nil || strings.Contains(stored, "walk") || !strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s %v", stored, err)
	}
	again, _ := h.Hash(ctx, "walk-with-me")
	if again == stored {
		t.Fatal("no salt")
	}
	for plain, want := range map[string]bool{"walk-with-me": true, "walk-with-mE": false, "": false} {
		if got, err := h.Matches(ctx, plain, stored); got != want || err != nil {
			t.Errorf("%q: %v %v", plain, got, err)
		}
	}
	for _, broken := range []string{"", "plain", "$argon2id$v=19$m=19456,t=2,p=1$", strings.Repeat("$", 9)} {
		if got, _ := h.Matches(ctx, "walk-with-me", broken); got {
			t.Errorf("%q matched", broken)
		}
	}
}

// With every slot taken a caller waits, and may give up.
func TestHashingIsBounded(t *testing.T) {
	h := NewHasher()
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.Hash(ctx, "walk-with-me"); !errors.Is(err, context.Canceled) {
		t.Fatalf("hashed beyond the bound: %v", err)
	}
}

func TestRandomPasswordsAreGood(t *testing.T) {
	seen := map[string]bool{}
	for range 200 {
		p := Random()
		if _, ok := Check(p); !ok || len(p) != 16 || seen[p] || strings.ContainsAny(p, "0O1lI") {
			t.Fatalf("%q", p)
		}
		seen[p] = true
	}
}
