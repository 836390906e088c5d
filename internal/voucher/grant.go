package voucher

import (
	"context"

	"hearten/internal/platform/db"
)

// Rose grants a plan member what a level brings, in the transaction of the
// experience that led there.
func (s *Service) Rose(ctx context.Context, tx *db.Tx, userID string, level int) error {
	return s.grant(ctx, tx, userID, level)
}

// Joined grants someone who became a plan member everything they had reached
// before, in the transaction of joining. The caller has locked the wallet: when
// someone rises and joins at one moment, one of the two sees the other.
func (s *Service) Joined(ctx context.Context, tx *db.Tx, userID string) error {
	balance, err := s.wallet.BalanceOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	level, err := s.wallet.LevelOf(ctx, tx, balance.Exp)
	if err != nil {
		return err
	}
	return s.grant(ctx, tx, userID, level)
}

// grant gives what is reached and not there yet; each voucher once for life.
func (s *Service) grant(ctx context.Context, tx *db.Tx, userID string, level int) error {
	reached, err := listReached(ctx, tx, userID, level)
	if err != nil || len(reached) == 0 {
		return err
	}
	return insertGranted(ctx, tx, userID, reached, s.clock.Now())
}

// Expire marks the vouchers are past their time; a periodic job.
func (s *Service) Expire(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markExpired(ctx, tx, s.clock.Now()) })
}
