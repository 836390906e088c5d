package otp

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Proof is a right code; Consume makes it count.
type Proof struct {
	id         string
	Identifier string
	Owner      string
}

// Verify checks a code and uses it up.
func (c *Codes) Verify(ctx context.Context, nature Nature, token string, code int) (Proof, error) {
	proof, err := c.Check(ctx, nature, token, code)
	if err != nil {
		return Proof{}, err
	}
	return proof, c.db.Write(ctx, func(tx *db.Tx) error { return c.Consume(ctx, tx, proof) })
}

// Check tells whether the code is the token's. Wrong tries are counted at once;
// a right code is not used up until Consume.
func (c *Codes) Check(ctx context.Context, nature Nature, token string, code int) (Proof, error) {
	var proof Proof
	var refusal *fault.Error
	err := c.db.Write(ctx, func(tx *db.Tx) (err error) {
		tx.NotAudited("counts tries")
		refusal = nil // the transaction may run again
		proof, err = c.checkTry(ctx, tx, nature, token, code)
		if errors.As(err, &refusal) {
			return nil // commits the wrong try; any other error rolls back
		}
		return err
	})
	if err != nil {
		return Proof{}, err
	}
	if refusal != nil {
		return Proof{}, refusal
	}
	return proof, nil
}

// checkTry is one try of Check. A refusal is a *fault.Error.
func (c *Codes) checkTry(ctx context.Context, tx *db.Tx, nature Nature, token string, code int) (Proof, error) {
	row, err := c.findByToken(ctx, tx, nature, token)
	if err != nil {
		return Proof{}, err
	}
	now := c.clock.Now()
	if err := lockTurn(ctx, tx, row.IdentifierHash, now); err != nil {
		return Proof{}, err
	}
	if err := checkOpen(ctx, tx, row.IdentifierHash, now); err != nil {
		return Proof{}, err
	}
	// Read again: another try may have come in between.
	if row, err = find(ctx, tx, row.ID); err != nil {
		return Proof{}, err
	}
	if err := row.refusal(now); err != nil {
		return Proof{}, err
	}
	if !c.keys.Hashed("otp", row.ID+strconv.Itoa(code), row.CodeHash) {
		if err := countWrong(ctx, tx, row, now); err != nil {
			return Proof{}, err
		}
		return Proof{}, ErrInvalid
	}
	identifier, err := c.keys.Decrypt(row.Identifier)
	return Proof{id: row.ID, Identifier: string(identifier), Owner: row.OwnerID}, err
}

// Consume uses the code up, in the transaction of what it allows: it works for
// one caller.
func (c *Codes) Consume(ctx context.Context, tx *db.Tx, p Proof) error {
	return db.NoneAs(use(ctx, tx, p.id, c.clock.Now()), ErrExpired)
}

// checkOpen refuses an identifier with too many wrong tries.
func checkOpen(ctx context.Context, tx *db.Tx, identifierHash string, now time.Time) error {
	wrong, err := listWrongTries(ctx, tx, identifierHash, now.Add(-day), now)
	if err != nil {
		return err
	}
	return refuseClosed(wrong, now)
}

// token binds a code to its nature, identifier and expiry.
func (c *Codes) token(r codeRow) string {
	expires := strconv.FormatInt(r.ExpiresAt.Unix(), 10)
	return strings.Join([]string{r.ID, expires, c.keys.Hash("otp token", bound(r, expires))}, ".")
}

func bound(r codeRow, expires string) string {
	return strings.Join([]string{r.ID, r.Nature, r.IdentifierHash, expires}, " ")
}

// findByToken finds the code of a token that is ours and of this nature.
func (c *Codes) findByToken(ctx context.Context, r db.Reader, nature Nature, token string) (codeRow, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return codeRow{}, ErrInvalid
	}
	row, err := find(ctx, r, parts[0])
	if err != nil {
		return codeRow{}, db.NoneAs(err, ErrInvalid)
	}
	if row.Nature != string(nature) || !c.keys.Hashed("otp token", bound(row, parts[1]), parts[2]) {
		return codeRow{}, ErrInvalid
	}
	return row, nil
}

func (c *Codes) hash(identifier string) string { return c.keys.Hash("otp identifier", identifier) }

func (c *Codes) codeHash(id string, code int) string {
	return c.keys.Hash("otp", id+strconv.Itoa(code))
}
