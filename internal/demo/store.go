package demo

import (
	"context"

	"hearten/internal/platform/db"
)

func hasUsers(ctx context.Context, r db.Reader) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM users LIMIT 1`)
	return len(found) > 0, err
}

func staffID(ctx context.Context, r db.Reader, email string) (string, error) {
	return db.Value[string](ctx, r, `SELECT id FROM staff WHERE email = @email`, db.Args{"email": email})
}
