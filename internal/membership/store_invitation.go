package membership

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// findInviter is the user of an invitation code; none is db.ErrNone.
func findInviter(ctx context.Context, r db.Reader, code string) (userID string, err error) {
	return db.Value[string](ctx, r, `SELECT id FROM users WHERE invitation_code = @code AND status = `+access.NormalSQL, db.Args{"code": code})
}

// findInviterOf is who invited a user; nobody is db.ErrNone.
func findInviterOf(ctx context.Context, r db.Reader, userID string) (inviterID string, err error) {
	return db.Value[string](ctx, r, `SELECT inviter_id FROM invitations WHERE user_id = @user`, db.Args{"user": userID})
}

// sumInvitations counts whom a user has invited, and what they were paid for it.
func sumInvitations(ctx context.Context, r db.Reader, userID string) (Invitations, error) {
	return db.One[Invitations](ctx, r, `
		SELECT COUNT(*) AS invited, COALESCE(SUM(paid), 0) AS obtained FROM invitations WHERE inviter_id = @user`, db.Args{"user": userID})
}

func insertInvitation(ctx context.Context, tx *db.Tx, userID, inviterID string, paid int64, now time.Time) error {
	return tx.Insert(ctx, "invitations", db.Args{"user_id": userID, "inviter_id": inviterID, "paid": paid, "created_at": now})
}
