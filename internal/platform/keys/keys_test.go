package keys

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

const (
	oldSecret = "an-old-secret-of-forty-characters-or-so"
	newSecret = "a-new-secret-of-forty-characters-or-so"
)

func ring(t *testing.T, secrets ...string) *Ring {
	t.Helper()
	r, err := NewRing(secrets)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEncryptedValuesOutliveARotation(t *testing.T) {
	encrypted := ring(t, oldSecret).Encrypt([]byte("4711"))
	if bytes.Contains(encrypted, []byte("4711")) {
		t.Fatal("encrypted values are readable")
	}
	if plain, err := ring(t, newSecret, oldSecret).Decrypt(encrypted); err != nil || string(plain) != "4711" {
		t.Fatalf("after the rotation: %q, %v", plain, err)
	}
	if _, err := ring(t, newSecret).Decrypt(encrypted); err == nil {
		t.Fatal("opened without its secret")
	}
	encrypted[len(encrypted)-1] ^= 1
	if _, err := ring(t, oldSecret).Decrypt(encrypted); err == nil {
		t.Fatal("a changed value was opened")
	}
	for _, short := range [][]byte{nil, []byte("x"), encrypted[:8], encrypted[:12]} {
		if _, err := ring(t, oldSecret).Decrypt(short); err == nil {
			t.Fatalf("opened %d bytes", len(short))
		}
	}
}

func TestHashesDifferByPurposeAndSecret(t *testing.T) {
	r := ring(t, oldSecret)
	seen := map[string]bool{r.Hash("login", "a"): true, r.Hash("rate", "a"): true, r.Hash("login", "b"): true, ring(t, newSecret).Hash("login", "a"): true}
	if len(seen) != 4 || !seen[r.Hash("login", "a")] {
		t.Fatalf("hashes collide or are not repeatable: %v", seen)
	}
}

func TestShortSecretsAreRefused(t *testing.T) {
	for _, secrets := range [][]string{nil, {"short"}, {oldSecret, "short"}} {
		if _, err := NewRing(secrets); err == nil {
			t.Errorf("%q was taken", secrets)
		}
	}
}

func TestFileSecretIsMadeOnce(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	got := make([]string, 8)
	for i := range got {
		all.Go(func() {
			s, err := FileSecret(folder)
			if err != nil {
				t.Error(err)
			}
			got[i] = s
		})
	}
	all.Wait()
	for _, s := range got {
		if s != got[0] || len(s) < MinSecret {
			t.Fatalf("different or short secrets")
		}
	}
	info, err := os.Stat(filepath.Join(folder, "secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info.Mode(), err)
	}
}
