package account

import (
	"context"
	"strings"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// Invitations is how a member's code has fared.
type Invitations struct {
	Code     string
	Terms    catalog.Invitation
	Obtained int64 `db:"obtained"`
	Invited  int64 `db:"invited"`
}

// Invitations tells a member their code and what it has earned.
func (s *Service) Invitations(ctx context.Context, who access.Member) (Invitations, error) {
	u, err := findByID(ctx, s.db, who.ID)
	if err != nil {
		return Invitations{}, err
	}
	settings, err := catalog.ReadSettings(ctx, s.db)
	if err != nil {
		return Invitations{}, err
	}
	i, err := invitationsOf(ctx, s.db, who.ID)
	i.Code, i.Terms = u.InvitationCode, settings.Invitation
	return i, err
}

// ApplyInvitation uses someone's code, once in a member's life. The inviter is
// paid in the same transaction.
func (s *Service) ApplyInvitation(ctx context.Context, who access.Member, code string) error {
	settings, err := catalog.ReadSettings(ctx, s.db)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		u, err := findByID(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		inviter, err := findInviter(ctx, tx, strings.ToUpper(strings.TrimSpace(code)))
		if db.IsNone(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		if inviter == u.ID {
			return errOwnCode
		}
		// Both wallets are held, in one order, so that two members who apply
		// each other's code at one moment cannot make a circle.
		if err := s.wallet.Hold(ctx, tx, u.ID, inviter); err != nil {
			return err
		}
		if err := s.mayApply(ctx, tx, u, inviter, settings.Invitation); err != nil {
			return err
		}
		so, err := invitationsOf(ctx, tx, inviter)
		if err != nil {
			return err
		}
		pay := reward(settings.Invitation, so.Obtained)
		err = insertInvitation(ctx, tx, u.ID, inviter, pay, s.clock.Now())
		if err != nil {
			return err
		}
		return s.wallet.Change(ctx, tx, inviter, wallet.Entry{
			Currency: wallet.Coin, Amount: pay, Reason: wallet.Invitation, Reference: u.ID,
		})
	})
}

func (s *Service) mayApply(ctx context.Context, tx *db.Tx, u User, inviter string, terms catalog.Invitation) error {
	used, err := inviterOf(ctx, tx, u.ID)
	if err == nil && used != "" {
		return errApplied
	}
	if err != nil && !db.IsNone(err) {
		return err
	}
	if s.clock.Now().Sub(u.CreatedAt) > time.Duration(terms.WithinDays)*24*time.Hour {
		return errTooLate.With(terms.WithinDays)
	}
	// Whoever invited the inviter, and so on: the member must not be among them.
	for above := inviter; ; {
		above, err = inviterOf(ctx, tx, above)
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

func findInviter(ctx context.Context, r db.Reader, code string) (string, error) {
	return db.Value[string](ctx, r, `SELECT id FROM users WHERE invitation_code = $1 AND status = 1`, code)
}

func inviterOf(ctx context.Context, r db.Reader, userID string) (string, error) {
	return db.Value[string](ctx, r, `SELECT inviter_id FROM invitations WHERE user_id = $1`, userID)
}

func invitationsOf(ctx context.Context, r db.Reader, userID string) (Invitations, error) {
	return db.One[Invitations](ctx, r, `
		SELECT COUNT(*) AS invited, COALESCE(SUM(paid), 0) AS obtained FROM invitations WHERE inviter_id = $1`, userID)
}

func insertInvitation(ctx context.Context, tx *db.Tx, userID, inviter string, paid int64, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO invitations (user_id, inviter_id, paid, created_at) VALUES ($1, $2, $3, $4)`, userID, inviter, paid, now)
	return err
}
