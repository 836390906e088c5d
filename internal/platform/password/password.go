// Package password hashes and checks passwords with Argon2id and holds the rule
// of what a password may be. The number of hashes at work at once is bounded:
// each takes 19 MiB.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"hearten/internal/platform/fault"
)

const (
	memoryKiB = 19 * 1024
	passes    = 2
	keyLen    = 32
	saltLen   = 16

	minLen = 6
	maxLen = 40
)

// Rules a new password may break.
var (
	RuleShape  = fault.NewRule("必須為 6 至 40 個字元，只可使用英文字母、數字及符號", "must be 6 to 40 characters: letters, digits and special characters only")
	RuleCommon = fault.NewRule("太常見，容易被猜中", "is too common and easy to guess")
	RuleSame   = fault.NewRule("不可與登入名稱相同", "must not be the login name")
)

//go:embed common.txt
var commonList string

var common = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(commonList) {
		set[word] = true
	}
	return set
}()

// Check says which rule a new password breaks, if any. The identifiers are the
// login names of its owner.
func Check(plain string, identifiers ...string) (fault.Rule, bool) {
	if len(plain) < minLen || len(plain) > maxLen {
		return RuleShape, false
	}
	for _, c := range []byte(plain) {
		if c <= ' ' || c > '~' {
			return RuleShape, false
		}
	}
	lower := strings.ToLower(plain)
	if common[lower] {
		return RuleCommon, false
	}
	for _, id := range identifiers {
		if id != "" && lower == strings.ToLower(id) {
			return RuleSame, false
		}
	}
	return fault.Rule{}, true
}

// restAfter is how long after the last hash its memory goes back to the system;
// the runtime by itself would keep it for minutes.
const restAfter = time.Second

// Hasher computes hashes, a few at a time.
type Hasher struct {
	slots chan struct{}
	rest  *time.Timer
}

// NewHasher allows as many hashes at once as there are processors.
func NewHasher() *Hasher {
	return &Hasher{
		slots: make(chan struct{}, max(runtime.GOMAXPROCS(0), 1)),
		rest:  time.AfterFunc(restAfter, debug.FreeOSMemory),
	}
}

// Hash makes the text to store for a password.
func (h *Hasher) Hash(ctx context.Context, plain string) (string, error) {
	salt := make([]byte, saltLen)
	rand.Read(salt) // #nosec G104 -- crypto/rand never fails
	sum, err := h.sum(ctx, plain, salt)
	if err != nil {
		return "", err
	}
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, memoryKiB, passes,
		enc.EncodeToString(salt), enc.EncodeToString(sum)), nil
}

// Matches reports whether the password is the one that was hashed. With nothing
// stored (an unknown account, or one without a password) it computes a hash all
// the same and answers no: the time taken tells nothing.
func (h *Hasher) Matches(ctx context.Context, plain, stored string) (bool, error) {
	salt, want, ok := decode(stored)
	if !ok {
		salt, want = make([]byte, saltLen), make([]byte, keyLen)
	}
	got, err := h.sum(ctx, plain, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && ok, nil
}

func (h *Hasher) sum(ctx context.Context, plain string, salt []byte) ([]byte, error) {
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer h.rest.Reset(restAfter)
	return argon2.IDKey([]byte(plain), salt, passes, memoryKiB, 1, keyLen), nil
}

func decode(stored string) (salt, sum []byte, ok bool) {
	prefix := fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$", argon2.Version, memoryKiB, passes)
	rest, ok := strings.CutPrefix(stored, prefix)
	if !ok {
		return nil, nil, false
	}
	s, k, ok := strings.Cut(rest, "$")
	if !ok {
		return nil, nil, false
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(s)
	sum, err2 := base64.RawStdEncoding.DecodeString(k)
	return salt, sum, err1 == nil && err2 == nil
}

// Random is a password nobody has to choose: 16 characters without look-alikes.
func Random() string {
	const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	out := make([]byte, 0, 16)
	buf := make([]byte, 1)
	for len(out) < cap(out) {
		rand.Read(buf) // #nosec G104 -- crypto/rand never fails
		// Values past the last whole multiple would favour the first letters.
		if int(buf[0]) < 256-256%len(letters) {
			out = append(out, letters[int(buf[0])%len(letters)]) // #nosec G602 -- a remainder lies within
		}
	}
	return string(out)
}
