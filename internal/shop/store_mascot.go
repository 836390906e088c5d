package shop

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// price is what a companion costs someone, and what they have.
type price struct {
	Coin    int64 `db:"coin"`
	Owned   bool  `db:"owned"`
	HasMain bool  `db:"has_main"`
}

func findPrice(ctx context.Context, r db.Reader, userID string, number int) (price, error) {
	return db.One[price](ctx, r, `
		SELECT coin,
			EXISTS (SELECT 1 FROM user_mascots WHERE user_id = @user AND mascot_number = @number) AS owned,
			EXISTS (SELECT 1 FROM user_mascots WHERE user_id = @user AND active) AS has_main
		FROM mascots WHERE number = @number AND retired_at IS NULL`, db.Args{"user": userID, "number": number})
}

func insertMascot(ctx context.Context, tx *db.Tx, userID string, number int, name string, main bool, now time.Time) error {
	inserted, err := tx.InsertOrIgnore(ctx, "user_mascots", db.Args{
		"user_id": userID, "mascot_number": number, "name": name, "active": main, "created_at": now,
	})
	if err == nil && !inserted {
		err = errOwned
	}
	return err
}

// saveName renames the main companion unless it has that name.
func saveName(ctx context.Context, tx *db.Tx, userID, name string) (changed bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE user_mascots SET name = @name WHERE user_id = @user AND active AND name <> @name`,
		db.Args{"name": name, "user": userID})
	return n > 0, err
}

// saveMain lets the old main one step back before the new one comes forward.
func saveMain(ctx context.Context, tx *db.Tx, userID string, number int) error {
	if _, err := tx.Exec(ctx, `UPDATE user_mascots SET active = FALSE WHERE user_id = @user AND active`, db.Args{"user": userID}); err != nil {
		return err
	}
	return tx.ExecOne(ctx, `UPDATE user_mascots SET active = TRUE WHERE user_id = @user AND mascot_number = @number`,
		db.Args{"user": userID, "number": number})
}

// findMascotName gives what the catalogue calls a companion, one that left it included.
func findMascotName(ctx context.Context, r db.Reader, number int) (string, error) {
	return db.Value[string](ctx, r, `
		SELECT name FROM mascots WHERE number = @number ORDER BY CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END LIMIT 1`,
		db.Args{"number": number})
}

// ownMascot is a companion that someone has.
type ownMascot struct {
	Number int    `db:"mascot_number"`
	Name   string `db:"name"`
}

func findMain(ctx context.Context, r db.Reader, userID string) (ownMascot, error) {
	return db.One[ownMascot](ctx, r, `SELECT mascot_number, name FROM user_mascots WHERE user_id = @user AND active`, db.Args{"user": userID})
}

// mascot is a companion on offer.
type mascot struct {
	Number int   `db:"number"`
	Coin   int64 `db:"coin"`
}

func listMascots(ctx context.Context, r db.Reader) ([]mascot, error) {
	return db.All[mascot](ctx, r, `SELECT number, coin FROM mascots WHERE retired_at IS NULL ORDER BY number`)
}

func countOwned(ctx context.Context, r db.Reader, userID string) (Owned, error) {
	return db.One[Owned](ctx, r, `
		SELECT (SELECT COUNT(*) FROM user_mascots WHERE user_id = @user) AS mascots,
			(SELECT COUNT(*) FROM user_items WHERE user_id = @user) AS items`, db.Args{"user": userID})
}

// findCompanion also finds one that has left the catalogue since.
func findCompanion(ctx context.Context, r db.Reader, userID string) (Companion, error) {
	return db.One[Companion](ctx, r, `
		SELECT m.id, o.mascot_number, o.name FROM user_mascots o JOIN mascots m ON m.number = o.mascot_number
		WHERE o.user_id = @user AND o.active ORDER BY CASE WHEN m.retired_at IS NULL THEN 0 ELSE 1 END, m.id LIMIT 1`,
		db.Args{"user": userID})
}
