package encrypt

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func pair(t *testing.T) (Recipient, string) {
	t.Helper()
	public, secret, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	r, err := ParseRecipient(public)
	if err != nil {
		t.Fatal(err)
	}
	return r, secret
}

func identity(t *testing.T, given string) Identity {
	t.Helper()
	i, err := ReadIdentity(given)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func read(content []byte, i Identity) ([]byte, error) {
	r, err := Reader(bytes.NewReader(content), i)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Only the right key opens, and only the whole.
func TestSeal(t *testing.T) {
	plain := bytes.Repeat([]byte("心晴 "), 60_000) // several of the pieces that are encrypted at once
	recipient, secret := pair(t)
	_, other := pair(t)
	var sealed bytes.Buffer
	w, err := Writer(&sealed, recipient)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed.Bytes(), []byte("心晴")) {
		t.Error("it is readable")
	}
	if got, err := read(sealed.Bytes(), identity(t, secret)); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("the right key: %v", err)
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("# kept in the safe\n"+secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := read(sealed.Bytes(), identity(t, file)); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("the right key in a file: %v", err)
	}
	if _, err := read(sealed.Bytes(), identity(t, other)); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("another key: %v", err)
	}
	if _, err := read(sealed.Bytes(), identity(t, "")); err == nil || !strings.Contains(err.Error(), "HEARTEN_BACKUP_IDENTITY") {
		t.Errorf("no key: %v", err)
	}
	for _, length := range []int{len(beginning), 150, 1000, sealed.Len() / 2, sealed.Len() - 1} {
		if _, err := read(sealed.Bytes()[:length], identity(t, secret)); err == nil {
			t.Errorf("%d of %d bytes are taken for the whole", length, sealed.Len())
		}
		damaged := bytes.Clone(sealed.Bytes())
		damaged[length-1] ^= 1
		if got, err := read(damaged, identity(t, secret)); err == nil && bytes.Equal(got, plain) {
			t.Errorf("a turned bit at %d is not noticed", length-1)
		}
	}
}

func TestWhatIsNotEncryptedIsReadAsItIs(t *testing.T) {
	for _, plain := range []string{"", "a", strings.Repeat("tables/", 1000)} {
		if got, err := read([]byte(plain), nil); err != nil || string(got) != plain {
			t.Errorf("%d bytes became %d: %v", len(plain), len(got), err)
		}
	}
}

func TestKeysThatAreNone(t *testing.T) {
	_, secret := pair(t)
	for _, given := range []string{secret[:len(secret)-1], secret + "\n" + secret, "/nowhere/key"} {
		if _, err := ReadIdentity(given); err == nil || strings.Contains(err.Error(), secret[20:40]) {
			t.Errorf("%.20s…: %v", given, err)
		}
	}
	for _, given := range []string{"", "age1", secret} {
		if _, err := ParseRecipient(given); err == nil || strings.Contains(err.Error(), secret[20:40]) {
			t.Errorf("%.20q: %v", given, err)
		}
	}
}
