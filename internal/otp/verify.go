package otp

import (
	"context"
	"strconv"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

// Proof is a right code; Consume makes it count.
type Proof struct {
	id         string
	Identifier string
	Owner      string
}

// Check says whether the code is the token's. Wrong tries are counted at once;
// a right code is not used up until Consume.
func (c *Codes) Check(ctx context.Context, nature Nature, token string, code int) (Proof, error) {
	var proof Proof
	var refusal error
	err := c.db.Write(ctx, func(tx *db.Tx) error {
		tx.NotAudited("counts tries")
		proof, refusal = Proof{}, nil
		row, err := c.open(ctx, tx, nature, token)
		if err != nil {
			refusal = err
			return nil
		}
		now := c.clock.Now()
		if err := take(ctx, tx, row.IdentifierHash, now); err != nil {
			return err
		}
		if err := c.refuseClosed(ctx, tx, row.IdentifierHash, now); err != nil {
			refusal = err
			return nil
		}
		// Read again: another try may have come in between.
		if row, err = find(ctx, tx, row.ID); err != nil {
			return err
		}
		if refusal = row.refusal(now); refusal != nil {
			return nil
		}
		if !c.keys.Hashed("otp", row.ID+strconv.Itoa(code), row.CodeHash) {
			refusal = ErrInvalid
			return countWrong(ctx, tx, row, now)
		}
		proof, err = c.proofOf(row)
		return err
	})
	if err != nil {
		return Proof{}, err
	}
	return proof, refusal
}

// Consume uses the code up, in the transaction of what it allows: it works for
// one caller.
func (c *Codes) Consume(ctx context.Context, tx *db.Tx, p Proof) error {
	err := use(ctx, tx, p.id, c.clock.Now())
	if db.IsNone(err) {
		return ErrExpired
	}
	return err
}

// refusal is why a code no longer works, or nil.
func (r codeRow) refusal(now time.Time) error {
	switch {
	case r.UsedAt != nil:
		return ErrExpired
	case r.BurnedAt != nil || r.WrongTries >= maxWrong:
		return ErrBurned
	case !r.ExpiresAt.After(now):
		return ErrExpired
	default:
		return nil
	}
}

// refuseClosed turns away an identifier with too many wrong tries in the last
// day, until enough of them have passed.
func (c *Codes) refuseClosed(ctx context.Context, tx *db.Tx, identifierHash string, now time.Time) error {
	wrong, err := wrongSince(ctx, tx, identifierHash, now.Add(-day), now)
	if err != nil || len(wrong) < maxWrongDaily {
		return err
	}
	opens := wrong[maxWrongDaily-1].Add(day)
	return ErrClosed.After(seconds(opens.Sub(now)))
}

// UnlockOwner forgets the wrong tries at whatever an account's recent codes were
// sent to: a new address that is being proven is not yet one of its names.
func (c *Codes) UnlockOwner(ctx context.Context, tx *db.Tx, owner string) error {
	return forgetWrongOf(ctx, tx, owner)
}

// Unlock forgets the wrong tries of an identifier; staff do so for a member.
func (c *Codes) Unlock(ctx context.Context, tx *db.Tx, identifiers ...string) error {
	for _, id := range identifiers {
		if err := forgetWrong(ctx, tx, c.hash(id)); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes every code of an account and every trace of its names.
func (c *Codes) Forget(ctx context.Context, tx *db.Tx, owner string, identifiers ...string) error {
	if err := removeOwned(ctx, tx, owner); err != nil {
		return err
	}
	for _, id := range identifiers {
		if err := removeIdentifier(ctx, tx, c.hash(strings.ToLower(id))); err != nil {
			return err
		}
	}
	return nil
}

// token binds a code to its nature, identifier and expiry.
func (c *Codes) token(r codeRow) string {
	expires := strconv.FormatInt(r.ExpiresAt.Unix(), 10)
	return strings.Join([]string{r.ID, expires, c.keys.Hash("otp token", bound(r, expires))}, ".")
}

func bound(r codeRow, expires string) string {
	return strings.Join([]string{r.ID, r.Nature, r.IdentifierHash, expires}, " ")
}

// open finds the code of a token that is ours and of this nature.
func (c *Codes) open(ctx context.Context, r db.Reader, nature Nature, token string) (codeRow, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return codeRow{}, ErrInvalid
	}
	row, err := find(ctx, r, parts[0])
	if db.IsNone(err) {
		return codeRow{}, ErrInvalid
	}
	if err != nil {
		return codeRow{}, err
	}
	if row.Nature != string(nature) || !c.keys.Hashed("otp token", bound(row, parts[1]), parts[2]) {
		return codeRow{}, ErrInvalid
	}
	return row, nil
}

func (c *Codes) proofOf(r codeRow) (Proof, error) {
	identifier, err := c.keys.Decrypt(r.Identifier)
	return Proof{id: r.ID, Identifier: string(identifier), Owner: r.OwnerID}, err
}

func (c *Codes) hash(identifier string) string { return c.keys.Hash("otp identifier", identifier) }

func (c *Codes) codeHash(id string, code int) string {
	return c.keys.Hash("otp", id+strconv.Itoa(code))
}
