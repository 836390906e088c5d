package otp

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
)

type codeRow struct {
	ID             string     `db:"id"`
	Nature         string     `db:"nature"`
	Channel        string     `db:"channel"`
	IdentifierHash string     `db:"identifier_hash"`
	Identifier     []byte     `db:"identifier_sealed"`
	IPHash         string     `db:"ip_hash"`
	CodeHash       string     `db:"code_hash"`
	OwnerID        string     `db:"owner_id"`
	WrongTries     int        `db:"wrong_tries"`
	CreatedAt      time.Time  `db:"created_at"`
	ExpiresAt      time.Time  `db:"expires_at"`
	UsedAt         *time.Time `db:"used_at"`
	BurnedAt       *time.Time `db:"burned_at"`
}

func insert(ctx context.Context, tx *db.Tx, r codeRow) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO otp_codes (id, nature, channel, identifier_hash, identifier_sealed, ip_hash, code_hash, owner_id,
			wrong_tries, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10)`,
		r.ID, r.Nature, r.Channel, r.IdentifierHash, r.Identifier, r.IPHash, r.CodeHash, r.OwnerID, r.CreatedAt, r.ExpiresAt)
	return err
}

func find(ctx context.Context, r db.Reader, id string) (codeRow, error) {
	return db.One[codeRow](ctx, r, `
		SELECT id, nature, channel, identifier_hash, identifier_sealed, ip_hash, code_hash, owner_id, wrong_tries,
			created_at, expires_at, used_at, burned_at
		FROM otp_codes WHERE id = $1`, id)
}

// take holds a row that stands for an identifier or an address, so that callers
// at the same moment queue.
func take(ctx context.Context, tx *db.Tx, hash string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO otp_turns (hash, taken_at) VALUES ($1, $2)
		ON CONFLICT (hash) DO UPDATE SET taken_at = excluded.taken_at`, hash, now)
	return err
}

func burnOlder(ctx context.Context, tx *db.Tx, identifierHash string, nature Nature, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE otp_codes SET burned_at = $1
		WHERE identifier_hash = $2 AND nature = $3 AND used_at IS NULL AND burned_at IS NULL AND expires_at > $1`,
		now, identifierHash, string(nature))
	return err
}

// skew is how far ahead another replica's clock may be. What was written further
// ahead is of a clock that was wrong, and makes nobody wait until then.
const skew = time.Minute

func sentTo(ctx context.Context, r db.Reader, identifierHash string, since, now time.Time) ([]time.Time, error) {
	return db.Column[time.Time](ctx, r, `
		SELECT created_at FROM otp_codes WHERE identifier_hash = $1 AND created_at > $2 AND created_at < $3
		ORDER BY created_at DESC LIMIT 100`, identifierHash, since, now.Add(skew))
}

// overHourly is how long to wait until fewer than limit codes of the last hour
// have that value in the column.
func overHourly(ctx context.Context, r db.Reader, column, value string, limit int, now time.Time) (time.Duration, error) {
	sent, err := db.Column[time.Time](ctx, r, fmt.Sprintf(`
		SELECT created_at FROM otp_codes WHERE %s = $1 AND created_at > $2 AND created_at < $3
		ORDER BY created_at DESC LIMIT 1 OFFSET %d`, column, limit-1), value, now.Add(-time.Hour), now.Add(skew))
	if err != nil || len(sent) == 0 {
		return 0, err
	}
	return sent[0].Add(time.Hour).Sub(now), nil
}

// countWrong counts a wrong try on the code and on its identifier.
func countWrong(ctx context.Context, tx *db.Tx, r codeRow, now time.Time) error {
	if _, err := tx.Exec(ctx, `UPDATE otp_codes SET wrong_tries = wrong_tries + 1 WHERE id = $1`, r.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO otp_wrong_tries (id, identifier_hash, tried_at) VALUES ($1, $2, $3)`,
		uuid.Must(uuid.NewV7()).String(), r.IdentifierHash, now)
	return err
}

func wrongSince(ctx context.Context, r db.Reader, identifierHash string, since, now time.Time) ([]time.Time, error) {
	return db.Column[time.Time](ctx, r, `
		SELECT tried_at FROM otp_wrong_tries WHERE identifier_hash = $1 AND tried_at > $2 AND tried_at < $3
		ORDER BY tried_at DESC LIMIT 100`, identifierHash, since, now.Add(skew))
}

func forgetWrong(ctx context.Context, tx *db.Tx, identifierHash string) error {
	_, err := tx.Exec(ctx, `DELETE FROM otp_wrong_tries WHERE identifier_hash = $1`, identifierHash)
	return err
}

func forgetWrongOf(ctx context.Context, tx *db.Tx, owner string) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM otp_wrong_tries WHERE identifier_hash IN (SELECT identifier_hash FROM otp_codes WHERE owner_id = $1)`, owner)
	return err
}

func removeOwned(ctx context.Context, tx *db.Tx, owner string) error {
	_, err := tx.Exec(ctx, `DELETE FROM otp_codes WHERE owner_id = $1`, owner)
	return err
}

func removeIdentifier(ctx context.Context, tx *db.Tx, identifierHash string) error {
	for _, text := range []string{
		`DELETE FROM otp_codes WHERE identifier_hash = $1`,
		`DELETE FROM otp_wrong_tries WHERE identifier_hash = $1`,
		`DELETE FROM otp_turns WHERE hash = $1`,
	} {
		if _, err := tx.Exec(ctx, text, identifierHash); err != nil {
			return err
		}
	}
	return nil
}

// use is the guarded update that lets one caller through.
func use(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, fmt.Sprintf(`
		UPDATE otp_codes SET used_at = $1
		WHERE id = $2 AND used_at IS NULL AND burned_at IS NULL AND expires_at > $1 AND wrong_tries < %d`, maxWrong), now, id)
}

func removeOld(ctx context.Context, tx *db.Tx, before time.Time) error {
	for _, text := range []string{
		`DELETE FROM otp_codes WHERE created_at < $1`,
		`DELETE FROM otp_wrong_tries WHERE tried_at < $1`,
		`DELETE FROM otp_turns WHERE taken_at < $1`,
	} {
		if _, err := tx.Exec(ctx, text, before); err != nil {
			return err
		}
	}
	return nil
}

// Sweep forgets what is older than the longest budget; a periodic job calls it.
func (c *Codes) Sweep(ctx context.Context) error {
	return c.db.Write(ctx, func(tx *db.Tx) error { return removeOld(ctx, tx, c.clock.Now().Add(-2*day)) })
}
