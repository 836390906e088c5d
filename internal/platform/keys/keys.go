// Package keys turns the installation's secrets into the keys the product works
// with: signing tokens, encrypting values at rest and hashing identifiers. Several
// secrets may be live at once, newest first, so that they can be rotated.
package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// SecretFile is where the data folder keeps a secret.
const SecretFile = "secret"

// MinSecret is the least length of a secret, in characters.
const MinSecret = 32

// Key is what is derived from one secret.
type Key struct {
	ID   string // names the key in tokens and encrypted values, tells nothing of it
	Sign []byte
	hash []byte
	aead cipher.AEAD
}

// Ring is the keys of all live secrets, newest first.
type Ring struct{ keys []Key }

// NewRing derives the keys of the given secrets.
func NewRing(secrets []string) (*Ring, error) {
	if len(secrets) == 0 {
		return nil, errors.New("no secret")
	}
	ring := &Ring{}
	for _, secret := range secrets {
		key, err := derive(secret)
		if err != nil {
			return nil, err
		}
		ring.keys = append(ring.keys, key)
	}
	return ring, nil
}

func derive(secret string) (Key, error) {
	if len(secret) < MinSecret {
		return Key{}, fmt.Errorf("a secret needs at least %d characters", MinSecret)
	}
	part := func(purpose string) []byte {
		b, err := hkdf.Key(sha256.New, []byte(secret), nil, "hearten/"+purpose, 32)
		if err != nil {
			panic(err) // only for lengths no caller asks for
		}
		return b
	}
	block, err := aes.NewCipher(part("seal")) // stored values depend on this label
	if err != nil {
		return Key{}, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return Key{}, err
	}
	return Key{ID: hex.EncodeToString(part("id")[:4]), Sign: part("sign"), hash: part("hash"), aead: aead}, nil
}

// Newest is the key that new things are made with.
func (r *Ring) Newest() Key { return r.keys[0] }

// Find gives the live key of that id.
func (r *Ring) Find(id string) (Key, bool) {
	for _, k := range r.keys {
		if k.ID == id {
			return k, true
		}
	}
	return Key{}, false
}

// Hash is a keyed hash: equal inputs are recognised, the input cannot be read
// back or guessed without the secret. The purpose keeps tables apart.
func (r *Ring) Hash(purpose, value string) string { return r.keys[0].hashOf(purpose, value) }

// Hashed reports, in constant time, whether the hash is that of the value under
// any live secret.
func (r *Ring) Hashed(purpose, value, hash string) bool {
	for _, k := range r.keys {
		if hmac.Equal([]byte(k.hashOf(purpose, value)), []byte(hash)) {
			return true
		}
	}
	return false
}

func (k Key) hashOf(purpose, value string) string {
	mac := hmac.New(sha256.New, k.hash)
	mac.Write([]byte(purpose))
	mac.Write([]byte{0})
	mac.Write([]byte(value))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Encrypt encrypts a value for storage; the key's id leads, so that it can be
// decrypted after a rotation.
func (r *Ring) Encrypt(plain []byte) []byte {
	key := r.keys[0]
	nonce := make([]byte, key.aead.NonceSize())
	rand.Read(nonce) // #nosec G104 -- crypto/rand never fails
	head := append([]byte(key.ID), nonce...)
	return key.aead.Seal(head, nonce, plain, nil)
}

// Decrypt decrypts what Encrypt made.
func (r *Ring) Decrypt(encrypted []byte) ([]byte, error) {
	const idLen = 8
	if len(encrypted) < idLen {
		return nil, errors.New("encrypted value is too short")
	}
	key, ok := r.Find(string(encrypted[:idLen]))
	if !ok {
		return nil, errors.New("encrypted with a secret that is no longer live")
	}
	rest := encrypted[idLen:]
	if len(rest) < key.aead.NonceSize() {
		return nil, errors.New("encrypted value is too short")
	}
	return key.aead.Open(nil, rest[:key.aead.NonceSize()], rest[key.aead.NonceSize():], nil)
}

// FileSecret reads the secret kept in the data folder, making it on first use.
func FileSecret(folder string) (string, error) {
	path := filepath.Join(folder, SecretFile)
	for {
		b, err := os.ReadFile(path) // #nosec G304 -- the operator names the folder
		if err == nil {
			return strings.TrimSpace(string(b)), nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		if err := makeSecret(folder, path); err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
	}
}

// makeSecret writes a secret under another name and then gives it its own, so
// that nobody ever reads half of one; when another process was faster, its
// secret stays.
func makeSecret(folder, path string) error {
	f, err := os.CreateTemp(folder, "secret-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(rand.Text() + rand.Text() + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), path)
}
