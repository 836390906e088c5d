package membership

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// ApplyInvitation uses someone's code, once in a member's life. The inviter is
// paid in the same transaction.
func (s *Service) ApplyInvitation(ctx context.Context, who access.Member, code string) error {
	settings, err := catalog.ReadSettings(ctx, s.DB)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		u, err := account.Find(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		inviter, err := findInviter(ctx, tx, strings.ToUpper(strings.TrimSpace(code)))
		if err != nil {
			return db.NoneAs(err, fault.ErrNotFound)
		}
		if inviter == u.ID {
			return errOwnCode
		}
		// Both wallets are locked, so that two members who apply each other's
		// code at one moment cannot make a circle.
		if err := db.Lock(ctx, tx, db.Wallets, u.ID, inviter); err != nil {
			return err
		}
		if err := s.mayApply(ctx, tx, u, inviter, settings.Invitation); err != nil {
			return err
		}
		before, err := sumInvitations(ctx, tx, inviter)
		if err != nil {
			return err
		}
		pay := reward(settings.Invitation, before.Obtained)
		if err := insertInvitation(ctx, tx, u.ID, inviter, pay, s.Clock.Now()); err != nil {
			return err
		}
		err = s.Wallet.Change(ctx, tx, inviter, wallet.Entry{
			Currency: wallet.Coin, Amount: pay, Reason: wallet.Invitation, Reference: u.ID,
		})
		if err != nil {
			return fmt.Errorf("pay the inviter: %w", err)
		}
		return nil
	})
}

func (s *Service) mayApply(ctx context.Context, tx *db.Tx, u account.User, inviter string, terms catalog.Invitation) error {
	used, err := findInviterOf(ctx, tx, u.ID)
	if err == nil && used != "" {
		return errApplied
	}
	if err != nil && !db.IsNone(err) {
		return err
	}
	if s.Clock.Now().Sub(u.CreatedAt) > time.Duration(terms.WithinDays)*24*time.Hour {
		return errTooLate.With(terms.WithinDays)
	}
	// The user must not be among those who invited the inviter, however far back.
	for above := inviter; ; {
		above, err = findInviterOf(ctx, tx, above)
		if db.IsNone(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if above == u.ID {
			return errCircle
		}
	}
}
