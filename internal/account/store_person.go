package account

import (
	"context"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/identity"
)

func savePersonal(ctx context.Context, tx *db.Tx, u User, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET nickname = $1, signature = $2, gender = $3, birthday = $4, updated_at = $5, version = version + 1
		WHERE id = $6`, u.Nickname, u.Signature, u.Gender, u.Birthday, now, u.ID)
}

func saveUsername(ctx context.Context, tx *db.Tx, id, username, key string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET username = $1, username_key = $2, updated_at = $3, version = version + 1 WHERE id = $4`,
		username, key, now, id)
}

func saveAddress(ctx context.Context, tx *db.Tx, id string, kind identity.Kind, address string, now time.Time) error {
	column := "email"
	if kind == identity.Phone {
		column = "phone"
	}
	return tx.ExecOne(ctx, `
		UPDATE users SET `+column+` = $1, updated_at = $2, version = version + 1 WHERE id = $3`, address, now, id)
}

func saveAddresses(ctx context.Context, tx *db.Tx, u User, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET phone = $1, email = $2, updated_at = $3, version = version + 1 WHERE id = $4`,
		u.Phone, u.Email, now, u.ID)
}

func saveAvatar(ctx context.Context, tx *db.Tx, id string, key *string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET avatar_key = $1, updated_at = $2, version = version + 1 WHERE id = $3`, key, now, id)
}
