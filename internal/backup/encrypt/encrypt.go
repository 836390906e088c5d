// Package encrypt encrypts backups for a public key, so that neither the server
// that writes them nor a thief of their disk can read them.
package encrypt

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"filippo.io/age"
)

// NameEnd is what the name of an encrypted file ends with.
const NameEnd = ".age"

// beginning is what an encrypted file begins with.
var beginning = []byte("age-encryption.org/v1\n")

var (
	errEncrypted = errors.New("the archive is encrypted: set HEARTEN_BACKUP_IDENTITY to the secret key that belongs to it, or to the path of its file")
	errOtherKey  = errors.New("the archive is encrypted for another key than HEARTEN_BACKUP_IDENTITY")
)

// Recipient is the public half of a key: files can be encrypted with it and not
// read. Identity is the secret half.
type (
	Recipient = age.Recipient
	Identity  = age.Identity
)

// ParseRecipient reads one, such as age1….
func ParseRecipient(text string) (Recipient, error) {
	r, err := age.ParseX25519Recipient(strings.TrimSpace(text))
	if err != nil {
		return nil, errors.New("must be a public key that begins with age1, as hearten backup-key prints it")
	}
	return r, nil
}

// NewKey makes a pair of keys.
func NewKey() (recipient, identity string, err error) {
	key, err := age.GenerateX25519Identity()
	if err != nil {
		return "", "", err
	}
	return key.Recipient().String(), key.String(), nil
}

// ReadIdentity reads a secret key, given as such or as the path of its file;
// nil for none.
func ReadIdentity(given string) (Identity, error) {
	if given == "" {
		return nil, nil
	}
	text := given
	if !strings.HasPrefix(given, "AGE-SECRET-KEY-") {
		file, err := os.ReadFile(given) // #nosec G304 -- the operator names the file
		if err != nil {
			return nil, fmt.Errorf("HEARTEN_BACKUP_IDENTITY names a file that cannot be read: %w", err)
		}
		text = string(file)
	}
	found, err := age.ParseIdentities(strings.NewReader(text)) // its words would repeat the key
	if err != nil || len(found) != 1 {
		return nil, errors.New("HEARTEN_BACKUP_IDENTITY must be one secret key that begins with AGE-SECRET-KEY-1, or the path of its file")
	}
	return found[0], nil
}

// Writer encrypts what is written to it; it must be closed.
func Writer(to io.Writer, r Recipient) (io.WriteCloser, error) { return age.Encrypt(to, r) }

// Reader gives a file as it was before, whether it is encrypted or not.
func Reader(f io.Reader, identity Identity) (io.Reader, error) {
	content := bufio.NewReader(f)
	if start, _ := content.Peek(len(beginning)); !bytes.Equal(start, beginning) {
		return content, nil // a short file is no archive, which is found out soon
	}
	if identity == nil {
		return nil, errEncrypted
	}
	plain, err := age.Decrypt(content, identity)
	var none *age.NoIdentityMatchError
	if errors.As(err, &none) {
		return nil, errOtherKey
	}
	if err != nil {
		return nil, fmt.Errorf("the archive is damaged: %w", err)
	}
	return plain, nil
}
