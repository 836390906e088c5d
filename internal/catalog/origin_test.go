package catalog

import (
	"testing"
	"time"
)

// A catalogue that someone gave is known as theirs, even when it says the same.
func TestAppliedFrom(t *testing.T) {
	d := openDB(t, nil)
	c, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	if from, err := AppliedFrom(t.Context(), d); err != nil || from != "" {
		t.Fatalf("before the first: %q, %v", from, err)
	}
	for _, origin := range []Origin{FromBinary, FromFolder, FromBinary} {
		if _, err := Apply(t.Context(), d, c, origin, time.Now().UTC()); err != nil {
			t.Fatal(err)
		}
		if from, err := AppliedFrom(t.Context(), d); err != nil || from != origin {
			t.Fatalf("applied from %q: %q, %v", origin, from, err)
		}
	}
}
