package voucher

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// LookUp finds the voucher of a code within the caller's centre; one that is
// unknown, or of someone else's centre, is db.ErrNone. That someone's voucher
// was looked at is written down.
func (s *Service) LookUp(ctx context.Context, who access.Staff, code string) (held, error) {
	h, err := findHeld(ctx, s.db, who.Scope(), code)
	if err == nil {
		s.audit.Saw(ctx, h.UserID)
	}
	return h, err
}

// state is how a voucher stands, for the log.
type state struct {
	Status Status `json:"status"`
}

// Redeem exchanges a claimed voucher, once, whoever asks at the same moment.
func (s *Service) Redeem(ctx context.Context, who access.Staff, code string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		h, err := s.hold(ctx, tx, who, code)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := mayRedeem(statusAt(h.Status, h.ValidUntil, now), h.HolderStatus); err != nil {
			return err
		}
		err = markRedeemed(ctx, tx, h.ID, who.ID, now)
		if db.IsNone(err) {
			return errRedeemed // someone was faster
		}
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: h.ID, UserID: h.UserID, Before: state{Claimed}, After: state{Redeemed},
		})
	})
}

// Reverse takes a mistaken redeem back.
func (s *Service) Reverse(ctx context.Context, who access.Staff, code, mark string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		h, err := s.hold(ctx, tx, who, code)
		if err != nil {
			return err
		}
		if err := mayReverse(h.Status, h.RedeemedAt, s.clock.Now()); err != nil {
			return err
		}
		err = markReversed(ctx, tx, h.ID, *h.RedeemedAt)
		if db.IsNone(err) {
			return errNotRedeemed // someone was faster
		}
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: h.ID, UserID: h.UserID, Before: state{Redeemed}, After: state{Claimed}, Mark: mark,
		})
	})
}

func (s *Service) hold(ctx context.Context, tx *db.Tx, who access.Staff, code string) (held, error) {
	h, err := findHeld(ctx, tx, who.Scope(), code)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return h, err
}
