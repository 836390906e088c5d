package otp

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/delivery"
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
	return tx.Insert(ctx, "otp_codes", db.Args{
		"id": r.ID, "nature": r.Nature, "channel": r.Channel, "identifier_hash": r.IdentifierHash, "identifier_sealed": r.Identifier,
		"ip_hash": r.IPHash, "code_hash": r.CodeHash, "owner_id": r.OwnerID, "wrong_tries": 0,
		"created_at": r.CreatedAt, "expires_at": r.ExpiresAt,
	})
}

func find(ctx context.Context, r db.Reader, id string) (codeRow, error) {
	return db.One[codeRow](ctx, r, `
		SELECT id, nature, channel, identifier_hash, identifier_sealed, ip_hash, code_hash, owner_id, wrong_tries,
			created_at, expires_at, used_at, burned_at
		FROM otp_codes WHERE id = @id`, db.Args{"id": id})
}

// lockTurn locks the row of an identifier, an address or a budget, and creates
// it where it is missing, in one statement.
func lockTurn(ctx context.Context, tx *db.Tx, hash string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO otp_turns (hash, taken_at) VALUES (@hash, @now)
		ON CONFLICT (hash) DO UPDATE SET taken_at = excluded.taken_at`, db.Args{"hash": hash, "now": now})
	return err
}

func burnOlder(ctx context.Context, tx *db.Tx, identifierHash string, nature Nature, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE otp_codes SET burned_at = @now
		WHERE identifier_hash = @hash AND nature = @nature AND used_at IS NULL AND burned_at IS NULL AND expires_at > @now`,
		db.Args{"now": now, "hash": identifierHash, "nature": string(nature)})
	return err
}

// use is guarded: of several callers with one code the first uses it.
func use(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE otp_codes SET used_at = @now
		WHERE id = @id AND used_at IS NULL AND burned_at IS NULL AND expires_at > @now AND wrong_tries < @most`,
		db.Args{"id": id, "now": now, "most": maxWrong})
}

// skew is how far ahead another replica's clock may be. A time further ahead is
// of a clock that was wrong; it is ignored, so that it makes no one wait.
const skew = time.Minute

func listSent(ctx context.Context, r db.Reader, identifierHash string, since, now time.Time) ([]time.Time, error) {
	return db.Column[time.Time](ctx, r, `
		SELECT created_at FROM otp_codes WHERE identifier_hash = @hash AND created_at > @since AND created_at < @until
		ORDER BY created_at DESC LIMIT 100`, db.Args{"hash": identifierHash, "since": since, "until": now.Add(skew)})
}

// waitOfAddress is how long an IP address waits until fewer than limit of its
// codes are of the last hour.
func waitOfAddress(ctx context.Context, r db.Reader, ipHash string, limit int, now time.Time) (time.Duration, error) {
	return waitWhere(ctx, r, "ip_hash = @value", ipHash, limit, now)
}

// waitOfChannel is waitOfAddress for all codes of a channel.
func waitOfChannel(ctx context.Context, r db.Reader, channel delivery.Channel, limit int, now time.Time) (time.Duration, error) {
	return waitWhere(ctx, r, "channel = @value", string(channel), limit, now)
}

func waitWhere(ctx context.Context, r db.Reader, condition, value string, limit int, now time.Time) (time.Duration, error) {
	sent, err := db.Column[time.Time](ctx, r, `
		SELECT created_at FROM otp_codes WHERE `+condition+` AND created_at > @since AND created_at < @until
		ORDER BY created_at DESC LIMIT 1 OFFSET @skip`,
		db.Args{"value": value, "since": now.Add(-time.Hour), "until": now.Add(skew), "skip": limit - 1})
	if err != nil || len(sent) == 0 {
		return 0, err
	}
	return sent[0].Add(time.Hour).Sub(now), nil
}

// countWrong counts a wrong try on the code and on its identifier.
func countWrong(ctx context.Context, tx *db.Tx, r codeRow, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE otp_codes SET wrong_tries = wrong_tries + 1 WHERE id = @id`, db.Args{"id": r.ID})
	if err != nil {
		return err
	}
	return tx.Insert(ctx, "otp_wrong_tries", db.Args{
		"id": uuid.Must(uuid.NewV7()).String(), "identifier_hash": r.IdentifierHash, "tried_at": now,
	})
}

func listWrongTries(ctx context.Context, r db.Reader, identifierHash string, since, now time.Time) ([]time.Time, error) {
	return db.Column[time.Time](ctx, r, `
		SELECT tried_at FROM otp_wrong_tries WHERE identifier_hash = @hash AND tried_at > @since AND tried_at < @until
		ORDER BY tried_at DESC LIMIT 100`, db.Args{"hash": identifierHash, "since": since, "until": now.Add(skew)})
}

func deleteWrongTries(ctx context.Context, tx *db.Tx, identifierHash string) error {
	_, err := tx.Exec(ctx, `DELETE FROM otp_wrong_tries WHERE identifier_hash = @hash`, db.Args{"hash": identifierHash})
	return err
}

func deleteWrongTriesOf(ctx context.Context, tx *db.Tx, owner string) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM otp_wrong_tries WHERE identifier_hash IN (SELECT identifier_hash FROM otp_codes WHERE owner_id = @owner)`,
		db.Args{"owner": owner})
	return err
}

func deleteOwned(ctx context.Context, tx *db.Tx, owner string) error {
	_, err := tx.Exec(ctx, `DELETE FROM otp_codes WHERE owner_id = @owner`, db.Args{"owner": owner})
	return err
}

func deleteIdentifier(ctx context.Context, tx *db.Tx, identifierHash string) error {
	return execAll(ctx, tx, db.Args{"hash": identifierHash},
		`DELETE FROM otp_codes WHERE identifier_hash = @hash`,
		`DELETE FROM otp_wrong_tries WHERE identifier_hash = @hash`,
		`DELETE FROM otp_turns WHERE hash = @hash`)
}

func deleteOld(ctx context.Context, tx *db.Tx, before time.Time) error {
	return execAll(ctx, tx, db.Args{"before": before},
		`DELETE FROM otp_codes WHERE created_at < @before`,
		`DELETE FROM otp_wrong_tries WHERE tried_at < @before`,
		`DELETE FROM otp_turns WHERE taken_at < @before`)
}

func execAll(ctx context.Context, tx *db.Tx, args db.Args, texts ...string) error {
	for _, text := range texts {
		if _, err := tx.Exec(ctx, text, args); err != nil {
			return err
		}
	}
	return nil
}
