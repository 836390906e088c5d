package otp

import (
	"context"
	"strings"

	"hearten/internal/platform/db"
)

// UnlockOwner forgets the wrong tries at whatever an account's recent codes were
// sent to: a new address that is being proven is not yet one of its names.
func (c *Codes) UnlockOwner(ctx context.Context, tx *db.Tx, owner string) error {
	return deleteWrongTriesOf(ctx, tx, owner)
}

// Unlock forgets the wrong tries of identifiers; staff do so for a member.
func (c *Codes) Unlock(ctx context.Context, tx *db.Tx, identifiers ...string) error {
	for _, id := range identifiers {
		if err := deleteWrongTries(ctx, tx, c.hash(id)); err != nil {
			return err
		}
	}
	return nil
}

// Forget deletes every code of an account and everything about its names.
func (c *Codes) Forget(ctx context.Context, tx *db.Tx, owner string, identifiers ...string) error {
	if err := deleteOwned(ctx, tx, owner); err != nil {
		return err
	}
	for _, id := range identifiers {
		if err := deleteIdentifier(ctx, tx, c.hash(strings.ToLower(id))); err != nil {
			return err
		}
	}
	return nil
}

// Sweep deletes what is older than the longest budget; a periodic job calls it.
func (c *Codes) Sweep(ctx context.Context) error {
	return c.db.Write(ctx, func(tx *db.Tx) error { return deleteOld(ctx, tx, c.clock.Now().Add(-2*day)) })
}
