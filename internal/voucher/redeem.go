package voucher

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// state is a voucher's state in the audit log.
type state struct {
	Status Status `json:"status"`
}

// Redeem exchanges a claimed voucher, once, whoever asks at the same moment.
func (s *Service) Redeem(ctx context.Context, who access.Staff, code string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		v, err := s.findByCode(ctx, tx, who, code)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := mayRedeem(statusAt(v.Status, v.ValidUntil, now), v.HolderStatus); err != nil {
			return err
		}
		err = markRedeemed(ctx, tx, v.ID, who.ID, now)
		if db.IsNone(err) {
			return errRedeemed // someone was faster
		}
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: v.ID, UserID: v.UserID, Before: state{Claimed}, After: state{Redeemed},
		})
	})
}

// Reverse takes a mistaken redeem back.
func (s *Service) Reverse(ctx context.Context, who access.Staff, code, remark string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		v, err := s.findByCode(ctx, tx, who, code)
		if err != nil {
			return err
		}
		if err := mayReverse(v.Status, v.RedeemedAt, s.clock.Now()); err != nil {
			return err
		}
		err = markReversed(ctx, tx, v.ID, *v.RedeemedAt)
		if db.IsNone(err) {
			return errNotRedeemed // someone was faster
		}
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: v.ID, UserID: v.UserID, Before: state{Redeemed}, After: state{Claimed}, Mark: remark,
		})
	})
}

// findByCode is LookUp for a change: an unknown code is refused.
func (s *Service) findByCode(ctx context.Context, tx *db.Tx, who access.Staff, code string) (coded, error) {
	v, err := findByCode(ctx, tx, who.Scope(), code)
	return v, db.NoneAs(err, fault.ErrNotFound)
}
